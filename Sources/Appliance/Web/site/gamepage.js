// One game: its parts, one at a time, as the address says.

import { el, setChildren } from "./dom.js";
import { t } from "./words.js";
import { gameAuditPanel } from "./gameaudit.js";
import { gameBansPanel } from "./gamebans.js";
import { boardPanel, boardsPanel, newBoardPanel } from "./gameboards.js";
import { gameHash, ownGame, watchGame } from "./gamecalls.js";
import { gamePanel } from "./gameform.js";
import { gameHidingPart } from "./gamehiding.js";
import { gameKeysPanel } from "./gamekeys.js";
import { gameSign } from "./gamelist.js";
import { gameLookPart } from "./gamelook.js";
import { gameResultsPanel } from "./gameresults.js";

/** Parts of a game with their words, in the order in which they are offered. */
const parts = {
    game: [gamePanel, "dev.game"], boards: [boardsPart, "dev.boards"], keys: [gameKeysPanel, "dev.keys"], look: [gameLookPart, "dev.look"],
    results: [gameResultsPanel, "dev.results"], hide: [gameHidingPart, "dev.hideMany"], bans: [gameBansPanel, "dev.bans"],
    audit: [gameAuditPanel, "dev.audit"],
};

/** A game's page; `rest` is what stands behind its name in the address. */
export function gamePage(app, slug, rest) {
    const [wanted, ...further] = rest;
    const name = wanted === "new-board" ? "boards" : Object.hasOwn(parts, wanted ?? "") ? wanted : "game";
    const chips = Object.entries(parts).map(([one, [, words]]) => el("li", {}, el("a", {
        class: "chip", href: gameHash(slug, one), "aria-current": one === name ? "true" : null, text: t(words),
    })));
    const shown = wanted === "new-board" ? newBoardPanel(app, slug) : parts[name][0](app, slug, further);
    return el("div", { class: "office-part" }, head(slug),
        el("nav", { "aria-label": t("dev.gameParts") }, el("ul", { class: "chips" }, ...chips)), shown);
}

function boardsPart(app, slug, [board]) {
    return board ? boardPanel(app, slug, board) : boardsPanel(app, slug);
}

/** The game's name and sign; until they have come, its name in paths. */
function head(slug) {
    const name = el("p", { class: "game-name" }, el("bdi", { text: slug }));
    const text = el("div", { class: "game-text" }, name);
    const root = el("div", { class: "game-head" }, text);
    watchGame((game) => {
        if (game.game !== slug) return;
        const link = el("a", { href: `/games/${encodeURIComponent(slug)}`, text: t("dev.toPage") });
        setChildren(root, [gameSign(game), text]);
        setChildren(text, [el("p", { class: "game-name" }, el("bdi", { text: game.name })), el("p", { class: "small" }, link)]);
    });
    ownGame(slug).catch(() => {
        // The part below says what is wrong.
    });
    return root;
}
