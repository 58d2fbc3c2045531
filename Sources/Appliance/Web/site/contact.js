// The form on the page "About". It works without this; with it nothing is loaded anew, and what is wrong stands beside its field.

import { el, setText, show } from "./dom.js";
import { codeWords } from "./reasons.js";
import { resultLine, say, sentence } from "./siteforms.js";
import { speak, t } from "./words.js";

/** An answer that takes longer than this counts as none, in milliseconds. */
const patience = 20_000;
/** What the box takes for an address. */
const plainAddress = /^[A-Za-z0-9!#$%&'*+\-/=?^_\x60{|}~.]{1,64}@[A-Za-z0-9][A-Za-z0-9-]*(\.[A-Za-z0-9][A-Za-z0-9-]*)+$/;
/** What nobody sees, which the box does not take; lines and tabs are no part of it. */
const invisible = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/u;

const form = document.querySelector("form[action]");
const button = form.querySelector("button");
const sent = document.querySelector("#sent");
const line = resultLine();
const fields = ["name", "address", "text"].map((name) => makeField(form.elements.namedItem(name)));
let words = null;

/** A field with the line below it that says what is wrong with it. */
function makeField(control) {
    const why = el("p", { class: "result bad", id: `${control.id}-why` });
    control.after(why);
    control.setAttribute("aria-describedby", why.id);
    const field = { control, name: control.name, complain(text) {
        setText(why, text);
        if (text) control.setAttribute("aria-invalid", "true");
        else control.removeAttribute("aria-invalid");
    } };
    control.addEventListener("input", () => field.complain(""));
    return field;
}

/** What is sent of a field. */
function valueOf({ control, name }) {
    return name === "address" ? control.value.trim() : control.value.replaceAll("\t", " ");
}

/** What the box would refuse of a field, in words; empty: nothing. */
function complaint(field) {
    const value = valueOf(field);
    if (value.trim() === "") return t("site.contact.missing");
    const [bytes, most] = [new TextEncoder().encode(value).length, field.control.maxLength];
    if (bytes > most) return t("site.contact.long", { count: Math.ceil((bytes - most) * value.length / bytes) });
    if (field.name === "address") return plainAddress.test(value) ? "" : sentence(t("code.email-not-allowed"));
    const found = invisible.exec(value);
    return found ? t("site.contact.sign", { sign: signAt(value, found.index) }) : "";
}

/** What is seen at a place of a text, such as a picture that an invisible sign joins of several, and the sign's number. */
function signAt(text, place) {
    const number = `U+${text.codePointAt(place).toString(16).toUpperCase().padStart(4, "0")}`;
    const seen = Intl.Segmenter ? new Intl.Segmenter().segment(text).containing(place).segment : "";
    return `${seen.replace(/[\p{Cc}\p{Co}\p{Cn}]/gu, "")} ${number}`.trim();
}

/** Loaded when somebody is about to write: who only reads the page needs none of it. */
async function loadWords() {
    words ??= fetch(`/assets/${document.documentElement.lang}.json`).then(async (answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        speak(await answer.json());
    });
    try {
        await words;
        return true;
    } catch {
        words = null;
        return false;
    }
}

/** Sends the message; answers what went wrong as `{ field, words }`, or null. */
async function send() {
    const wish = Object.fromEntries(fields.map((one) => [one.name, valueOf(one)]));
    wish.website = form.elements.namedItem("website").value;
    let answer;
    try {
        answer = await fetch(form.getAttribute("action"), { method: "POST", body: JSON.stringify(wish), cache: "no-store", credentials: "omit",
            headers: { "Accept": "application/json", "Content-Type": "application/json" }, signal: AbortSignal.timeout?.(patience) });
    } catch {
        return { words: t("dev.unreachable") };
    }
    const said = await answer.json().catch(() => null);
    if (answer.ok) return said?.received === true ? null : { words: t("dev.unreachable") };
    return refusalOf(answer, said);
}

/** What the box said no to, beside its field where it names one. */
function refusalOf(answer, problem) {
    const minutes = Math.ceil(Number(answer.headers.get("Retry-After")) / 60) || 1;
    if (answer.status === 429) return { words: t("site.contact.wait", { minutes }) };
    const known = codeWords(problem?.code);
    if (known) return { words: known };
    if (!problem?.detail) return { words: t("ask.answered", { status: String(answer.status) }) };
    const kind = [400, 403, 404, 503].includes(answer.status) ? answer.status : "other";
    const name = /^(\w+): /.exec(problem.detail)?.[1];
    return { field: fields.find((one) => one.name === name), words: t(`refusal.${kind}`, { detail: problem.detail }) };
}

async function submit() {
    say(line, "");
    show(sent, false);
    const wrong = fields.filter((one) => {
        const text = complaint(one);
        one.complain(text);
        return text !== "";
    });
    if (wrong.length > 0) {
        wrong[0].control.focus();
        return;
    }
    const refusal = await send();
    if (refusal?.field) {
        refusal.field.complain(sentence(refusal.words));
        refusal.field.control.focus();
    } else if (refusal) {
        say(line, refusal.words, true);
    } else {
        fields.find((one) => one.name === "text").control.value = "";
        sent.classList.add("shown");
        show(sent, true);
        sent.focus();
    }
}

form.append(line);
form.noValidate = true;
form.addEventListener("focusin", loadWords);
form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    // Without words the form is what it is without this.
    if (await loadWords()) await submit();
    else form.submit();
    button.removeAttribute("aria-busy");
});
