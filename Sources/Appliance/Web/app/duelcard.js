// A duel in a card: which game and rule, how long still, who is ahead by how much, and both bests as bars.

import { el } from "/assets/dom.js";
import { instant, clockText, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { avatar, gameSign } from "/app/figure.js";
import { lengthText, leftText } from "/app/playparts.js";
import { gapText, scoreText, wholeScore } from "/app/scores.js";
import { sign } from "/app/signs.js";

const hour = 3_600_000;
const reasons = ["goal", "better", "alone", "level", "nobody", "declined", "cancelled", "expired", "gaveUp", "unfriended",
    "removed", "closed", "merged", "hidden"];

/** What the other side is called. */
export function otherName(duel) {
    return duel.opponent?.name ?? t("play.deleted");
}

/** The card of a duel; `acts` are its buttons, `isPage` leaves the way to its page out. */
export function duelCard(play, duel, acts, isPage = false) {
    const rules = play.board(duel.game, duel.board) ?? null;
    if (duel.state === "waiting") return waitingCard(play, duel, rules, acts, isPage);
    const isOver = duel.state === "over";
    const root = el("article", { class: isOver ? "duel-card is-over" : "duel-card", "data-duel": duel.duel },
        el("header", { class: "duel-head" }, gameSign(duel.game, play.icon(duel.game)), el("div", { class: "player-text" },
            el("h3", { class: "player-name" }, el("bdi", { text: duel.gameName })),
            el("p", { class: "player-note", text: ruleText(duel, rules) })), isOver ? null : timeLeft(duel)),
        el("p", { class: `duel-verdict ${isOver ? duel.outcome : duel.ahead ?? ""}`, text: isOver ? overText(duel, rules) : verdict(duel, rules) }));
    if (isOver) root.append(el("p", { class: "player-note duel-why", text: whyText(duel) }));
    if (!isOver || duel.best || duel.theirBest) root.append(bars(play, duel, rules));
    const words = isOver ? overAt(duel) : t("duel.ends", { time: clockText(instant(duel.endsAt)) });
    root.append(el("footer", { class: "duel-foot" }, el("p", { class: "player-note", text: words }),
        isPage ? null : el("a", { class: "plain", href: address(duel), text: t("duel.details"), "aria-label": t("duel.detailsOf", {
            game: duel.gameName, name: otherName(duel) }) })));
    if (acts.length > 0) root.append(el("div", { class: "duel-acts" }, ...acts));
    return root;
}

/** Where a duel's page is. */
export function address(duel) {
    return `/app#duels/${encodeURIComponent(duel.duel)}`;
}

function waitingCard(play, duel, rules, acts, isPage) {
    const who = el("h3", { class: "player-name duel-who", text: t(duel.isMine ? "duel.youChallenge" : "duel.challenges", { name: otherName(duel) }) });
    const until = instant(duel.answerBy);
    const isOne = (play.game(duel.game)?.boards?.length ?? 1) < 2;
    const rule = duel.goal === undefined || duel.goal === null ? isOne ? "" : duel.boardName : ruleText(duel, rules);
    const facts = [duel.gameName, rule, lengthText(duel.seconds),
        until === null ? "" : t(duel.isMine ? "duel.waitsUntil" : "duel.answerBy", { time: clockText(until) })];
    return el("article", { class: duel.isMine ? "duel-card is-waiting" : "duel-card is-waiting gold-card", "data-duel": duel.duel },
        el("header", { class: "duel-head" }, avatar(duel.opponent), el("div", { class: "player-text" }, who,
            el("p", { class: "player-note", text: facts.filter(Boolean).join(", ") })),
        isPage ? null : el("a", { class: "disc-link", href: address(duel), "aria-label": t("duel.detailsOf", {
            game: duel.gameName, name: otherName(duel) }) }, el("span", { class: "disc" }, sign("forth")))),
        acts.length > 0 ? el("div", { class: "duel-acts" }, ...acts) : null);
}

/** `Endless, first to 60,000`; `Best lap, less is better`. */
export function ruleText(duel, rules) {
    const goal = duel.goal === undefined || duel.goal === null ? null
        : rules?.format ? scoreText({ score: duel.goal }, rules) : duel.goalText ?? String(duel.goal);
    const rule = goal !== null ? t("duel.firstTo", { goal }) : t(duel.order === "less" ? "duel.less" : "duel.more");
    return [duel.boardName, rule].filter(Boolean).join(", ");
}

/** What is left; less than an hour is amber. */
function timeLeft(duel) {
    const ends = instant(duel.endsAt);
    const isSoon = ends !== null && ends - serverNow() < hour;
    return el("p", { class: isSoon ? "time-pill soon" : "time-pill" }, sign("clock"), el("span", { class: "unseen", text: t("duel.left") }),
        el("span", { text: leftText(ends) }));
}

/** `3,690 behind`, `1.3 s ahead`, `Level`. */
export function verdict(duel, rules) {
    const { best, theirBest } = duel;
    if (!best && !theirBest) return t("duel.nobodyYet");
    if (!theirBest) return t("duel.onlyYou");
    if (!best) return t("duel.onlyThem", { name: otherName(duel) });
    if (duel.ahead === "level") return t("duel.level");
    const gap = rules?.format ? gapText(best, theirBest, rules) : duel.gapText ?? gapText(best, theirBest, null);
    return t(duel.ahead === "mine" ? "duel.ahead" : "duel.behind", { gap });
}

/** `You won: 52,010 to 51,900`. */
export function overText(duel, rules) {
    const outcome = ["won", "lost", "draw", "void"].includes(duel.outcome) ? duel.outcome : "void";
    const scores = duel.best && duel.theirBest && outcome !== "void"
        ? t("duel.scores", { mine: scoreText(duel.best, rules), theirs: scoreText(duel.theirBest, rules) }) : "";
    return t(`duel.over.${outcome}`, { scores: scores ? t("duel.colon", { scores }) : "" });
}

/** Why it is over, in words. */
export function whyText(duel) {
    if (!reasons.includes(duel.reason)) return "";
    return t(`duel.why.${duel.reason}`, { name: otherName(duel), goal: duel.goalText ?? "" });
}

function overAt(duel) {
    const at = instant(duel.overAt);
    return at === null ? "" : t("duel.wasOver", { time: clockText(at) });
}

/** Two bars: mine is gold, the other's blue, the leader's is the longest; a tick stands where the goal is. */
function bars(play, duel, rules) {
    const lengths = barLengths(duel);
    const [mine, theirs] = [duel.best, duel.theirBest].map((one) => (one ? scoreText(one, rules) : "–"));
    const name = otherName(duel);
    return el("div", { class: "duel-bars", role: "img", "aria-label": t("duel.bars", { mine: t("duel.barMine", { score: mine }),
        theirs: t("duel.barTheirs", { name, score: theirs }) }) },
    bar("mine", { code: play.code ?? "", picture: play.me.body?.picture }, t("play.you"), mine, lengths.mine, lengths.goal),
    bar("theirs", duel.opponent, name, theirs, lengths.theirs, lengths.goal));
}

function bar(kind, player, name, score, length, goal) {
    const width = (share) => `${(100 * Math.max(0, Math.min(1, share))).toFixed(2)}%`;
    const line = el("i", { class: `bar-${kind}` });
    line.style.inlineSize = width(length);
    const track = el("span", { class: "bar-track" }, el("span", { class: "duel-bar" }, line));
    if (goal !== null) {
        const tick = el("i", { class: "goal-tick" });
        tick.style.insetInlineStart = width(goal);
        track.append(tick);
    }
    return el("div", { class: "bar-line" }, avatar(player), el("div", { class: "bar-text" }, el("span", { class: "bar-name" },
        el("bdi", { text: name })), el("span", { class: "bar-score", text: score }), track));
}

/** Shares of the whole: where more is better of the largest number, where less is better of the smallest. */
export function barLengths({ best, theirBest, goal, order }) {
    const number = (one) => (one ? Number(wholeScore(one)) : null);
    const [mine, theirs] = [number(best), number(theirBest)];
    const aim = goal === undefined || goal === null ? null : Number(goal);
    const all = [mine, theirs, aim].filter((one) => one !== null);
    if (all.length === 0) return { mine: 0, theirs: 0, goal: null };
    const low = Math.min(0, ...all);
    const size = (one) => one - low;
    const room = aim === null ? 1 : 0.96;
    const most = Math.max(...all.map(size), 1);
    const least = Math.max(Math.min(...all.map(size)), 1);
    const isLevel = mine === theirs;
    const share = (one, none) => {
        if (one === null) return none;
        const full = order === "less" ? least / Math.max(size(one), 1) : size(one) / most;
        return Math.max(0.02, full) * room;
    };
    const lengths = { mine: share(mine, 0), theirs: share(theirs, 0), goal: share(aim, null) };
    // A close second is seen to be second.
    const lead = Math.max(lengths.mine, lengths.theirs);
    const second = (length) => (isLevel || length === lead ? length : Math.min(length, lead * 0.96));
    return { ...lengths, mine: second(lengths.mine), theirs: second(lengths.theirs) };
}
