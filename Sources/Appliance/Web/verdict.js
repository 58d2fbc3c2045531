// The page in one sentence, and what must be said beside it.

import { list, plural } from "./dom.js";
import { freshnessLook, freshnessWords } from "./freshness.js";
import { regionName, sourceName } from "./places.js";
import { clockText } from "./time.js";
import { downCount, struck, struckSince } from "./trouble.js";

/**
 * Sums up `/v1/regions`: `{ mood, headline, notes }`; `mood` is `good`, `bad`, `pause` or
 * `unsure`, each note has a `text` and perhaps a `sign`.
 */
export function verdict(body, link) {
    if (!body) {
        return link.state === "lost"
            ? { mood: "unsure", headline: "The appliance cannot be reached.",
                notes: [{ sign: "unknown", text: "Nothing has been loaded yet." }] }
            : { mood: "unsure", headline: "Looking…", notes: [] };
    }
    if (link.state === "lost") {
        return {
            mood: "unsure", headline: "Connection lost.",
            notes: [{ sign: "unknown", text: `Everything on this page is as of ${clockText(link.at)}.` }],
        };
    }
    const sources = list(body.regions).flatMap((region) =>
        list(region.flavours).map((flavour) =>
            ({ region, flavour, look: freshnessLook(flavour.freshness) })));
    const fresh = sources.filter((source) => source.look === "fresh");
    const blind = sources.filter((source) => source.look !== "fresh");
    if (fresh.length === 0) return unseeing(blind);
    return seeing(fresh, blind, link);
}

function unseeing(blind) {
    if (blind.length === 0) return { mood: "unsure", headline: "No region is configured.", notes: [] };
    const same = blind.every((source) => source.look === blind[0].look) ? blind[0].look : "stale";
    const headlines = {
        waiting: "Waiting for the first data.", noNetwork: "The box has no internet connection.",
        stale: "Nothing is known right now.",
    };
    const isNew = blind.every(({ flavour }) => /^not set up/.test(flavour.freshness?.reason ?? ""));
    return { mood: "unsure", headline: isNew ? "This box is not set up yet." : headlines[same],
        notes: [{ sign: "unknown", text: freshnessWords(blind[0].flavour.freshness) }] };
}

function seeing(fresh, blind, link) {
    const sum = (sources, ...keys) => sources.reduce(
        (total, { flavour }) =>
            keys.reduce((part, key) => part + (Number(flavour.counts?.[key]) || 0), total), 0);
    const down = sum(fresh, "down", "recovering");
    const pausing = sum(fresh, "maintenance");
    const unsure = sum(fresh, "unknown");
    const notes = fresh.filter((source) => downCount(source.flavour) > 0).map(struckNote);
    if (pausing > 0) notes.push({ sign: "maintenance", text: `${plural(pausing, "realm")} in maintenance` });
    if (unsure > 0) notes.push({ sign: "unknown", text: `${plural(unsure, "realm")} of which nothing is known` });
    for (const source of blind) {
        notes.push({ sign: "unknown",
            text: `${sourceName(source.region, source.flavour.flavour)}: ${freshnessWords(source.flavour.freshness)}` });
    }
    if (down > 0) {
        if (notes.length === 1) notes[0].text += ". Everything else is up.";
        return { mood: "bad", headline: downHeadline(fresh, down, sum(fresh, "total")), notes };
    }
    const every = `${plural(sum(fresh, "total"), "realm")} checked, up to date at ${clockText(link.at)}`;
    if (pausing > 0) return { mood: "pause", headline: "Maintenance is under way.", notes };
    if (blind.length > 0 || unsure > 0) return { mood: "unsure", headline: "Up, as far as we can see.", notes };
    return { mood: "good", headline: "Every realm is up.", notes: [{ sign: null, text: every }] };
}

/** Where realms are down, by name where they are few: "Kazzak and Chromaggus, Europe, since 13:22". */
function struckNote(source) {
    const place = { region: String(source.region.region), flavour: String(source.flavour.flavour) };
    const count = downCount(source.flavour);
    const since = struckSince(source.flavour, place);
    const when = since === null ? "" : `, since ${clockText(since)}`;
    const named = struck(place);
    const total = plural(Number(source.flavour.counts?.total) || 0, "realm");
    const who = named?.length === count ? names(named.map((realm) => realm.name)) : `${count} of ${total} down`;
    const where = sourceName(source.region, source.flavour.flavour);
    return { sign: "down", text: named?.length === count ? `${who}, ${where}${when}` : `${where}: ${who}${when}` };
}

/** Three names at most, then a number. */
function names(all) {
    const shown = all.length > 4 ? all.slice(0, 3) : all;
    const rest = all.length - shown.length;
    if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
    return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : shown[0];
}

function downHeadline(fresh, down, total) {
    const regions = fresh.filter(({ flavour }) =>
        list(flavour.outages).some((outage) => outage.scope === "region"));
    if (regions.length === 1) return `${regionName(regions[0].region)} is down.`;
    const count = Number(down).toLocaleString("en");
    return `${count} of ${plural(total, "realm")} ${down === 1 ? "is" : "are"} down.`;
}
