// The page in one sentence, and what must be said beside it.

import { list } from "./dom.js";
import { freshnessDetail, freshnessLook, freshnessWords } from "./freshness.js";
import { regionName, sourceName } from "./places.js";
import { clockText } from "./time.js";
import { downCount, struck, struckSince } from "./affected.js";
import { t } from "./words.js";

/**
 * Sums up `/v1/regions`: `{ mood, headline, notes }`; `mood` is `good`, `bad`, `pause` or
 * `unsure`, each note has a `text`, and perhaps a `sign`, a `hint` and a `way` on, a link.
 */
export function verdict(body, link) {
    if (!body) {
        return link.state === "lost"
            ? { mood: "unsure", headline: t("verdict.unreachable"),
                notes: [{ sign: "unknown", text: t("verdict.nothing") }] }
            : { mood: "unsure", headline: t("verdict.looking"), notes: [] };
    }
    if (link.state === "lost") {
        return {
            mood: "unsure", headline: t("verdict.lost"),
            notes: [{ sign: "unknown", text: t("verdict.everything", { time: clockText(link.at) }) }],
        };
    }
    // What is shown was true when the page was left; what is true now is on its way.
    if (link.state === "connecting") {
        return { mood: "unsure", headline: t("verdict.looking"),
            notes: [{ sign: "unknown", text: t("verdict.everything", { time: clockText(link.at) }) }] };
    }
    const sources = list(body.regions).flatMap((region) =>
        list(region.flavours).map((flavour) =>
            ({ region, flavour, look: freshnessLook(flavour.freshness) })));
    const fresh = sources.filter((source) => source.look === "fresh");
    const blind = sources.filter((source) => source.look !== "fresh");
    if (fresh.length === 0) return unseeing(blind);
    const said = seeing(fresh, blind, link);
    // After what was seen: from where. Nobody may take what is unofficial for Battle.net's word.
    if (fresh.some(({ flavour }) => flavour.source?.official === false && flavour.source.name === "status-page")) {
        said.notes.push({ sign: null, text: t("source.unofficial") });
    }
    return said;
}

function unseeing(blind) {
    if (blind.length === 0) return { mood: "unsure", headline: t("verdict.noRegion"), notes: [] };
    const same = blind.every((source) => source.look === blind[0].look) ? blind[0].look : "stale";
    const isNew = blind.every(({ flavour }) => /^not set up/.test(flavour.freshness?.reason ?? ""));
    const notes = blindNotes(blind, true);
    if (isNew) notes[0].way = setUpGuide();
    return { mood: "unsure", headline: t(isNew ? "verdict.new" : `blind.${same}`), notes };
}

/** Where the manual of the box says what it lacks. */
function setUpGuide() {
    return { href: "/manual/install", text: t("verdict.guide") };
}

/** Why sources are not fresh, each reason once; where all suffer from the same there is no need to name them. */
function blindNotes(blind, isAll) {
    const groups = new Map();
    for (const one of blind) {
        const words = freshnessWords(one.flavour.freshness);
        groups.set(words, [...groups.get(words) ?? [], one]);
    }
    return [...groups].map(([words, sources]) => {
        const where = names(sources.map(({ region, flavour }) => sourceName(region, flavour.flavour)), ", ");
        const text = isAll && groups.size === 1 ? words : t("verdict.source", { where, words });
        return { sign: "unknown", text, hint: freshnessDetail(sources[0].flavour.freshness) };
    });
}

/** Whether all sources are not fresh, and why is said of all of them at once: above the table, and not again in each cell. */
export function isSharedDoubt(regions) {
    const all = list(regions).flatMap((region) => list(region.flavours)).map((flavour) => flavour.freshness);
    return all.length > 0 && all.every((one) => freshnessLook(one) !== "fresh") && new Set(all.map(freshnessWords)).size === 1;
}

function seeing(fresh, blind, link) {
    const sum = (sources, ...keys) => sources.reduce(
        (total, { flavour }) =>
            keys.reduce((part, key) => part + (Number(flavour.counts?.[key]) || 0), total), 0);
    const down = sum(fresh, "down", "recovering");
    const pausing = sum(fresh, "maintenance");
    const unsure = sum(fresh, "unknown");
    const notes = fresh.filter((source) => downCount(source.flavour) > 0).map(struckNote);
    if (pausing > 0) notes.push({ sign: "maintenance", text: t("verdict.pausing", { count: pausing }) });
    if (unsure > 0) notes.push({ sign: "unknown", text: t("verdict.unsure", { count: unsure }) });
    notes.push(...blindNotes(blind, false));
    if (down > 0) {
        if (notes.length === 1) notes[0].text = t("verdict.elsewhere", { words: notes[0].text });
        return { mood: "bad", headline: downHeadline(fresh, down, sum(fresh, "total")), notes };
    }
    const every = t("verdict.checked", { realms: t("realms", { count: sum(fresh, "total") }), time: clockText(link.at) });
    if (pausing > 0) return { mood: "pause", headline: t("verdict.pause"), notes };
    if (blind.length > 0 || unsure > 0) return { mood: "unsure", headline: t("verdict.upSeen"), notes };
    return { mood: "good", headline: t("verdict.good"), notes: [{ sign: null, text: every }] };
}

/** Where realms are down, by name where they are few: "Kazzak and Chromaggus, Europe, since 13:22". */
function struckNote(source) {
    const place = { region: String(source.region.region), flavour: String(source.flavour.flavour) };
    const count = downCount(source.flavour);
    const since = struckSince(source.flavour, place);
    const said = { where: sourceName(source.region, source.flavour.flavour),
        since: since === null ? "" : t("verdict.since", { time: clockText(since) }) };
    const named = struck(place);
    if (named?.length === count) {
        const who = names(named.map((realm) => realm.name));
        return { sign: "down", text: t("verdict.named", { who, ...said }) };
    }
    const total = t("realms.of", { count: Number(source.flavour.counts?.total) || 0 });
    return { sign: "down", text: t("verdict.counted", { who: t("verdict.someDown", { count, total }), ...said }) };
}

/** Three names at most, then a number; the last of them after `and`, or after a comma like the others. */
function names(all, and = null) {
    const shown = all.length > 4 ? all.slice(0, 3) : all;
    const rest = all.length - shown.length;
    if (rest > 0) return t("row.more", { names: shown.join(", "), count: rest });
    if (shown.length === 1 || and !== null) return shown.join(and);
    return t("verdict.and", { names: shown.slice(0, -1).join(", "), last: shown.at(-1) });
}

function downHeadline(fresh, down, total) {
    const regions = fresh.filter(({ flavour }) =>
        list(flavour.outages).some((outage) => outage.scope === "region"));
    if (regions.length === 1) return t("verdict.regionDown", { region: regionName(regions[0].region) });
    return t("verdict.down", { count: down, total: t("realms.of", { count: total }) });
}
