// The form of one map alert.

import { el, setChildren, setText, show, titled } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { dayName, days } from "/app/alerts.js";
import { field } from "/app/parts.js";

/** Twelve hours: no rotation is longer. */
const longest = 720;
let numbering = 0;

/** `alert` is what is changed, or null for a new one; `save(alert)` and `cancel()` end it. */
export function makeAlertForm({ modes: listed, alert, save, cancel }) {
    numbering += 1;
    const modes = alert ? withOwn(listed, alert) : listed;
    const mode = select(modes.map((one) => [one.mode, one.name]), alert?.mode);
    const map = select([], null);
    const minutes = el("input", { type: "number", min: 0, max: longest, step: 1, inputmode: "numeric" });
    minutes.value = String(alert?.minutesBefore ?? 15);
    const often = [["always", t("alert.always")], ["once", t("alert.once")]];
    const repeat = choices("repeat", often, alert?.repeat ?? "always");
    const boxes = days.map((day, place) => box(dayName(place), alert ? alert.days.includes(day) : true));
    const [from, to] = [timeField(alert?.from), timeField(alert?.to)];
    const problem = el("p", { class: "result bad", role: "alert", hidden: true });
    const root = el("form", { class: "alert-form", novalidate: true },
        field(t("alert.mode"), mode), field(t("alert.map"), map),
        field(t("alert.minutes"), minutes), repeat.root,
        fieldset(t("alert.days"), boxes.map((one) => one.root)),
        el("div", { class: "pair" }, field(t("alert.from"), from), field(t("alert.to"), to)), problem,
        el("div", { class: "actions" },
            el("button", { type: "submit", class: "strong", text: t("alert.save") }),
            button(t("alert.cancel"), cancel)));

    function showMaps() {
        const maps = modes.find((one) => one.mode === mode.value)?.maps ?? [];
        const chosen = map.value || alert?.map || "";
        const offered = [["", t("alert.anyMap")], ...maps];
        setChildren(map, offered.map(([value, text]) => el("option", { value, text })));
        map.value = maps.some(([code]) => code === chosen) ? chosen : "";
    }

    function wanted() {
        const number = Number(minutes.value);
        if (minutes.value === "" || !Number.isInteger(number) || number < 0 || number > longest) {
            return [null, t("alert.badMinutes", { most: longest })];
        }
        const chosen = days.filter((_, place) => boxes[place].input.checked);
        if (chosen.length === 0) return [null, t("alert.noDay")];
        if (Boolean(from.value) !== Boolean(to.value)) return [null, t("alert.oneTime")];
        if (from.value && from.value === to.value) return [null, t("alert.sameTime")];
        return [{ mode: mode.value, map: map.value || null, minutesBefore: number, repeat: repeat.value(),
            days: chosen, from: from.value || null, to: to.value || null }, null];
    }

    mode.addEventListener("change", showMaps);
    root.addEventListener("submit", (event) => {
        event.preventDefault();
        const [made, complaint] = wanted();
        setText(problem, complaint ?? "");
        show(problem, complaint !== null);
        if (made) save(made);
    });
    showMaps();
    return { root, focus: () => mode.focus() };
}

/** What an alert is about stays a choice while it is not listed: saving another field must not change it. */
function withOwn(modes, { mode, map }) {
    const all = modes.some((one) => one.mode === mode) ? modes : [...modes, { mode, name: titled(mode), maps: [] }];
    const isOwn = (one) => one.mode === mode && map !== null && !one.maps.some(([code]) => code === map);
    return all.map((one) => (isOwn(one) ? { ...one, maps: [...one.maps, [map, map]] } : one));
}

function select(options, chosen) {
    const node = el("select", {}, ...options.map(([value, text]) => el("option", { value, text })));
    if (options.some(([value]) => value === chosen)) node.value = chosen;
    return node;
}

function choices(name, options, chosen) {
    const inputs = options.map(([value]) => el("input",
        { type: "radio", name: `${name}-${numbering}`, value, checked: value === chosen }));
    const root = fieldset(t("alert.howOften"), options.map(([, text], place) => chip(inputs[place], text)));
    return { root, value: () => inputs.find((one) => one.checked)?.value ?? options[0][0] };
}

function box(text, isOn) {
    const input = el("input", { type: "checkbox", checked: isOn });
    return { input, root: chip(input, text) };
}

function chip(input, text) {
    return el("label", { class: "chip-box" }, input, el("span", { text }));
}

function fieldset(legend, chips) {
    return el("fieldset", { class: "chips-set" }, el("legend", { text: legend }), ...chips);
}

/** A time of day, empty for none. */
export function timeField(value) {
    const input = el("input", { type: "time" });
    input.value = value ?? "";
    return input;
}

function button(text, act) {
    const node = el("button", { type: "button", class: "quiet", text });
    node.addEventListener("click", act);
    return node;
}
