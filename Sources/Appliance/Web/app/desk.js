// For administrators of a box with games: who may become a developer, and what people wrote to the owner.

import { el, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { makeInvitations } from "/app/invites.js";
import { makeMessages } from "/app/messages.js";
import { sheet } from "/app/parts.js";
import { playOf } from "/app/play.js";
import { isMissing } from "/app/playask.js";

/** Builds the page; `app` is what the app is wired with. */
export function makeDesk(app) {
    const invitations = makeInvitations(app);
    const messages = makeMessages(app);
    const off = el("p", { class: "list-note", text: t("desk.off") });
    const parts = el("div", { class: "desk" }, invitations.root, messages.root);
    const root = sheet(t("settings.developers"), off, parts);
    /** Whether there are games; null while nobody knows. */
    let isThere = null;

    async function load() {
        if (app.device?.administrator !== true) return;
        isThere = await hasGames(app) && await messages.load();
        if (isThere && root.isConnected) await invitations.load();
        app.changed();
    }

    return { root, load, enter() {
        invitations.enter();
        return load();
    }, refresh: () => (root.offsetParent === null ? undefined : load()), get isThere() { return isThere === true; },
    /** `3 unread`: the value of the line. */
    get value() { return messages.unread > 0 ? t("messages.unread", { count: messages.unread }) : ""; },
    update() {
        const isOurs = app.device?.administrator === true;
        show(root, isOurs);
        show(off, isThere === false);
        show(parts, isThere === true);
    } };
}

/** Whether the box has an arena, as far as it can be known: the list of games says so, and is asked for anyway. */
async function hasGames(app) {
    const { games } = playOf(app);
    if (games.isKept || (!games.isKnown && !isMissing(games.error))) await games.load();
    return !isMissing(games.error);
}
