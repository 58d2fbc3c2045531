// Forms of the site: fields with their labels, and a button with a line for what came of it.

import { el, setText } from "./dom.js";
import { language, locale, t } from "./words.js";

let numbering = 0;

/** A label above its control; `note`: what stands below it. */
export function field(label, control, note = null) {
    numbering += 1;
    control.id ||= `field-${numbering}`;
    const hint = note === null ? null : el("p", { class: "small", id: `${control.id}-note`, text: note });
    if (hint) control.setAttribute("aria-describedby", hint.id);
    return el("div", { class: "field" }, el("label", { for: control.id, text: label }), control.parentElement ?? control, hint);
}

/** A line of text. */
export function textInput(props) {
    return el("input", { type: "text", autocomplete: "off", spellcheck: "false", ...props });
}

/** The address by which somebody signs in. */
export function emailInput(value = "") {
    return el("input", { type: "email", autocomplete: "username", spellcheck: "false", autocapitalize: "none", required: true, maxlength: 254, value });
}

/** A password that its owner may look at; `kind`: what password managers call it. */
export function secretInput(kind = "current-password") {
    const input = el("input", { type: "password", autocomplete: kind, required: true, maxlength: 128 });
    const look = el("button", { type: "button", class: "quiet", text: t("dev.show"), "aria-pressed": "false" });
    look.addEventListener("click", () => {
        const isShown = input.type === "password";
        input.type = isShown ? "text" : "password";
        setText(look, t(isShown ? "dev.hide" : "dev.show"));
        look.setAttribute("aria-pressed", String(isShown));
    });
    el("div", { class: "secret" }, input, look);
    return input;
}

/** Where it is said what came of something. */
export function resultLine() {
    return el("p", { class: "result", role: "status" });
}

/** Says how something went. */
export function say(line, words, isBad = false) {
    setText(line, sentence(words));
    line.className = words ? `result ${isBad ? "bad" : "good"}` : "result";
}

/** A sentence: first letter large, a full stop. */
export function sentence(words) {
    const text = String(words ?? "").trim();
    if (!text) return "";
    return text[0].toLocaleUpperCase(language()) + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");
}

/** Runs something once at a time; what it answers or throws is said in the line. */
export async function perform(button, line, run) {
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    button.classList.add("busy");
    say(line, "");
    try {
        say(line, await run() ?? "");
    } catch (problem) {
        say(line, problem.message, true);
    }
    button.removeAttribute("aria-busy");
    button.classList.remove("busy");
}

/** A form with its button; `run()` answers words, or nothing. */
export function makeForm(label, parts, run, { kind = "strong", line = resultLine() } = {}) {
    const button = el("button", { class: kind, text: label });
    const form = el("form", { novalidate: true }, ...parts, el("div", { class: "actions" }, button), line);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const missing = [...form.querySelectorAll("[required]")].find((one) => one.value === "");
        if (missing) missing.focus();
        else perform(button, line, run);
    });
    return form;
}

/** A button on its own. */
export function makeButton(label, run, { kind = "quiet", line, name = label } = {}) {
    const button = el("button", { type: "button", class: kind, text: label, "aria-label": name === label ? null : name });
    button.addEventListener("click", () => perform(button, line, run));
    return button;
}

/** A part of the page with a title. */
export function panel(title, ...parts) {
    return el("section", { class: "card panel", "aria-label": title }, el("h2", { text: title, tabindex: "-1" }), ...parts);
}

/** A day with its time, as the language writes it. */
export function momentText(stamp) {
    const at = Date.parse(stamp);
    return Number.isFinite(at) ? new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(at) : "";
}

/** The time of day alone. */
export function clockOf(stamp) {
    const at = Date.parse(stamp);
    return Number.isFinite(at) ? new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(at) : "";
}
