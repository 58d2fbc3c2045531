// Entries of forms that are checked before anything is sent: what is wrong stands below the entry that it is about.

import { el } from "./dom.js";
import { t } from "./words.js";
import { field, sentence, textInput } from "./siteforms.js";

/**
 * A control with its label. `get()` and `set(text)` speak text, `told(text)` is for people;
 * `check(text)` answers what is wrong with it, or null.
 */
function entry(name, label, control, { note = null, check = null } = {}) {
    return {
        name, label, control, root: field(label, control, note), check: check ?? (() => null),
        get: () => control.value, set: (text) => { control.value = text; }, told: (text) => text,
    };
}

/** A line of text. */
export function textEntry(name, label, { note, check, ...props } = {}) {
    return entry(name, label, textInput(props), { note, check });
}

/** Several lines of text. */
export function areaEntry(name, label, { note, check, ...props } = {}) {
    return entry(name, label, el("textarea", { rows: 4, ...props }), { note, check });
}

/** One of several; `options` are pairs of value and words. */
export function choiceEntry(name, label, options, { note, value = "", ...props } = {}) {
    const control = el("select", props, ...options.map(([one, words]) => el("option", { value: one, text: words })));
    control.value = value;
    const made = entry(name, label, control, { note });
    made.told = (text) => options.find(([one]) => one === text)?.[1] ?? text;
    return made;
}

/** Any of several; its text are the chosen values with commas between. */
export function choicesEntry(name, label, options) {
    const boxes = options.map(([value]) => el("input", { type: "checkbox", value }));
    const rows = options.map(([, words], at) => el("label", { class: "choice" }, boxes[at], el("span", { text: words })));
    const root = el("fieldset", {}, el("legend", { text: label }), ...rows);
    return {
        name, label, control: boxes[0], root, check: () => null,
        get: () => boxes.filter((one) => one.checked).map((one) => one.value).join(","),
        set: (text) => boxes.forEach((one) => { one.checked = text.split(",").includes(one.value); }),
        told: (text) => options.filter(([value]) => text.split(",").includes(value)).map(([, words]) => words).join(", "),
    };
}

/** An instant by the clock of this browser; its text is that of the wire, or nothing. */
export function momentEntry(name, label, { note } = {}) {
    const control = el("input", { type: "datetime-local" });
    const made = entry(name, label, control, { note, check: () => (control.validity.badInput ? t("dev.badMoment") : null) });
    made.get = () => {
        const at = Date.parse(control.value);
        return Number.isFinite(at) ? `${new Date(at).toISOString().slice(0, 19)}Z` : "";
    };
    return made;
}

/** Says below an entry what is wrong with it; nothing takes that away. */
export function mark(one, words) {
    const { control, root } = one;
    one.hint ??= control.getAttribute("aria-describedby") ?? "";
    root.querySelector(".wrong")?.remove();
    if (!words) {
        control.removeAttribute("aria-invalid");
        if (one.hint) control.setAttribute("aria-describedby", one.hint);
        else control.removeAttribute("aria-describedby");
        return;
    }
    const line = el("p", { class: "wrong", id: `${control.id || one.name}-wrong`, text: sentence(words) });
    root.append(line);
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", `${line.id} ${one.hint}`.trim());
}

/** Marks what is wrong and goes to the first of it; answers whether anything was. */
export function markWrong(entries) {
    let first = null;
    for (const one of entries) {
        const words = one.root.hidden || one.control.disabled ? null : one.check(one.get());
        mark(one, words);
        if (words) first ??= one;
    }
    first?.control.focus();
    return first !== null;
}

/** A check: something was typed. */
export function needed(text) {
    return text.trim() ? null : t("dev.needed");
}

/** A name in paths. */
export function pathName(text) {
    return /^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/.test(text) ? null : t("dev.badSlug");
}

/** A whole number that a browser keeps as it is, or nothing. */
export function wholeNumber(text) {
    const value = text.trim().replace("−", "-");
    return value === "" || (/^-?\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value))) ? null : t("dev.badNumber");
}

/** The number of such a text; undefined where nothing was typed. */
export function numberOf(text) {
    const value = text.trim().replace("−", "-");
    return value === "" ? undefined : Number(value);
}

/** A list with one more in the second place. */
export function secondly(rows, one) {
    return [rows[0], one, ...rows.slice(1)];
}
