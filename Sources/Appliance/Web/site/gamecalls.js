// What the appliance is asked about a developer's games, and where their parts stand in the address.

import { list } from "./dom.js";
import { t } from "./words.js";
import { ask } from "./session.js";

/** The path of a game, or of something of it. */
export function gamePath(slug, ...parts) {
    return ["/games", slug, ...parts].map((part, at) => (at ? encodeURIComponent(part) : part)).join("/");
}

/** Where a part of a game stands on this page. */
export function gameHash(slug, ...parts) {
    return `#games/${[slug, ...parts].map(encodeURIComponent).join("/")}`;
}

/** Who is told of each game that came anew. */
let watcher = () => {};

/** What is to follow a game from now on, instead of what did until now. */
export function watchGame(told) {
    watcher = told;
}

/** All games of the developer. */
export async function ownGames() {
    return list((await ask("GET", "/games")).games);
}

/** One of them; somebody else's is none. */
export async function ownGame(slug) {
    const game = (await ownGames()).find((one) => one.game === slug);
    if (!game) throw new Error(t("dev.noGame"));
    watcher(game);
    return game;
}

/** Asks for a page of a list: `next` is where the one before ended. */
export async function page(path, next, values = {}) {
    const query = new URLSearchParams({ ...values, ...(next === null ? {} : { before: String(next) }) });
    return await ask("GET", `${path}?${query}`);
}
