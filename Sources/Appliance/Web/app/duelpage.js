// The page of one duel, where notices lead: how it stands, by which rule, and what one may do.

import { el, setChildren } from "/assets/dom.js";
import { instant, clockText, serverNow } from "/assets/time.js";
import { language, t } from "/assets/words.js";
import { duelActs } from "/app/duelacts.js";
import { address, duelCard, otherName, ruleText, whyText } from "/app/duelcard.js";
import { makeErrorPage, makeGhosts } from "/app/groups.js";
import { playOf } from "/app/play.js";
import { isMissing, trustOf } from "/app/playask.js";
import { lengthText } from "/app/playparts.js";

/** `code` names the duel. */
export function makeDuelPage(app, code) {
    const play = playOf(app);
    const source = play.source(`/v1/me/duels/${encodeURIComponent(code)}`);
    const ghosts = makeGhosts();
    const errorPage = makeErrorPage(() => load());
    const content = el("div", { class: "duel-page" });
    const root = el("article", { class: "play-page" }, el("h1", { class: "unseen", text: t("duel.title") }), errorPage.root, ghosts.root, content);
    let drawn = "";

    const load = (isWanted = true) => Promise.all([source.load(isWanted), ...[play.games, play.me].filter((one) => !one.isKnown)
        .map((one) => one.load(isWanted))]);

    function became(duel, what) {
        if (!duel?.duel) return;
        if (what === "rematch") app.go(address(duel));
        else source.take(duel);
    }

    function update() {
        const { trust } = view;
        ghosts.set(trust.kind === "loading");
        errorPage.set(isMissing(source.error) ? { kind: "error", why: t("duel.gone") } : trust);
        const wanted = JSON.stringify([source.body, play.icons, play.code, Math.floor(serverNow() / 60_000)]) + language();
        if (wanted === drawn) return;
        drawn = wanted;
        const duel = isMissing(source.error) ? null : source.body;
        setChildren(content, duel ? [duelCard(play, duel, duelActs(play, duel, became), true), facts(play, duel)] : []);
    }

    const view = { root, update, enter: () => {
        play.setPage({ poll: () => load(false) });
        load();
    }, leave: () => play.setPage(null), refresh: () => load(),
    get title() { return source.body ? t("page.title", { tab: t("duel.with", { name: otherName(source.body) }) }) : null; },
    get isGone() { return isMissing(source.error); },
    get trust() { return trustOf([source]); },
    get isLoading() { return source.isLoading; } };
    return view;
}

/** Everything that is known of it, a line for each thing. */
function facts(play, duel) {
    const rules = play.board(duel.game, duel.board);
    const time = (text) => (instant(text) === null ? null : clockText(instant(text)));
    const lines = [["duel.fact.rule", ruleText(duel, rules)], ["duel.fact.length", lengthText(duel.seconds)],
        ["duel.fact.made", time(duel.createdAt)], ["duel.fact.answer", duel.state === "waiting" ? time(duel.answerBy) : null],
        ["duel.fact.started", time(duel.startedAt)], ["duel.fact.ends", duel.state === "running" ? time(duel.endsAt) : null],
        ["duel.fact.over", time(duel.overAt)], ["duel.fact.why", duel.state === "over" ? whyText(duel) : null]];
    const shown = lines.filter(([, value]) => value);
    return el("section", { class: "card" }, el("h2", { text: t("duel.facts") }), el("dl", { class: "fact-list" },
        ...shown.flatMap(([key, value]) => [el("dt", { text: t(key) }), el("dd", { text: value })])),
    el("p", { class: "list-note", text: t(duel.state === "waiting" ? "duel.hidden" : "duel.counts") }),
    el("p", { class: "duel-ways" }, el("a", { class: "plain", href: `/app#games/${[duel.game, duel.board].map(encodeURIComponent).join("/")}`,
        text: t("duel.board") }), duel.opponent ? el("a", { class: "plain", href: `/app#friends/${encodeURIComponent(duel.opponent.code)}`,
        text: otherName(duel) }) : null));
}
