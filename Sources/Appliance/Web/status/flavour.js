// One version of the game in one region: how its realms are, the last 24 hours, and all its realms on demand.

import { categoryWords } from "./category.js";
import { makeDayStrip } from "./daystrip.js";
import { el, list, setChildren, setHint, setText, show, titled } from "./dom.js";
import { freshnessCaption, freshnessDetail, freshnessLook } from "./freshness.js";
import { icon } from "./icons.js";
import { fullName } from "./places.js";
import { Questions } from "./questions.js";
import { makeRealmList } from "./realmlist.js";
import { clockText, instant } from "./time.js";
import { struckSince } from "./affected.js";
import { t } from "./words.js";

/**
 * Makes the cell; `get` fetches, `histories(place)` the last 24 hours, of which `onPast(place, past)` hears. `update` draws
 * `{ region, flavour, trusted, isSaid }`, where `isSaid` says that what is not fresh was said for all cells; `refresh` fetches the
 * details again, `retell` has `onPast` hear once more of what is known.
 */
export function makeFlavour(first, get, histories, onPast) {
    const place = { region: String(first.region.region), flavour: String(first.flavour.flavour) };
    const parts = makeParts(place, `${fullName(first.region)} ${titled(place.flavour)}`, get);
    let past = null;
    let drawn = null;
    const questions = new Questions();

    function takeHistory(body) {
        past = parts.strip.update(body);
        setText(parts.past, t("cell.past", { words: past.words }));
        onPast(place, past);
    }

    async function loadHistory() {
        try {
            await questions.ask(() => histories(place), takeHistory);
        } catch (problem) {
            const words = t("cell.noHistory", { why: problem.message });
            parts.strip.fail(words);
            setText(parts.past, words);
        }
        if (drawn) draw(parts, place, drawn, past?.uptime);
    }

    loadHistory();
    return {
        root: parts.root,
        update(item) {
            drawn = item;
            draw(parts, place, item, past?.uptime);
        },
        refresh() {
            loadHistory();
            parts.realms.refresh();
        },
        retell() {
            if (past) onPast(place, past);
        },
    };
}

/** The elements of a cell. */
function makeParts(place, label, get) {
    const sign = el("span", { class: "sign" });
    const headline = el("span", { class: "headline" });
    const meta = el("span", { class: "meta" });
    const strip = makeDayStrip(label);
    const outages = el("ul", { class: "outages" });
    const chips = el("ul", { class: "chips" });
    const trust = el("p", { class: "trust" });
    const past = el("p", { class: "strip-words" });
    const summary = [sign, el("span", { class: "summary-text" }, headline, meta)];
    const realms = makeRealmList(place, label, get, summary, past);
    const root = el("section", { class: "flavour" }, el("h4", { text: titled(place.flavour) }),
        realms.root, el("figure", { class: "history" }, strip.root), trust, outages, chips);
    return { root, sign, headline, meta, strip, outages, chips, trust, past, realms };
}

function draw(parts, place, { flavour, trusted, isSaid }, uptime) {
    const look = trusted ? freshnessLook(flavour.freshness) : "stale";
    const fresh = look === "fresh";
    const state = worst(flavour, fresh);
    Object.assign(parts.root.dataset, { look, state });
    setChildren(parts.sign, [icon(state)]);
    setText(parts.headline, headlineText(flavour, look));
    const since = fresh ? struckSince(flavour, place) : null;
    setText(parts.meta, since !== null ? t("cell.since", { time: clockText(since) })
        : fresh && state !== "unknown" ? uptime ?? "" : "");
    // One that waits has said so in its first line already.
    const isDoubted = trusted && !fresh && !isSaid && !(look === "waiting" && !flavour.freshness?.reason);
    show(parts.trust, isDoubted);
    setText(parts.trust, isDoubted ? freshnessCaption(flavour.freshness) : "");
    setHint(parts.trust, isDoubted ? freshnessDetail(flavour.freshness) : "");
    setChildren(parts.outages, list(flavour.outages).map(outageRow));
    setChildren(parts.chips, chipsOf(flavour.counts ?? {}, state));
    parts.realms.count(Number(flavour.counts?.total) || 0, fresh);
}

/** The sign of the cell: what is not fresh is unknown, whatever was true before. */
export function worst(flavour, fresh) {
    const counts = flavour.counts ?? {};
    if (!fresh || !(counts.total > 0)) return "unknown";
    for (const state of ["down", "recovering", "maintenance"]) if (counts[state] > 0) return state;
    if (counts.unknown === counts.total) return "unknown";
    return counts.suspected > 0 ? "suspected" : "up";
}

function headlineText(flavour, look) {
    const counts = flavour.counts ?? {};
    if (look === "waiting") return t("trust.waiting", { why: "" });
    if (!(counts.total > 0)) return t("cell.nothing");
    const { total } = counts;
    const share = (count, how) => t(`share.${count === total ? "all" : "some"}.${how}`, { count, total });
    const running = (Number(counts.up) || 0) + (Number(counts.suspected) || 0);
    if (look !== "fresh") return share(running, "seen");
    const down = (Number(counts.down) || 0) + (Number(counts.recovering) || 0);
    if (down > 0) return share(down, "down");
    if (counts.maintenance > 0) return share(counts.maintenance, "pause");
    return share(running, "up");
}

/** What the headline does not say. */
function chipsOf(counts, state) {
    const kinds = ["recovering", "maintenance", "suspected", "unknown", "queue", "locked"];
    return kinds.filter((key) => Number(counts[key]) > 0 && !(key === "maintenance" && state === key))
        .map((key) => el("li", { class: `chip ${key}` }, icon(key), t(`chip.${key}`, { count: Number(counts[key]) })));
}

function outageRow(outage) {
    const what = outage.scope === "region" ? t("outage.region") : categoryWords(outage.category) || t("outage.part");
    const since = instant(outage.since);
    const when = since === null ? "" : t("trust.since", { time: clockText(since) });
    const realms = t("realms", { count: Number(outage.realms) || 0 });
    return el("li", { class: "outage", text: t("outage.row", { what, since: when, realms }) });
}
