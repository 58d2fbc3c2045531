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
        sent: makePart(t("friends.sent")), blocked: makePart(t("friends.blocked")) };
    parts.received.root.classList.add("gold-part");
    const none = el("p", { class: "empty", hidden: true }, el("span", { text: t("friends.none") }),
        el("a", { class: "plain", href: "/app#profile/code", text: t("friends.showCode") }));
    root.append(search.root, errorPage.root, ghosts.root, parts.received.root, parts.friends.root, none, parts.sent.root, parts.blocked.root);
    const needed = () => [play.friends, play.invitations];
    const follow = play.follow("friends", () => [...needed(), play.waiting, play.blocks, play.me]);
    let drawn = "";

    /** An answer to somebody: at once on the screen, and asked for again. */
    const answer = (method, player, path = "friends") => play.act(() => setRelation(play, method, player, path));

    function draw() {
        const invitations = play.invitations.body ?? {};
        const friends = list(play.friends.body?.friends).map((one) => one.player);
        const named = (one) => ({ player: one, href: address(one) });
        const rows = (part, players, rowOf) => drawRows(part.rows, players.filter(Boolean).map((player) =>
            ({ key: player.code, facts: player, make: () => playerRow(rowOf(player)) })));
        rows(parts.received, list(invitations.received).map((one) => one.player), (player) => ({ ...named(player), note: t("friends.wants"), acts: [
            rowButton(t("friends.accept"), t("friends.acceptName", { name: player.name }), () => answer("PUT", player), "strong"),
            rowButton(t("friends.decline"), t("friends.declineName", { name: player.name }), () => answer("DELETE", player))] }));
        rows(parts.friends, friends, named);
        parts.friends.title(friends.length > 0 ? t("friends.count", { count: friends.length }) : t("friends.friends"));
        rows(parts.sent, list(invitations.sent).map((one) => one.player), (player) => ({ ...named(player), acts: [
            rowButton(t("page.cancel"), t("friends.cancelName", { name: player.name }), () => answer("DELETE", player))] }));
        rows(parts.blocked, list(play.blocks.body?.players), (player) => ({ ...named(player), acts: [
            rowButton(t("friends.unblock"), t("friends.unblockName", { name: player.name }), () => answer("DELETE", player, "blocks"))] }));
        for (const part of Object.values(parts)) show(part.root, !part.isEmpty);
        const isEmpty = play.friends.isKnown && play.invitations.isKnown && friends.length === 0;
        show(none, isEmpty && parts.received.isEmpty);
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

/** Where somebody's page is. */
export function address(player) {
    return `/app#friends/${encodeURIComponent(player.code)}`;
}

/** Wants, or does not want, to be friends with somebody, or to hear of them; answers what they are to each other then. */
export async function setRelation(play, method, player, path = "friends") {
    const answer = await play.tell(method, `/v1/me/${path}/${encodeURIComponent(player.code)}`, undefined,
        [play.friends, play.invitations, play.blocks]);
    const relation = answer?.relation ?? "none";
    play.app.announce(t(`friends.now.${["none", "sent", "received", "friend", "blocked"].includes(relation) ? relation : "none"}`,
        { name: player.name }));
    return relation;
}
