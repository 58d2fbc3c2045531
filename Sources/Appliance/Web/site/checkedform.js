// Forms of the games: checked before they are sent, refusals beside what caused them, and another change that came first.

import { el, setChildren } from "./dom.js";
import { t } from "./words.js";
import { mark, markWrong } from "./entries.js";
import { makeButton, perform, resultLine, say } from "./siteforms.js";

/** A form whose entries are checked; `run()` answers words, or nothing. */
export function checkedForm(label, entries, parts, run, { kind = "strong", line = resultLine() } = {}) {
    const button = el("button", { class: kind, text: label });
    const form = el("form", { novalidate: true }, ...parts, el("div", { class: "actions" }, button), line);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        say(line, "");
        if (!markWrong(entries)) perform(button, line, () => beside(entries, run));
    });
    return form;
}

/** Runs; a refusal that names an entry is said there. */
async function beside(entries, run) {
    try {
        return await run();
    } catch (problem) {
        const [, name, words] = /^(\w+): (.+)$/s.exec(problem.status === 400 ? problem.problem?.detail ?? "" : "") ?? [];
        const one = entries.find((each) => each.name === name);
        if (!one) throw problem;
        mark(one, words);
        one.control.focus();
        return null;
    }
}

/**
 * A form for something that has versions. `textsOf(thing)` are the texts of its entries, `send(version)` sends what was
 * typed. Where another change came first all that was typed stays, and beside it is what is there now.
 */
export function versionedForm({ label, entries, parts, thing, textsOf, send, conflict }) {
    let { version } = thing;
    const clash = el("div", { class: "clash", role: "status" });
    const line = resultLine();
    const write = (texts) => entries.forEach((one) => {
        if (texts[one.name] !== undefined) one.set(texts[one.name]);
    });

    function tell(current) {
        ({ version } = current);
        const texts = textsOf(current);
        const others = entries.filter((one) => texts[one.name] !== undefined && texts[one.name] !== one.get());
        const rows = others.map((one) => el("li", {}, el("strong", { text: `${one.label}: ` }),
            el("bdi", { text: one.told(texts[one.name]) || t("dev.nothing") })));
        const take = makeButton(t("dev.takeTheirs"), () => {
            write(texts);
            setChildren(clash, []);
            entries[0].control.focus();
        }, { line });
        setChildren(clash, [el("p", { text: conflict }), el("ul", { class: "points" }, ...rows), el("div", { class: "actions" }, take)]);
    }

    const form = checkedForm(label, entries, parts, async () => {
        try {
            const words = await send(version);
            setChildren(clash, []);
            return words;
        } catch (problem) {
            if (problem.status !== 409 || !problem.problem?.current) throw problem;
            tell(problem.problem.current);
            return null;
        }
    }, { line });
    form.append(clash);
    write(textsOf(thing));
    return form;
}

/** A button that asks once more, in words, before it does what cannot be taken back. */
export function sureButton(label, question, run, { line, kind = "danger" }) {
    const ask = el("button", { type: "button", class: kind, text: label });
    const yes = makeButton(t("dev.yes"), async () => {
        const words = await run();
        turn(false);
        return words;
    }, { line, kind, name: `${t("dev.yes")}: ${label}` });
    const no = el("button", { type: "button", class: "quiet", text: t("dev.no") });
    const inner = el("div", { class: "sure", role: "group", "aria-label": question, hidden: true },
        el("p", { text: question }), el("div", { class: "actions" }, yes, no));

    function turn(isOpen) {
        const isHere = inner.contains(document.activeElement);
        inner.hidden = !isOpen;
        ask.hidden = isOpen;
        if (isOpen) no.focus();
        else if (isHere) ask.focus();
    }

    ask.addEventListener("click", () => turn(true));
    no.addEventListener("click", () => turn(false));
    return el("div", { class: "sure-part" }, ask, inner);
}
