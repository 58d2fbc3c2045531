// Results of a game, and judging them one by one.

import { el, setText } from "./dom.js";
import { hasWords, t } from "./words.js";
import { gameHash, gamePath, ownGame, page } from "./gamecalls.js";
import { gameExportPanel } from "./gameexport.js";
import { laterPanel, pagedRows } from "./laterpanel.js";
import { ask } from "./session.js";
import { makeButton, momentText, resultLine } from "./siteforms.js";

const states = ["flagged", "held", "hidden", "any"];

/** Those that somebody should look at, or those in another state. */
export function gameResultsPanel(app, slug, [wanted]) {
    const state = states.includes(wanted) ? wanted : "flagged";
    const chips = states.map((one) => el("li", {}, el("a", {
        class: "segment", href: gameHash(slug, "results", one), "aria-current": one === state ? "true" : null, text: t(`dev.show.${one}`),
    })));
    const results = laterPanel(t("dev.results"), async () => {
        const boards = new Map((await ownGame(slug)).boards.map((one) => [one.board, one.name]));
        const rows = await pagedRows(async (next) => {
            const answer = await page(gamePath(slug, "results"), next, { state });
            return { items: answer.results, next: answer.next };
        }, (one) => row(slug, one, boards), t(`dev.none.${state}`));
        return [el("nav", { "aria-label": t("dev.whichResults") }, el("ul", { class: "segments" }, ...chips)),
            el("p", { class: "small", text: t(`dev.about.${state}`) }), ...rows];
    });
    return el("div", { class: "office-part" }, results, gameExportPanel(slug));
}

function row(slug, one, boards) {
    const line = resultLine();
    const name = `${one.scoreText}, ${one.player.name}`;
    const state = el("span", { class: "state-word" });
    const judge = (act, label, told, saidOf) => makeButton(label, async () => {
        const answer = await ask("POST", gamePath(slug, "results", String(one.number), act)).catch((problem) => {
            throw problem.status === 404 ? new Error(t("dev.resultGone")) : problem;
        });
        turn(answer.state, true);
        return told;
    }, { line, name: saidOf });
    const accept = judge("restore", t("dev.accept"), t("dev.accepted"), t("dev.acceptOne", { name }));
    const hide = judge("hide", t("dev.hideResult"), t("dev.hiddenNow"), t("dev.hideResultOne", { name }));

    function turn(now, isJudged) {
        const held = document.activeElement;
        setText(state, t(`dev.state.${now}`));
        state.className = `state-word is-${now}`;
        accept.hidden = now === "counts" && (isJudged || !one.reasons?.length);
        hide.hidden = now === "hidden";
        // Who pressed one goes on with the other.
        if (held === accept && accept.hidden) hide.focus();
        if (held === hide && hide.hidden) accept.focus();
    }

    turn(one.state, false);
    const facts = [boards.get(one.board) ?? one.board, momentText(one.at)].join(" · ");
    const reasons = (one.reasons ?? []).map((reason) => el("li", { text: hasWords(`dev.reason.${reason}`) ? t(`dev.reason.${reason}`) : reason }));
    const more = [
        link(gameHash(slug, "hide", one.player.code), t("dev.hideOfPlayer"), t("dev.hideOfPlayerOne", { name: one.player.name })),
        link(gameHash(slug, "bans", one.player.code), t("dev.ban"), t("dev.banOne", { name: one.player.name })),
    ];
    return el("li", {}, el("div", {},
        el("p", {}, el("strong", {}, el("bdi", { text: one.scoreText })), " ", state),
        el("p", {}, el("bdi", { text: one.player.name }), " ", el("bdi", { class: "small", translate: "no", text: one.player.code })),
        el("p", { class: "small", text: facts }),
        one.extra ? el("p", { class: "small" }, `${t("dev.extra")} `, el("bdi", { translate: "no", text: one.extra })) : null,
        reasons.length ? el("ul", { class: "points" }, ...reasons) : null, line),
    el("div", { class: "acts" }, accept, hide, ...more));
}

function link(href, text, name) {
    return el("a", { href, text, "aria-label": name });
}
