// Small parts that the forms of the app are made of.

import { el, setText, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { sentence } from "/app/ask.js";

/** A page with its title, which is that of all that is on the screen: beside a list that title is hidden meanwhile. */
export function sheet(title, ...children) {
    return el("section", { class: "sheet" }, el("h1", { text: title }), ...children);
}

/** A part of a page with a title. */
export function sheetPart(title, ...children) {
    return el("section", { class: "sheet" }, el("h2", { text: title }), ...children);
}

let numbering = 0;

/** A label above its control. */
export function field(label, control) {
    numbering += 1;
    control.id ||= `field-${numbering}`;
    return el("div", { class: "field" }, el("label", { for: control.id, text: label }), control);
}

/** Asks before something goes that does not come back; answers whether the person wants it. */
export function confirmed(words, label) {
    const yes = el("button", { type: "submit", class: "danger", value: "yes", text: label });
    const no = el("button", { type: "submit", class: "quiet", value: "no", text: t("page.cancel") });
    const dialog = el("dialog", { class: "asks", "aria-label": label }, el("form", { method: "dialog" },
        el("p", { text: words }), el("div", { class: "actions" }, yes, no)));
    document.body.append(dialog);
    return new Promise((answer) => {
        dialog.addEventListener("close", () => {
            dialog.remove();
            answer(dialog.returnValue === "yes");
        }, { once: true });
        dialog.showModal();
        no.focus();
    });
}

/** Where it is said what came of a button. */
export function resultLine() {
    return el("p", { class: "result", role: "status", hidden: true });
}

/**
 * A button with a line for what came of it. `run()` answers words, or throws; while it runs the button waits.
 * With `sure`, a dialog says first what goes; `line` may be one that several
 * buttons share.
 */
export function makeAction(label, run, { sure = null, kind = "quiet", line = resultLine() } = {}) {
    const button = el("button", { type: "button", class: kind, text: label });
    function say(words, isBad = false) {
        setText(line, words);
        line.classList.toggle("bad", isBad);
        show(line, Boolean(words));
    }
    async function go() {
        if (button.getAttribute("aria-busy") === "true") return;
        if (sure && !await confirmed(typeof sure === "function" ? sure() : sure, label)) return;
        button.setAttribute("aria-busy", "true");
        try {
            say(sentence(await run()));
        } catch (problem) {
            say(sentence(problem.message), true);
        }
        button.removeAttribute("aria-busy");
    }
    button.addEventListener("click", go);
    return { button, line, say, go, nodes: [button, line] };
}

/** A code to be typed in, with its button; Enter sends. */
export function makeCodeForm({ label, button, pattern, numeric, send }) {
    const input = el("input", { type: "text", autocomplete: "one-time-code", autocapitalize: "characters",
        spellcheck: "false", inputmode: numeric ? "numeric" : "text", maxlength: 16, required: true });
    const action = makeAction(button, () => {
        const code = input.value.replace(/[\s-]/g, "").toUpperCase();
        if (!pattern.test(code)) throw new Error(t(numeric ? "code.digits" : "code.letters"));
        return send(code);
    }, { kind: "strong" });
    action.button.type = "submit";
    const form = el("form", { class: "code-form", novalidate: true }, field(label, input), ...action.nodes);
    action.button.removeEventListener("click", action.go);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        action.go();
    });
    return { form, fill(code) { input.value = code; input.focus(); } };
}
