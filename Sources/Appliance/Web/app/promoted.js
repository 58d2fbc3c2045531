// Games that are promoted and that one does not play yet: a card each, with what it is, what it costs and where it is to be had.

import { el, show, webAddress } from "/assets/dom.js";
import { hasWords, locale, t } from "/assets/words.js";
import { gameSign } from "/app/figure.js";
import { drawRows } from "/app/playparts.js";

/** How games are named in paths. */
const slugForm = /^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/;
/** Somebody else's page opens apart, and hears nothing of this one. */
const apart = { rel: "noopener noreferrer", target: "_blank" };

/** The part of the tab "Games"; hidden while no game is promoted. */
export function makePromoted() {
    const cards = el("ul", { class: "promoted" });
    const root = el("section", { class: "play-part", hidden: true },
        el("div", { class: "part-head" }, el("h2", { text: t("games.promoted") })), cards);
    return { root, draw(games) {
        drawRows(cards, games.map((one) => ({ key: one.game, facts: one, make: () => card(one) })));
        show(root, games.length > 0);
    } };
}

function card(game) {
    const facts = [genreText(game.genre), priceText(game.price, game.currency)].filter(Boolean).join(" · ");
    const text = el("span", { class: "game-text" }, el("bdi", { class: "player-name", text: game.name }),
        facts ? el("span", { class: "player-note", text: facts }) : null);
    return el("li", { class: "play-card promoted-card" }, el("a", { class: "game-link", href: `/app#games/${encodeURIComponent(game.game)}` },
        gameSign(game.game, game.icon), text), way(game));
}

/** Where the game is to be had, else its page on the site; null: nowhere that can be trusted. */
function way(game) {
    const shop = shopOf(game.shop);
    if (shop) return wayTo(game, shop.href, t("site.game.shop", { host: shop.host }));
    return slugForm.test(game.game) ? wayTo(game, `/games/${game.game}`, t("games.page")) : null;
}

function wayTo(game, href, words) {
    return el("a", { class: "promoted-way", href, ...apart, text: words, "aria-label": t("games.way", { words, game: game.name }) });
}

/** The address of a shop: https alone, and nothing before the host that could pass for another one. */
function shopOf(text) {
    const address = typeof text === "string" ? webAddress(text) : null;
    const shop = address && new URL(address);
    return shop && shop.protocol === "https:" && !shop.username && !shop.password ? shop : null;
}

/** In the words of the site; a kind that has none is left out. */
function genreText(genre) {
    const key = `site.genre.${genre}`;
    return hasWords(key) ? t(key) : "";
}

/** `price` is in hundredths of whatever currency; 0: it costs nothing. */
function priceText(price, currency) {
    if (!Number.isSafeInteger(price) || price < 0) return "";
    if (price === 0) return t("site.game.free");
    if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) return "";
    return (price / 100).toLocaleString(locale(), { style: "currency", currency });
}
