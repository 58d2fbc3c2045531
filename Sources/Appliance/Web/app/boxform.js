// The controls for the appliance's settings: each shows and reads one value as the API has it.

import { el, setText, show } from "/assets/dom.js";
import { viewersZone } from "/assets/locale.js";
import { t } from "/assets/words.js";
import { timeField } from "/app/alertform.js";
import { field } from "/app/parts.js";
import { makeSwitch } from "/app/signs.js";

/** As in the settings file (docs/configuration.md). */
const longestName = 20;
const seconds = { least: 2, most: 60 };
/** What quiet hours begin with where there were none. */
const usual = { on: false, from: "23:00", to: "07:00" };

/** One for each setting that a phone may change, in the order of the sheet. */
export function makeBoxFields() {
    return [nameField(), quietField(), zoneField(), clockField(), pageField(), switchField("anyDownIsAll")];
}

/**
 * A setting with what stands below it when a phone changed it. `read()` answers the value or throws words,
 * `write` shows one, `words` says one.
 */
function makeField(name, nodes, { read, write, words }) {
    const source = el("p", { class: "list-note" });
    const back = el("button", { type: "button", class: "quiet", text: t("box.asFile"),
        "aria-label": t("box.backThis", { name: t(`box.${name}`) }) });
    const changed = el("div", { class: "setting-source", hidden: true }, source, back);
    const root = el("div", { class: "setting" }, ...nodes, changed);
    let isTouched = false;
    root.addEventListener("input", () => { isTouched = true; });
    return { name, root, back, read,
        get isTouched() { return isTouched; },
        /** Takes what the appliance says; what the person is changing stays, unless `isForced`. */
        show(known, isForced = false) {
            isTouched &&= !isForced;
            if (!isTouched) write(known.value);
            setText(source, t("box.fromPhone", { file: words(known.file) }));
            show(changed, known.source === "phone");
        } };
}

function nameField() {
    const input = el("input", { type: "text", maxlength: longestName, autocomplete: "off" });
    const hint = el("p", { class: "list-note", id: "box-name-hint", text: t("box.nameHint") });
    input.setAttribute("aria-describedby", hint.id);
    return makeField("name", [field(t("box.name"), input), hint], {
        read() {
            const name = input.value.trim();
            if (!name) throw new Error(t("box.badName"));
            return name;
        },
        write(value) { input.value = value; }, words: String,
    });
}

function zoneField() {
    const select = el("select");
    const ours = viewersZone() ?? "";
    const here = el("button", { type: "button", class: "quiet", text: t("box.thisZone", { zone: ours }) });
    const offer = (zones) => select.append(...zones.map((zone) => el("option", { value: zone, text: zone })));
    select.append(el("option", { value: "", text: t("box.ownZone"), hidden: true }));
    offer(["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? [])]);
    function write(value) {
        const known = [...select.options].map((option) => option.value);
        offer([value, ours].filter((zone) => zone && !known.includes(zone)));
        select.value = value ?? "";
        show(here, ours !== "" && select.value !== ours);
    }
    here.addEventListener("click", () => {
        write(ours);
        select.dispatchEvent(new Event("input", { bubbles: true }));
        select.focus();
    });
    select.addEventListener("input", () => show(here, ours !== "" && select.value !== ours));
    return makeField("timeZone", [field(t("box.timeZone"), select), here], {
        read: () => select.value || null, write, words: (value) => value ?? t("box.ownZone"),
    });
}

function clockField() {
    const select = el("select", {}, ...["24h", "12h"].map((value) =>
        el("option", { value, text: t(`box.clock${value}`) })));
    return makeField("clock", [field(t("box.clock"), select)], {
        read: () => select.value, write(value) { select.value = value; },
        words: (value) => t(`box.clock${value}`),
    });
}

function pageField() {
    const input = el("input", { type: "number", min: seconds.least, max: seconds.most, step: 1,
        inputmode: "numeric" });
    return makeField("secondsPerPage", [field(t("box.secondsPerPage"), input)], {
        read() {
            const number = Number(input.value);
            const isGood = Number.isInteger(number) && number >= seconds.least && number <= seconds.most;
            if (!isGood) throw new Error(t("box.badSeconds"));
            return number;
        },
        write(value) { input.value = String(value); }, words: String,
    });
}

function quietField() {
    const [from, to] = [timeField(usual.from), timeField(usual.to)];
    const hours = el("div", { class: "pair" }, field(t("box.from"), from), field(t("box.until"), to));
    const toggle = makeSwitch(t("box.quietHours"), (on) => show(hours, on));
    const input = toggle.root.querySelector("input");
    const note = el("p", { class: "list-note", text: t("box.quietNote") });
    return makeField("quietHours", [toggle.root, note, hours], {
        read() {
            if (!from.value || !to.value) throw new Error(t("box.badHours"));
            return { on: input.checked, from: from.value.slice(0, 5), to: to.value.slice(0, 5) };
        },
        write(value) {
            const known = value ?? usual;
            toggle.set(known.on);
            [from.value, to.value] = [known.from, known.to];
            show(hours, known.on);
        },
        words(value) {
            if (!value) return t("box.none");
            return t(value.on ? "box.hours" : "box.offHours", value);
        },
    });
}

function switchField(name) {
    const toggle = makeSwitch(t(`box.${name}`), () => {});
    const input = toggle.root.querySelector("input");
    return makeField(name, [toggle.root], {
        read: () => input.checked, write: (value) => toggle.set(value),
        words: (value) => t(value ? "box.on" : "box.off"),
    });
}
