// The tab "Friends": finding somebody, invitations, friends, and what one has sent.

import { el, list, show } from "/assets/dom.js";
import { language, t } from "/assets/words.js";
import { makeErrorPage, makeGhosts } from "/app/groups.js";
import { makePlayerSearch } from "/app/playersearch.js";
import { playOf } from "/app/play.js";
import { trustOf } from "/app/playask.js";
import { drawRows, makePart, playerRow, rowButton } from "/app/playparts.js";

/** Builds the tab; `app` is what the app is wired with. */
export function makeFriends(root, app) {
    const play = playOf(app);
    const ghosts = makeGhosts();
    const errorPage = makeErrorPage(() => app.refresh());
    const search = makePlayerSearch(app);
    const parts = { received: makePart(t("friends.received")), friends: makePart(t("friends.friends")),
        sent: makePart(t("friends.sent")), declined: makePart(t("friends.declined")), blocked: makePart(t("friends.blocked")) };
    parts.received.root.classList.add("gold-part");
    const none = el("p", { class: "empty", hidden: true }, el("span", { text: t("friends.none") }),
        linkToMine());
    const myLink = el("p", { class: "tab-end", hidden: true }, linkToMine());
    root.append(search.root, errorPage.root, ghosts.root, parts.received.root, parts.friends.root, none, parts.sent.root, parts.declined.root,
        parts.blocked.root, myLink);
    const needed = () => [play.friends, play.invitations];
    const follow = play.follow("friends", () => [...needed(), play.waiting, play.blocks, play.me]);
    let drawn = "";

    /** An answer to somebody: at once on the screen, and asked for again. */
    const answer = (method, player, path = "friends") => play.act(() => setRelation(play, method, player, path));

    function draw() {
        const friends = list(play.friends.body?.friends).map((one) => one.player);
        drawParts(parts, play, friends, answer);
        for (const part of Object.values(parts)) show(part.root, !part.isEmpty);
        const isEmpty = play.friends.isKnown && play.invitations.isKnown && friends.length === 0;
        show(none, isEmpty && parts.received.isEmpty);
        show(myLink, none.hidden && play.friends.isKnown);
    }

    function update() {
        const { trust } = view;
        ghosts.set(trust.kind === "loading");
        errorPage.set(trust);
        const wanted = JSON.stringify([play.friends, play.invitations, play.blocks].map((one) => one.body)) + language();
        if (wanted === drawn) return;
        drawn = wanted;
        draw();
    }

    const view = { ...follow, update,
        get trust() { return trustOf(needed()); },
        get isLoading() { return needed().some((one) => one.isLoading); },
        get chosenFirst() {
            const first = list(play.friends.body?.friends)[0]?.player;
            return first ? address(first) : null;
        } };
    return view;
}

/** The rows of every part; `answer(method, player, path)` does what a button says. */
function drawParts(parts, play, friends, answer) {
    const rows = (part, found, rowOf) => drawRows(part.rows, found.filter(Boolean).map((player) =>
        ({ key: player.code, facts: player, make: () => playerRow({ player, href: address(player), ...rowOf(player) }) })));
    const players = (found) => list(found).map((one) => one.player);
    const button = (words, label, player, method, { path, look } = {}) =>
        rowButton(t(words), t(label, { name: player.name }), () => answer(method, player, path), look);
    rows(parts.received, players(play.toAccept), (player) => ({ note: t("friends.wants"), acts: [
        button("friends.accept", "friends.acceptName", player, "PUT", { look: "strong" }),
        button("friends.decline", "friends.declineName", player, "DELETE")] }));
    rows(parts.friends, friends, () => ({}));
    parts.friends.title(friends.length > 0 ? t("friends.count", { count: friends.length }) : t("friends.friends"));
    rows(parts.sent, players(play.invitations.body?.sent), (player) => ({ acts: [
        button("page.cancel", "friends.cancelName", player, "DELETE")] }));
    rows(parts.declined, players(play.declined), (player) => ({ acts: [
        button("friends.accept", "friends.acceptName", player, "PUT")] }));
    rows(parts.blocked, list(play.blocks.body?.players), (player) => ({ acts: [
        button("friends.unblock", "friends.unblockName", player, "DELETE", { path: "blocks" })] }));
}

/** The way to the link by which others find who plays on this phone. */
function linkToMine() {
    return el("a", { class: "plain", href: "/app#friends/me", text: t("friends.showLink") });
}

/** Where somebody's page is. */
export function address(player) {
    return `/app#friends/${encodeURIComponent(player.code)}`;
}

/** Wants, or does not want, to be friends with somebody, or to hear of them; answers what they are to each other then. */
export async function setRelation(play, method, player, path = "friends") {
    const answer = await play.tell(method, `/v1/me/${path}/${encodeURIComponent(player.code)}`, undefined,
        [play.friends, play.invitations, play.blocks]);
    const relation = answer?.relation ?? "none";
    // An invitation that was declined stays received: who declined it may still accept.
    const now = method === "DELETE" && path === "friends" && relation === "received" ? "declined" : relation;
    play.app.announce(t(`friends.now.${["none", "sent", "received", "declined", "friend", "blocked"].includes(now) ? now : "none"}`,
        { name: player.name }));
    return relation;
}
