// What was hidden together in a game, and taking it back.

import { el } from "./dom.js";
import { hasWords, t } from "./words.js";
import { sureButton } from "./checkedform.js";
import { gamePath, page } from "./gamecalls.js";
import { laterPanel, pagedRows } from "./laterpanel.js";
import { ask } from "./session.js";
import { momentText, resultLine } from "./siteforms.js";

/** What goes on is asked for again after this, in milliseconds. */
const pause = 2000;

/** The list, and what asks for it anew. */
export function hidingsPanel(slug) {
    let [anew, timer] = [() => {}, null];
    const root = laterPanel(t("dev.hidings"), async (again) => {
        anew = again;
        clearTimeout(timer);
        let goesOn = false;
        const rows = await pagedRows(async (next) => {
            const answer = await page(gamePath(slug, "hidings"), next);
            goesOn ||= answer.hidings.some((one) => one.state === "hiding" || one.state === "undoing");
            return { items: answer.hidings, next: answer.next };
        }, (one) => row(slug, one, again), t("dev.noHidings"));
        const tick = () => {
            if (!root.isConnected) return;
            // Whoever is just being asked is not interrupted.
            if (root.querySelector(".sure:not([hidden])")) timer = setTimeout(tick, pause);
            else again();
        };
        if (goesOn) timer = setTimeout(tick, pause);
        return rows;
    });
    return [root, () => anew()];
}

function row(slug, one, again) {
    const line = resultLine();
    const undo = sureButton(t("dev.undo"), t("dev.undoSure", { count: one.results }), async () => {
        const now = await ask("POST", gamePath(slug, "hidings", String(one.hiding), "undo"));
        await again(t(now.state === "undone" ? "dev.undone" : "dev.undoing"));
    }, { line, kind: "quiet" });
    undo.hidden = one.state !== "hidden";
    const state = hasWords(`dev.hiding.${one.state}`) ? t(`dev.hiding.${one.state}`, { time: momentText(one.undoneUntil) }) : one.state;
    return el("li", {}, el("div", {},
        el("p", {}, el("strong", { text: t("dev.hiding", { number: one.hiding }) }), `: ${t("dev.previewResults", { count: one.results })}`),
        el("p", { class: "small" }, el("bdi", { text: selectionText(one.selection) })),
        el("p", { class: "small", text: `${momentText(one.at)} · ${state}` }), line), undo);
}

/** What was meant, in words. */
function selectionText(wish) {
    const told = { since: momentText(wish.since), until: momentText(wish.until) };
    return ["player", "board", "since", "until", "above", "below", "result"].filter((name) => wish[name] !== undefined)
        .map((name) => t(`dev.meant.${name}`, { value: told[name] || String(wish[name]) })).join(", ");
}
