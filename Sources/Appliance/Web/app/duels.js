// The tab "Duels": those that run, those that wait for somebody's answer, and the archive.

import { el, list, show } from "/assets/dom.js";
import { serverNow } from "/assets/time.js";
import { language, t } from "/assets/words.js";
import { duelActs } from "/app/duelacts.js";
import { address, duelCard } from "/app/duelcard.js";
import { makeErrorPage, makeGhosts } from "/app/groups.js";
import { playOf } from "/app/play.js";
import { trustOf } from "/app/playask.js";
import { drawRows, makeSegments } from "/app/playparts.js";

const kinds = ["running", "waiting", "archive"];
const minute = 60_000;

/** Builds the tab; `app` is what the app is wired with. */
export function makeDuels(root, app) {
    const play = playOf(app);
    const ghosts = makeGhosts();
    const errorPage = makeErrorPage(() => app.refresh());
    let part = kinds.includes(app.places.choice("duels")) ? app.places.choice("duels") : "running";
    const segments = makeSegments(t("duels.which"), (value) => app.turn(() => {
        part = value;
        app.places.setChoice("duels", value);
        load();
    }));
    const { cards, none, more, line } = makeDuelParts();
    root.append(segments.root, errorPage.root, ghosts.root, cards, none, more, line);
    more.addEventListener("click", () => play.archive.more());

    const sources = () => [...(part === "archive" ? [play.archive.first] : []), play.running, play.open];
    const follow = play.follow("duels", () => [...sources(), play.waiting, ...(play.games.isKnown ? [] : [play.games]),
        ...(play.me.isKnown ? [] : [play.me])]);
    const load = () => follow.enter();
    let drawn = "";
    /** A rematch is looked at; of an answer the lists tell. */
    const became = (duel, what) => {
        if (what === "rematch" && duel?.duel) app.go(address(duel));
    };

    function shown() {
        if (part === "archive") return play.archive.items;
        if (part === "waiting") return list(play.open.body?.duels).filter((one) => one.state === "waiting").sort(mineLast);
        // What waits for me is below what runs, as long as it is not looked at on its own.
        return [...list(play.running.body?.duels), ...play.toAnswer];
    }

    function update() {
        const { trust } = view;
        ghosts.set(trust.kind === "loading");
        errorPage.set(trust);
        segments.draw(choices(play), part);
        show(more, part === "archive" && play.archive.hasMore);
        const duels = shown();
        // What is left goes down with the time.
        const now = Math.floor(serverNow() / minute);
        const known = [play.code, play.me.body?.picture, play.icons];
        const { isKnown } = sources()[0]; // that there are none is an answer, too
        const wanted = JSON.stringify([part, duels, isKnown, known, now]) + language();
        if (wanted === drawn) return;
        drawn = wanted;
        keepingFocus(cards, () => drawRows(cards, duels.map((duel) => ({ key: duel.duel,
            facts: [duel, known, duel.state === "running" ? now : 0],
            make: () => duelCard(play, duel, duel.state === "running" ? [] : duelActs(play, duel, became)) }))));
        none.textContent = t(`duels.none.${part}`);
        show(none, duels.length === 0 && isKnown);
    }

    const view = { ...follow, update,
        /** A list of its own, with a place of its own. */
        get part() { return part; },
        get trust() { return trustOf(sources()); },
        get isLoading() { return sources().some((one) => one.isLoading); },
        get chosenFirst() { return shown().map(address)[0] ?? null; } };
    return view;
}

function makeDuelParts() {
    const fresh = el("a", { class: "plain new-duel", href: "/app#duels/new", text: t("duels.new") });
    return { cards: el("div", { class: "duel-list" }), none: el("p", { class: "empty", hidden: true }),
        more: el("button", { type: "button", class: "quiet more-button", text: t("play.more"), hidden: true }),
        line: el("p", { class: "new-line" }, fresh) };
}

/** Cards are made anew each minute: who stands on a button of one stands there again. */
function keepingFocus(cards, draw) {
    const focused = document.activeElement?.closest?.("[data-duel]")?.dataset.duel;
    const label = document.activeElement?.getAttribute?.("aria-label");
    draw();
    if (focused && label) cards.querySelector(`[data-duel="${CSS.escape(focused)}"] [aria-label="${CSS.escape(label)}"]`)?.focus({ preventScroll: true });
}

function choices(play) {
    return [["running", counted("running", play.running)], ["waiting", counted("waiting", play.open)], ["archive", t("duels.archive")]];
}

function counted(kind, source) {
    const count = list(source.body?.duels).filter((one) => one.state === kind).length;
    return t(`duels.${kind}`, { number: count > 0 ? Number(count) : "" }).trim();
}

function mineLast(left, right) {
    return Number(left.isMine === true) - Number(right.isMine === true);
}
