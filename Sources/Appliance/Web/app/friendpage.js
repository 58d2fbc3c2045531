// The page of a player: of a friend the games in common with both places, newest results and duels; of a stranger name and picture.

import { el, list, setChildren, webAddress } from "/assets/dom.js";
import { language, locale, t } from "/assets/words.js";
import { avatar, gameSign } from "/app/figure.js";
import { setRelation } from "/app/friends.js";
import { makeErrorPage, makeGhosts } from "/app/groups.js";
import { confirmed } from "/app/parts.js";
import { playOf } from "/app/play.js";
import { isMissing, trustOf } from "/app/playask.js";
import { changeMark, rowButton, whenText } from "/app/playparts.js";
import { scoreText } from "/app/scores.js";

/** `code` names the player. */
export function makeFriendPage(app, code) {
    const play = playOf(app);
    const player = play.source(`/v1/players/${encodeURIComponent(code)}`);
    const friend = play.source(`/v1/me/friends/${encodeURIComponent(code)}`);
    const ghosts = makeGhosts();
    const errorPage = makeErrorPage(() => load());
    const content = el("div", { class: "friend-page" });
    const root = el("article", { class: "play-page" }, errorPage.root, ghosts.root, content);
    let drawn = "";
    const isFriend = () => player.body?.relation === "friend";
    /** What both are to each other; only the list of invitations tells a declined one from one that waits. */
    const relation = () => play.relationTo({ code }, player.body?.relation);

    async function load(isWanted = true) {
        await Promise.all([player.load(isWanted), play.me.load(false), play.games.isKnown ? null : play.games.load()]);
        if (isFriend()) await friend.load(isWanted);
        if (player.body?.relation === "received") await play.invitations.load(isWanted);
    }

    async function set(method, path) {
        const now = await play.act(() => setRelation(play, method, { code, name: player.body.name }, path));
        if (now) player.take({ ...player.body, relation: now });
        // Also where no answer came, what was done may be done.
        await player.loadAfter();
        if (isFriend()) await friend.loadAfter();
    }

    function update() {
        const { trust } = view;
        ghosts.set(trust.kind === "loading");
        errorPage.set(isMissing(player.error) ? { kind: "error", why: t("friend.gone") } : trust);
        const wanted = JSON.stringify([player.body, relation(), isFriend() ? friend.body : null, play.games.body, play.code]) + language();
        if (wanted === drawn) return;
        drawn = wanted;
        const isGone = isMissing(player.error) || !player.body;
        setChildren(content, isGone ? [] : [head(player.body, relation()), actsFor(player.body, relation(), set),
            ...(isFriend() && friend.body ? parts(play, friend.body) : [])]);
    }

    const view = { root, update, enter: () => {
        play.setPage({ poll: () => load(false) });
        load();
    }, leave: () => play.setPage(null), refresh: () => load(),
    get title() { return player.body ? t("page.title", { tab: player.body.name }) : null; },
    get isGone() { return isMissing(player.error); },
    get trust() { return trustOf(isFriend() ? [player, friend] : [player]); },
    get isLoading() { return player.isLoading || friend.isLoading; } };
    return view;
}

/** What one may do about somebody, by what both are to each other; `set(method, path)` does it. */
function actsFor({ code, name }, relation, set) {
    const sure = async (words, label, method, path) => {
        if (await confirmed(words, label)) await set(method, path);
    };
    const block = rowButton(t("friend.block"), t("friend.blockName", { name }), () =>
        sure(t("friend.blockSure", { name }), t("friend.block"), "PUT", "blocks"), "danger");
    const accept = (look) => rowButton(t("friends.accept"), t("friends.acceptName", { name }), () => set("PUT"), look);
    const choices = {
        friend: [el("a", { class: "strong-link", href: `/app#duels/new/${encodeURIComponent(code)}`, text: t("friend.challenge") }),
            rowButton(t("friend.remove"), t("friend.removeName", { name }), () =>
                sure(t("friend.removeSure", { name }), t("friend.remove"), "DELETE")), block],
        received: [accept("strong"), rowButton(t("friends.decline"), t("friends.declineName", { name }), () => set("DELETE")), block],
        declined: [accept("quiet"), block],
        sent: [rowButton(t("friend.cancel"), t("friends.cancelName", { name }), () => set("DELETE")), block],
        none: [rowButton(t("friends.invite"), t("friends.inviteName", { name }), () => set("PUT"), "strong"), block],
        blocked: [rowButton(t("friends.unblock"), t("friends.unblockName", { name }), () => set("DELETE", "blocks"))],
    };
    return el("div", { class: "actions" }, ...(choices[relation] ?? []));
}

