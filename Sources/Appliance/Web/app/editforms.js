// The forms that change one mode of the map schedule: its maps, a takeover, its end. Each makes a line and looks at it first.

import { el, setText, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { makeLookForm, makeOnNow, makeTurns, marking, Missing } from "/app/editturns.js";
import { stamped, turnsText } from "/app/editwords.js";
import { field, makeAction } from "/app/parts.js";

/** As the grammar has it (docs/rotations.md). */
const longestName = 40;

function momentField() {
    return el("input", { type: "datetime-local" });
}

/** What a field of date and time says, as a line has it; null where it is empty. */
function moment(input) {
    if (input.validity.badInput) throw new Missing(t("edit.badTime"), input);
    return input.value ? stamped(new Date(input.value).getTime()) : null;
}

/** All maps of a mode; `change(text)` looks at a line, `fill(cycle)` begins with what is on unless the form is in use. */
export function makeSetForm(key, change) {
    let [isTouched, filled] = [false, ""];
    const isOn = makeOnNow();
    const turns = makeTurns(() => {
        isTouched = true;
        isOn.offer(turns.names());
    });
    const ends = momentField();
    const action = makeAction(t("edit.look"), () => marking(form, async () => {
        const wanted = turns.read();
        const until = moment(ends);
        const done = await change(`set ${key}: ${turnsText(wanted)}, ${isOn.read(wanted)}${until ? `, ends ${until}` : ""}`);
        if (done) clear();
        return done;
    }), { kind: "strong" });
    const form = makeLookForm([turns.root, isOn.root, field(t("edit.ends"), ends)], action);
    form.addEventListener("input", () => { isTouched = true; });

    function clear() {
        [isTouched, filled] = [false, ""];
        ends.value = "";
        isOn.clear();
    }

    return { root: form,
        offer(maps, games) {
            turns.offer(maps, games);
            isOn.offer(turns.names());
        },
        /** `place`: which of the cycle is on. */
        fill(cycle, place) {
            const wanted = JSON.stringify([cycle, place]);
            if (isTouched || cycle.length === 0 || wanted === filled) return;
            filled = wanted;
            turns.fill(cycle);
            isOn.offer(turns.names());
            isOn.choose(Math.max(0, place));
        } };
}

/** An event over a mode: one that begins at a time, or one that is on already. */
export function makeTakeoverForm(key, change) {
    const name = el("input", { type: "text", maxlength: longestName, autocomplete: "off" });
    const isOn = makeOnNow();
    const turns = makeTurns(() => isOn.offer(turns.names()));
    const [from, to] = [momentField(), momentField()];
    const begins = makeBegins(key, [field(t("edit.from"), from), isOn.root]);
    const action = makeAction(t("edit.look"), () => marking(form, async () => {
        const title = name.value.trim().replace(/\s+/g, " ");
        if (!title || title.includes(":")) throw new Missing(t("edit.noName"), name);
        const wanted = turns.read();
        const start = begins.isLater() ? moment(from) : null;
        if (begins.isLater() && !start) throw new Missing(t("edit.noTime"), from);
        const words = start ? `from ${start}` : isOn.read(wanted);
        const end = moment(to);
        if (!end) throw new Missing(t("edit.noTime"), to);
        const done = await change(`takeover ${key} ${title}: ${turnsText(wanted)}, until ${end}, ${words}`);
        if (done) clear();
        return done;
    }), { kind: "strong" });
    const form = makeLookForm([field(t("edit.name"), name), turns.root, begins.root, field(t("edit.to"), to)], action);

    function clear() {
        for (const one of [name, from, to]) one.value = "";
        isOn.clear();
    }

    return { root: form,
        offer(maps, games) {
            turns.offer(maps, games);
            if (turns.names().length === 0 && maps.length > 0) turns.fill([{ code: maps[0].code, minutes: 15 }]);
            isOn.offer(turns.names());
        } };
}

/** Whether it begins at a time, and then the first of two nodes is shown, or is on already, and then the second. */
function makeBegins(key, [later, already]) {
    const inputs = ["later", "already"].map((value) =>
        el("input", { type: "radio", name: `begins-${key}`, value, checked: value === "later" }));
    const labels = [t("edit.beginsLater"), t("edit.isOnAlready")];
    const chips = inputs.map((input, place) => el("label", { class: "chip-box" }, input, el("span", { text: labels[place] })));
    const isLater = () => inputs[0].checked;
    function draw() {
        show(later, isLater());
        show(already, !isLater());
    }
    for (const input of inputs) input.addEventListener("change", draw);
    draw();
    return { isLater, root: el("div", { class: "begins" },
        el("fieldset", { class: "chips-set" }, el("legend", { text: t("edit.begins") }), ...chips), later, already) };
}

/** The end of what is on: of the takeover, else of the mode. */
export function makeEndForm(key, change) {
    const note = el("p", { class: "list-note" });
    const at = momentField();
    const action = makeAction(t("edit.look"), () => marking(form, async () => {
        const time = moment(at);
        const done = await change(`end ${key}${time ? ` at ${time}` : ""}`);
        if (done) at.value = "";
        return done;
    }), { kind: "strong" });
    const form = makeLookForm([note, field(t("edit.endAt"), at)], action);
    return { root: form, update(mode) {
        setText(note, t(mode.takeover ? "edit.endTakeoverNote" : "edit.endModeNote"));
    } };
}

/** Any line of the grammar as it can be typed; what the appliance says of it stands below. */
export function makeLineForm(change) {
    const text = el("textarea", { rows: 3, autocapitalize: "off", autocomplete: "off", spellcheck: "false" });
    const hint = el("p", { class: "list-note", id: "edit-line-hint" }, t("edit.lineNote"), " ", el("code", { lang: "en", text: t("edit.example") }));
    const action = makeAction(t("edit.look"), () => marking(form, async () => {
        const line = text.value.trim().replace(/\s+/g, " ");
        if (!line) throw new Missing(t("edit.noLine"), text);
        try {
            const done = await change(/^(?:set|takeover|end|see|undo)\b(?!:)/.test(line) ? line : `set ${line}`);
            if (done) text.value = "";
            return done;
        } catch (problem) {
            throw new Missing(problem.message, text);
        }
    }), { kind: "strong" });
    action.line.id = "edit-line-result";
    text.setAttribute("aria-describedby", [hint.id, action.line.id].join(" "));
    const codes = el("dl", { class: "codes" });
    let drawn = "";
    const form = makeLookForm([field(t("edit.line"), text), hint], action);
    return { root: form, codes,
        /** The modes by key, and the maps by code. */
        offer(rows) {
            if (JSON.stringify(rows) === drawn) return;
            drawn = JSON.stringify(rows);
            codes.replaceChildren(...rows.flatMap(([code, name]) => [el("dt", {}, el("code", { text: code })), el("dd", { text: name })]));
        } };
}
