// One version of the game in one region: how its realms are, the last 24 hours, and all its realms on demand.

import { makeDayStrip } from "./daystrip.js";
import { el, list, plural, setChildren, setText, show, titled } from "./dom.js";
import { freshnessLook, freshnessWords } from "./freshness.js";
import { icon } from "./icons.js";
import { makeRealmList } from "./realmlist.js";
import { clockText, instant } from "./time.js";
import { struckSince } from "./trouble.js";

/**
 * Makes the cell; `get` fetches, `onPast(place, past)` hears of the last 24 hours. `update` draws
 * `{ region, flavour, trusted }`, `refresh` fetches the details anew.
 */
export function makeFlavour(first, get, onPast) {
    const place = { region: String(first.region.region), flavour: String(first.flavour.flavour) };
    const label = `${first.region.name ?? place.region} ${titled(place.flavour)}`;
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
    const address = `/v1/regions/${encodeURIComponent(place.region)}/history`
        + `?flavour=${encodeURIComponent(place.flavour)}&hours=24`;
    let uptime = null;
    let drawn = null;

    async function loadHistory() {
        try {
            const known = strip.update((await get(address)).body);
            uptime = known.uptime;
            setText(past, `The last 24 hours: ${known.words}`);
            onPast(place, known);
        } catch (problem) {
            strip.fail(`No history: ${problem.message}`);
            setText(past, `No history: ${problem.message}`);
        }
        if (drawn) draw(drawn);
    }

    function draw({ flavour, trusted }) {
        const look = trusted ? freshnessLook(flavour.freshness) : "stale";
        const fresh = look === "fresh";
        const state = worst(flavour, fresh);
        Object.assign(root.dataset, { look, state });
        setChildren(sign, [icon(state)]);
        setText(headline, headlineText(flavour, look));
        const since = fresh ? struckSince(flavour, place) : null;
        setText(meta, since !== null ? `since ${clockText(since)}` : fresh && state !== "unknown" ? uptime ?? "" : "");
        show(trust, !fresh);
        setText(trust, fresh ? "" : trusted ? freshnessWords(flavour.freshness)
            : "Not up to date: see the note at the top of the page");
        setChildren(outages, list(flavour.outages).map(outageRow));
        setChildren(chips, chipsOf(flavour.counts ?? {}, state));
        realms.count(Number(flavour.counts?.total) || 0, fresh);
    }

    loadHistory();
    return {
        root,
        update(item) {
            drawn = item;
            draw(item);
        },
        refresh() {
            loadHistory();
            realms.refresh();
        },
    };
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
    if (look === "waiting" || !(counts.total > 0)) return "Nothing is known yet";
    const total = counts.total.toLocaleString("en");
    const share = (count) => (count === counts.total ? `All ${total}` : `${count} of ${total}`);
    const running = (Number(counts.up) || 0) + (Number(counts.suspected) || 0);
    if (look !== "fresh") return `${share(running)} up when last seen`;
    const down = (Number(counts.down) || 0) + (Number(counts.recovering) || 0);
    if (down > 0) return `${share(down)} down`;
    if (counts.maintenance > 0) return `${share(counts.maintenance)} in maintenance`;
    return `${share(running)} up`;
}

/** What the headline does not say. */
function chipsOf(counts, state) {
    const kinds = [
        ["recovering", "coming back"], ["maintenance", "in maintenance"], ["suspected", "being checked"],
        ["unknown", "unknown"], ["queue", "with a queue"], ["locked", "locked"],
    ];
    return kinds.filter(([key]) => Number(counts[key]) > 0 && !(key === "maintenance" && state === key))
        .map(([key, words]) =>
            el("li", { class: `chip ${key}` }, icon(key), `${Number(counts[key]).toLocaleString("en")} ${words}`));
}

function outageRow(outage) {
    const what = outage.scope === "region" ? "Whole region" : outage.category || "Part of the region";
    const since = instant(outage.since);
    const words = [`${what}: down`];
    if (since !== null) words.push(`since ${clockText(since)}`);
    const count = Number(outage.realms) || 0;
    return el("li", { class: "outage", text: `${words.join(" ")} · ${plural(count, "realm")}` });
}
