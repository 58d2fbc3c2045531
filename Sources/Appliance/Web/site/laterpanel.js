// Parts of the page whose content has to be asked for, and lists that go on.

import { el, list, setChildren } from "./dom.js";
import { Questions } from "./questions.js";
import { t } from "./words.js";
import { makeButton, panel, resultLine, say } from "./siteforms.js";

/**
 * A panel; `load(again)` answers what stands below its heading. `again(words, isBad)` asks anew, and says how something
 * went that changed it.
 */
export function laterPanel(title, load) {
    const root = panel(title);
    const [head, line] = [root.firstElementChild, resultLine()];
    const questions = new Questions();

    async function fill(words = "", isBad = false) {
        try {
            await questions.ask(() => load(fill), (parts) => {
                put(parts);
                say(line, words, isBad);
            });
        } catch (problem) {
            put([el("div", { class: "actions" }, makeButton(t("page.tryAgain"), () => fill(), { line }))]);
            say(line, problem.message, true);
        }
    }

    function put(parts) {
        // What somebody stood in is gone: a reader goes on from the heading.
        const isLost = root.contains(document.activeElement);
        setChildren(root, [head, line, ...parts]);
        if (isLost) head.focus({ preventScroll: true });
    }

    setChildren(root, [head, el("p", { class: "small", text: t("dev.loading") })]);
    fill();
    return root;
}

/** Rows with a button for further ones; `load(next)` answers `{ items, next }`. */
export async function pagedRows(load, row, empty) {
    const line = resultLine();
    const rows = el("ul", { class: "sessions" });
    let next = null;
    const more = makeButton(t("dev.more"), async () => {
        const count = rows.childElementCount;
        await add();
        rows.children[count]?.querySelector("a, button")?.focus();
    }, { line });
    const place = el("div", { class: "actions" }, more);

    async function add() {
        const answer = await load(next);
        rows.append(...list(answer.items).map(row));
        next = answer.next ?? null;
        place.hidden = next === null;
    }

    await add();
    if (rows.childElementCount === 0 && next === null) return [el("p", { class: "small", text: empty })];
    return [rows, place, line];
}
