// The developer's games with their figures.

import { el } from "./dom.js";
import { locale, t } from "./words.js";
import { gameHash, ownGames } from "./gamecalls.js";
import { laterPanel } from "./laterpanel.js";

/** The list, and the way to another game. */
export function gamesPanel() {
    return laterPanel(t("dev.games"), async () => {
        const games = await ownGames();
        const add = el("a", { class: "strong", href: "#new-game", text: t("dev.addGame") });
        const rows = games.length ? el("ul", { class: "own-games" }, ...games.map(row)) : el("p", { class: "small", text: t("dev.noGames") });
        return [rows, el("div", { class: "actions" }, add)];
    });
}

/** A game's icon, or its first letter. */
export function gameSign(game) {
    if (game.icon) return el("img", { class: "game-sign", src: game.icon, alt: "", width: 56, height: 56 });
    return el("span", { class: "game-sign letter", "aria-hidden": "true", text: [...game.name][0] });
}

function row(game) {
    const { players = 0, today = 0, month = 0, flagged = 0 } = game.figures ?? {};
    const name = el("a", { class: "game-name", href: gameHash(game.game) }, el("bdi", { text: game.name }));
    const signs = el("p", { class: "small" }, el("bdi", { translate: "no", text: game.game }),
        game.closedAt ? el("span", { text: ` · ${t("dev.closed")}` }) : null);
    const look = flagged ? el("a", { href: gameHash(game.game, "results"), text: flagged.toLocaleString(locale()) }) : null;
    const figures = el("dl", { class: "figures" }, ...figure("dev.players", players), ...figure("dev.today", today), ...figure("dev.month", month),
        ...figure("dev.flagged", flagged, look));
    return el("li", {}, gameSign(game), el("div", { class: "game-text" }, name, signs), figures);
}

function figure(words, count, node = null) {
    return [el("div", {}, el("dt", { text: t(words) }), el("dd", {}, node ?? count.toLocaleString(locale())))];
}
