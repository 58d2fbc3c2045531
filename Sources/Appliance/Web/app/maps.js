// The tab "Maps": what is on in each mode, for how long, and what comes; a tap on a slot asks to be told.

import { el, keyed, list, setText, show, titled } from "/assets/dom.js";
import { serverNow } from "/assets/time.js";
import { endsSoonText, refusedText } from "/assets/mode.js";
import { Questions } from "/assets/questions.js";
import { checkNotes, makeAttribution } from "/assets/upstream.js";
import { t } from "/assets/words.js";
import { patiently, sentence } from "/app/ask.js";
import { makeMapCard } from "/app/mapcard.js";
import { makeLikeList, makeNextGood, mapLikes } from "/app/maplikes.js";
import { makeMapSheet, makeMapStart } from "/app/mapstart.js";
import { slotAlerts } from "/app/slotalerts.js";
import { sign } from "/app/signs.js";
import { silence } from "/app/silence.js";
import { sawMaps } from "/app/steps.js";
import { trustIn } from "/app/status.js";

/** An answer this young is good enough when the tab is opened again, in milliseconds. */
const young = 60_000;
/** After a slot has ended, news is asked for at most this often, in milliseconds. */
const hurry = 5000;

/** Builds the tab; `app` is what the app is wired with. */
export function makeMaps(root, app) {
    const cards = makeCards(root, app, () => load());
    let [items, at, isKept, problem, asked, ticking, asking] = [[], null, false, null, 0, null, 0];
    const questions = new Questions();

    const trust = () => (at === null ? { kind: "loading", at: null }
        : trustIn({ at, isKept, isAsking: asking > 0, error: problem }, []) ?? { kind: "fresh", at });

    function take({ body, timeline, keptAt }) {
        [at, isKept, problem] = [keptAt ?? serverNow(), keptAt !== null, null];
        items = itemsOf(body, timeline);
        cards.name(body);
        app.offerModes(cards.offer(modesOf(body, timeline)));
        draw();
    }

    function draw() {
        const isOld = trust().kind !== "fresh";
        const failure = at === null ? lackWords(problem, asking > 0) : "";
        cards.draw(items.map((one) => ({ ...one, isOld })), failure || (at && items.length === 0 ? t("mode.none") : ""), failure !== "");
    }

    async function load() {
        asking += 1;
        try {
            // What is only remembered is worth a look where nothing stands yet.
            await questions.ask(() => patiently((ask) => fetched(ask, app.likes), (found) => at ?? take(found)), take);
        } catch (found) { problem = found; }
        asking -= 1;
        draw();
        app.changed();
    }

    function tick() {
        if (document.hidden) return;
        const now = serverNow();
        if (!cards.tick(now) || now - asked < hurry) return;
        asked = now;
        load();
    }

    return {
        counts: [],
        get trust() { return at === null && !problem ? null : trust(); },
        update: draw,
        enter() {
            sawMaps();
            if (at === null || serverNow() - at > young) load();
            ticking ??= setInterval(tick, 1000);
            draw();
        },
        leave() {
            ticking = clearInterval(ticking) ?? null;
        },
        /** The app is looked at again. */
        refresh: () => (ticking === null ? undefined : load()),
        /** What there is to choose from, where alerts are made. */
        load: () => (at === null ? load() : undefined) };
}

/** Why there is nothing at all, as far as that is known. */
function lackWords(problem, isAsking) {
    if (problem) return t("maps.failed", { why: problem.message });
    return isAsking && silence.isThere ? sentence(t("ask.silent")) : "";
}

/** The cards of the modes: `draw(items, words, isFailure)`, `tick(now)` answers whether a slot is over, `name(body)`. */
function makeCards(root, app, load) {
    const [alerts, likes, sheet] = [slotAlerts(app), mapLikes(app), makeMapSheet(app, load)];
    const words = el("span");
    const again = el("button", { type: "button", class: "plain", text: t("page.tryAgain") });
    again.addEventListener("click", load);
    const line = el("p", { class: "empty", hidden: true }, words, again);
    const cards = el("div", { class: "maps" });
    const origin = el("p", { class: "list-note maps-source" });
    const refusal = el("p", { class: "maps-refused", role: "status", hidden: true });
    const ends = el("p", { class: "maps-refused", role: "status", hidden: true });
    const attribution = makeAttribution("list-note", "maps-source");
    const next = makeNextGood(likes);
    const all = makeLikeList(likes);
    const edit = el("ul", { class: "lines-card maps-edit" }, makeEntry("/app#maps/edit", "maps", t("edit.title")));
    root.append(refusal, ends, next.root, line, cards, edit, all.root, origin, attribution.root);
    const views = new Map();
    let modes = [];
    return {
        draw(items, said, isFailure) {
            keyed(cards, views, items, (one) => String(one.mode.mode), () => makeMapCard(alerts, likes, makeMapStart(app, sheet.open)));
            all.draw(modes);
            show(edit, app.device?.administrator === true);
            next.tick(serverNow());
            setText(words, said);
            show(again, isFailure);
            show(line, said !== "");
        },
        /** Takes the modes with their maps, for the list of all maps, and answers them. */
        offer: (wanted) => (modes = wanted),
        tick(now) {
            next.tick(now);
            return [...views.values()].map((view) => view.tick(now)).includes(true);
        },
        name(body) {
            const [source, refused, soon] = [body?.source, body?.refused, endsSoonText(body?.modes)];
            setText(refusal, refusedText(refused));
            show(refusal, Boolean(refused));
            setText(ends, soon);
            show(ends, soon !== "");
            setText(origin, source ? t("mode.source", { source }) : "");
            attribution.update(body?.upstream);
        },
    };
}

/** The way to a page of the tab. */
function makeEntry(address, mark, name) {
    const forth = sign("forth");
    forth.classList.add("chevron");
    return el("li", {}, el("a", { class: "entry", href: address }, el("span", { class: "line-sign" }, sign(mark)),
        el("span", { class: "line-name", text: name }), el("span", { class: "line-value" }), forth));
}

async function fetched(ask, likes) {
    // What is good next changes with the slots, too; the list itself is asked for when the tab is first seen.
    if (likes.stored) likes.load().catch(() => {});
    const [rotations, timeline] = await Promise.all(
        [ask("/v1/rotations"), ask("/v1/timeline?hours=24").catch(() => null)]);
    return { body: rotations.body, timeline: timeline?.body ?? null, keptAt: rotations.keptAt };
}

/** What the card of each mode is drawn from. */
function itemsOf(body, timeline) {
    const entries = list(timeline?.entries);
    return list(body?.modes).map((mode) => (
        { mode, entries: entries.filter((one) => one.mode === mode.mode), notes: checkNotes(mode, body?.upstream) }));
}

/** `{ mode, name, maps: [[code, name]] }` of each mode, for the alerts. */
function modesOf(body, timeline) {
    return list(body?.modes).map((mode) => {
        const cycles = list(mode.schedules).flatMap((schedule) => list(schedule.cycle));
        const slots = list(timeline?.entries).filter((entry) => entry.mode === mode.mode);
        const maps = new Map();
        for (const one of [...cycles, ...slots, mode.current, mode.next]) {
            if (one?.code && one.map) maps.set(String(one.code), String(one.map));
        }
        const sorted = [...maps].sort((left, right) => left[1].localeCompare(right[1]));
        return { mode: String(mode.mode), name: String(mode.name ?? titled(mode.mode)), maps: sorted };
    });
}
