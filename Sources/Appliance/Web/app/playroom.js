// The room of the games: which one plays, friends, duels, who one is. Everything about a room is declared in its module.

import { t } from "/assets/words.js";
import { makeBoardView } from "/app/boardview.js";
import { makeChallenge } from "/app/challenge.js";
import { makeDuelPage } from "/app/duelpage.js";
import { makeDuels } from "/app/duels.js";
import { makeFriendPage } from "/app/friendpage.js";
import { makeFriends } from "/app/friends.js";
import { makeGames } from "/app/games.js";
import { makeInviteLink } from "/app/invitelink.js";
import { hasArena, playOf } from "/app/play.js";
import { playSign } from "/app/playsigns.js";
import { makeProfile } from "/app/profile.js";
import { decoded } from "/app/route.js";

const code = "[A-Za-z0-9-]{4,40}";
const slug = "[^/]{1,120}";
/** Pages that their tab comes back with; those with forms and codes that are shown once are not. */
const kept = ["board", "game", "friend", "duel"];

/** See rooms.js. */
export const room = {
    name: "play", place: 2, sign: () => playSign("games"), isThere: hasArena,
    tabs: [
        { name: "games", sign: () => playSign("games"), make: makeGames, isBeside: true },
        { name: "friends", sign: () => playSign("friends"), make: makeFriends, isBeside: true, badge: invitationCount },
        { name: "duels", sign: () => playSign("duels"), make: makeDuels, isBeside: true, badge: duelCount },
        { name: "profile", sign: () => playSign("profile"), make: makeProfile, isBeside: true, isNarrow: true },
    ],
    pages: [
        page("board", "games", new RegExp(`^#games/(${slug})/(${slug})$`), (app, [game, board]) => makeBoardView(app, game, board)),
        page("game", "games", new RegExp(`^#games/(${slug})$`), (app, [game]) => makeBoardView(app, game, null)),
        page("friend", "friends", new RegExp(`^#friends/(${code})$`), (app, [player]) => makeFriendPage(app, player)),
        page("invitelink", "friends", /^#friends\/(me)$/, (app) => makeInviteLink(app)),
        page("challenge", "duels", new RegExp(`^#duels/new(?:/(${code}))?$`), (app, [player]) => makeChallenge(app, player || null)),
        page("duel", "duels", new RegExp(`^#duels/(${code})$`), (app, [duel]) => makeDuelPage(app, duel)),
        page("profile", "profile", /^#profile\/([a-z]+)$/, (_, [key], views) => views.profile.page(key)),
    ],
};

/** A page whose address has a form; `make` is given its parts. */
function page(kind, tab, form, make) {
    return { kind, tab, besides: [tab], isFleeting: true, isKept: kept.includes(kind), of({ pathname, hash }) {
        const found = pathname === "/app" ? form.exec(hash) : null;
        return found ? { key: found[0].slice(1), parts: found.slice(1).map((one) => decoded(one ?? "")) } : null;
    }, make: (app, { parts }, views) => make(app, parts, views) };
}

function duelCount(app) {
    const count = playOf(app).duelCount;
    return { count, words: t("duels.toAnswer", { count }) };
}

function invitationCount(app) {
    const count = playOf(app).invitationCount;
    return { count, words: t("friends.toAnswer", { count }) };
}