function head(player, relation) {
    const link = webAddress(player.link ?? "");
    const note = ["sent", "received", "declined", "friend", "blocked", "me"].includes(relation) ? t(`friends.is.${relation}`) : "";
    return el("header", { class: "player-head" }, avatar(player, "large"), el("div", { class: "player-text" },
        el("h1", { class: "page-name" }, el("bdi", { text: player.name })), note ? el("p", { class: "player-note", text: note }) : null,
        link ? el("a", { class: "player-web", href: link, rel: "noopener noreferrer", target: "_blank", text: link }) : null));
}

/** Duels between both, games in common, newest results. */
function parts(play, friend) {
    const { won = 0, drawn = 0, lost = 0 } = friend.duels ?? {};
    const counts = [["won", won], ["drawn", drawn], ["lost", lost]].map(([kind, count]) =>
        el("li", { class: `tally ${kind}` }, el("span", { class: "big-place", text: Number(count).toLocaleString(locale()) }),
            el("span", { class: "player-note", text: t(`friend.${kind}`) })));
    const games = list(friend.games);
    const newest = list(friend.newest);
    return [el("section", { class: "card" }, el("h2", { text: t("friend.duels") }), el("ul", { class: "tallies" }, ...counts)),
        el("section", { class: "card" }, el("h2", { text: t("friend.games") }),
            games.length === 0 ? el("p", { class: "list-note", text: t("friend.noGames") })
                : el("ul", { class: "common-games" }, ...games.map((one) => commonGame(play, one, friend.player?.name)))),
        newest.length === 0 ? null : el("section", { class: "card" }, el("h2", { text: t("friend.newest") }),
            el("ol", { class: "newest" }, ...newest.map((one) => el("li", {},
                el("span", { class: "newest-game", text: [play.game(one.game)?.name ?? one.game, one.boardName].filter(Boolean).join(", ") }),
                el("span", { class: "newest-score", text: scoreText(one, play.board(one.game, one.board)) }),
                el("time", { class: "player-note", datetime: one.at, text: whenText(one.at) })))))];
}

function commonGame(play, game, name) {
    const boards = list(game.boards).filter((one) => one.mine || one.theirs).map((board) => {
        const rules = play.board(game.game, board.board);
        return el("li", {}, el("a", { class: "board-name", href: `/app#games/${[game.game, board.board].map(encodeURIComponent).join("/")}`,
            text: board.name }), el("dl", { class: "two-places" }, ...place(t("play.you"), board.mine, rules), ...place(name, board.theirs, rules)));
    });
    return el("li", { class: "common-game" }, el("div", { class: "common-head" }, gameSign(game.game, play.icon(game.game)), el("h3", {}, el("bdi", { text: game.name }))),
        el("ul", {}, ...boards));
}

/** Who, which place now and how that changed since Monday, with which score. */
function place(who, standing, rules) {
    const name = el("dt", {}, el("bdi", { text: who ?? "" }));
    if (!standing) return [name, el("dd", { class: "player-note", text: t("friend.noPlace") })];
    const change = typeof standing.monday === "number" ? standing.monday - standing.position : null;
    const words = typeof standing.monday === "number" ? t("friend.monday", { place: standing.monday }) : t("friend.notMonday");
    return [name, el("dd", {}, el("span", { class: "place-now", text: t("friend.placeOf", { place: Number(standing.position),
        total: Number(standing.total) }) }), " ", change === null ? "" : changeMark(change),
    el("span", { class: "player-note", text: [scoreText(standing, rules), words].join(" · ") }))];
}
