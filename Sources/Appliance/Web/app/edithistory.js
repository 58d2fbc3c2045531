// What was changed about the map schedule, by whom, what became of it, and the way back.

import { el, keyed, setText, show } from "/assets/dom.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { authorText, localTimes } from "/app/editwords.js";
import { makeAction, sheetPart } from "/app/parts.js";

/** Changes that stand there at once. */
const mostShown = 5;

/** `change("undo")` takes the newest change back that is in force, after a look. */
export function makeEditHistory(change) {
    const note = el("p", { class: "list-note", text: t("edit.none") });
    const [rows, older] = [el("ol", { class: "edits" }), el("ol", { class: "edits" })];
    const words = el("summary");
    const more = el("details", { class: "later" }, words, older);
    const undo = makeAction(t("edit.undo"), async () => {
        const done = await change("undo");
        if (done) title.focus({ preventScroll: true });
        return done;
    });
    const root = sheetPart(t("edit.changes"), note, undo.line, rows, more);
    const title = root.querySelector("h2");
    title.tabIndex = -1;
    const views = [new Map(), new Map()];
    return { root, update(edits) {
        show(note, edits.length === 0);
        const newest = edits.find((one) => one.state === "inForce");
        const keyOf = (edit) => [edit.version, edit.state, edit === newest, edit.phone].join(" ");
        const row = (edit) => editRow(edit, edit === newest ? undo.button : null);
        keyed(rows, views[0], edits.slice(0, mostShown), keyOf, row);
        keyed(older, views[1], edits.slice(mostShown), keyOf, row);
        // The first rows may all be undone: the button is not folded away then.
        if (newest && edits.indexOf(newest) >= mostShown) more.open = true;
        if (newest) undo.button.setAttribute("aria-label", t("edit.undoThis", { what: localTimes(newest.text) }));
        show(more, edits.length > mostShown);
        setText(words, t("edit.older", { count: edits.length - mostShown }));
    } };
}

function editRow(edit, button) {
    const state = ["inForce", "undone", "overridden", "undo"].find((one) => one === edit.state);
    const facts = [state ? t(`edit.state.${state}`) : String(edit.state), authorText(edit), clockText(instant(edit.at))];
    const root = el("li", { "data-state": edit.state },
        el("p", { class: "edit-text", lang: "en", text: localTimes(edit.text) }),
        el("p", { class: "list-note", text: facts.filter(Boolean).join(" · ") }),
        button ? el("div", { class: "actions" }, button) : null);
    return { root, update() {} };
}
