// The tab "Games": what wants an answer, the games one plays with the place in each, and others: promoted ones first.

import { el, list, show } from "/assets/dom.js";
import { locale, t } from "/assets/words.js";
import { avatar, gameSign } from "/app/figure.js";
import { makeErrorPage, makeGhosts } from "/app/groups.js";
import { playOf } from "/app/play.js";
import { trustOf } from "/app/playask.js";
import { changeMark, drawRows, lengthText, makePart } from "/app/playparts.js";
import { makePromoted } from "/app/promoted.js";
import { scoreText } from "/app/scores.js";
import { sign } from "/app/signs.js";

/** Builds the tab; `app` is what the app is wired with. */
export function makeGames(root, app) {
    const play = playOf(app);
    const ghosts = makeGhosts();
    const errorPage = makeErrorPage(() => app.refresh());
    const wants = el("div", { class: "wants" });
    const mine = makePart(t("games.mine"), t("games.sinceMonday"));
    const promoted = makePromoted();
    const others = makePart(t("games.others"));
    const none = el("p", { class: "empty", hidden: true, text: t("games.none") });
    root.append(errorPage.root, ghosts.root, wants, mine.root, none, promoted.root, others.root);
    const needed = () => [play.mine, play.games, play.waiting];
    const also = () => [play.me, ...(play.duelCount > 0 ? [play.open] : []), ...(play.invitationCount > 0 ? [play.invitations] : [])];
    const follow = play.follow("games", () => [...needed(), ...also()]);
    let drawn = "";

    function draw() {
        const played = list(play.mine.body?.games);
        const known = list(play.games.body?.games);
        const rest = known.filter((one) => !one.closedAt && !played.some((other) => other.game === one.game));
        drawRows(mine.rows, played.map((one) => ({ key: one.game, facts: [one, play.game(one.game), app.places.choice(`game:${one.game}`)],
            make: () => gameRow(play, one, app.places) })));
        show(mine.root, played.length > 0);
        // What the arrows say; in somebody's first week there is none.
        show(mine.beside, played.some((one) => shownOf(one, app.places).standing?.change));
        // Until it is known what one plays, no game is promoted.
        promoted.draw(play.mine.isKnown ? rest.filter((one) => one.promoted === true) : []);
        const plain = rest.filter((one) => one.promoted !== true);
        drawRows(others.rows, plain.map((one) => ({ key: one.game, facts: one, make: () => otherRow(one) })));
        show(others.root, plain.length > 0);
        show(none, play.mine.isKnown && played.length === 0);
        drawRows(wants, [challengeCard(play), invitationCard(play)].filter(Boolean));
    }

    function update() {
        const { trust } = view;
        ghosts.set(trust.kind === "loading");
        errorPage.set(trust);
        // How many wait is known before who they are.
        for (const one of also()) if (!one.isKnown && !one.error) one.load();
        const chosen = list(play.mine.body?.games).map((one) => app.places.choice(`game:${one.game}`));
        const wanted = JSON.stringify([...[...needed(), ...also()].map((one) => one.body), chosen]);
        if (wanted === drawn) return;
        drawn = wanted;
        draw();
    }

    const view = { ...follow, update,
        get trust() { return trustOf(needed()); },
        get isLoading() { return needed().some((one) => one.isLoading); },
        get chosenFirst() {
            const first = list(play.mine.body?.games)[0] ?? list(play.games.body?.games)[0];
            return first ? `/app#games/${encodeURIComponent(first.game)}` : null;
        } };
    return view;
}

/** The standing that a row shows: of the board that was looked at last, else the first one; of all time. */
function shownOf(game, places) {
    const boards = list(game.boards);
    const last = places.choice(`game:${game.game}`);
    const board = boards.find((one) => one.board === last) ?? boards[0];
    const standings = list(board?.standings);
    return { board, standing: standings.find((one) => one.window === "all") ?? standings[0] ?? null };
}

function gameRow(play, game, places) {
    const { board, standing } = shownOf(game, places);
    const rules = play.board(game.game, board?.board);
    const best = standing ? scoreText(standing, rules) : t("games.noResult");
    const isOne = list(play.game(game.game)?.boards ?? game.boards).length < 2;
    const facts = [best, isOne ? "" : board?.name ?? ""].filter(Boolean).join(", ");
    const address = ["games", game.game, board?.board].filter(Boolean).map(encodeURIComponent).join("/");
    const place = standing ? Number(standing.position).toLocaleString(locale()) : "–";
    const ending = el("span", { class: "game-place" },
        el("span", { class: "unseen", text: standing ? t("games.place") : "" }),
        el("span", { class: "big-place", text: place }),
        el("span", { class: "game-total" }, standing ? el("span", { text: t("games.of", { total: Number(standing.total) }) }) : null,
            standing && typeof standing.change === "number" && standing.change !== 0 ? changeMark(standing.change) : null));
    return el("li", { class: "game-row" }, el("a", { class: "game-link", href: `/app#${address}` }, gameSign(game.game, play.icon(game.game)),
        el("span", { class: "game-text" }, el("bdi", { class: "player-name", text: game.name }),
            el("span", { class: "player-note", text: facts })), ending));
}

function otherRow(game) {
    const about = String(game.description ?? "").split("\n")[0];
    const boards = list(game.boards).map((one) => one.name).join(", ");
    return el("li", { class: "game-row" }, el("a", { class: "game-link", href: `/app#games/${encodeURIComponent(game.game)}` },
        gameSign(game.game, game.icon), el("span", { class: "game-text" }, el("bdi", { class: "player-name", text: game.name }),
            el("span", { class: "player-note", text: about || boards })), sign("forth")));
}

/** One challenge by name, several by their number. */
function challengeCard(play) {
    const count = play.duelCount;
    if (count === 0) return null;
    const [duel] = play.toAnswer;
    const isOne = count === 1 && duel?.opponent;
    const note = isOne ? t("games.challengeNote", { game: duel.gameName, length: lengthText(duel.seconds) }) : "";
    return wantsCard("duels", { player: isOne ? duel.opponent : null, words: isOne ? t("games.challenges") : t("games.challengeCount", { count }), note,
        address: isOne ? `/app#duels/${encodeURIComponent(duel.duel)}` : "/app#duels" });
}

function invitationCard(play) {
    const count = play.invitationCount;
    if (count === 0) return null;
    const [one] = play.toAccept;
    const isOne = count === 1 && one?.player;
    return wantsCard("friends", { player: isOne ? one.player : null, words: isOne ? t("games.invites") : t("games.inviteCount", { count }), note: "", address: "/app#friends" });
}

/** The card of one kind, as a row of `drawRows`. */
function wantsCard(key, facts) {
    return { key, facts, make: () => {
        const { player, words, note, address } = facts;
        const line = el("p", { class: "wants-line" });
        if (player) line.append(el("bdi", { class: "wants-name", text: player.name }), " ");
        line.append(words);
        return el("section", { class: "gold-card wants-card" }, player ? avatar(player) : null, el("div", { class: "wants-text" }, line,
            note ? el("p", { class: "player-note", text: note }) : null), el("a", { class: "strong-link", href: address, text: t("games.answer") }));
    } };
}
