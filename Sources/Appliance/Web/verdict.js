// The page in one sentence, and what must be said beside it.

import { list, plural, titled } from "./dom.js";
import { freshnessLook, freshnessWords } from "./freshness.js";
import { clockText } from "./time.js";

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
    const notes = [];
    for (const source of fresh) {
        const count = sum([source], "down", "recovering");
        if (count === 0) continue;
        const all = plural(sum([source], "total"), "realm");
        notes.push({ sign: "down", text: `${sourceName(source)}: ${count} of ${all} down` });
    }
    if (pausing > 0) notes.push({ sign: "maintenance", text: `${plural(pausing, "realm")} in maintenance` });
    for (const source of blind) {
        notes.push({ sign: "unknown",
            text: `${sourceName(source)}: ${freshnessWords(source.flavour.freshness)}` });
    }
    if (down > 0) return { mood: "bad", headline: downHeadline(fresh, down), notes };
    const every = `${plural(sum(fresh, "total"), "realm")} checked, up to date at ${clockText(link.at)}`;
    if (pausing > 0) return { mood: "pause", headline: "Maintenance is under way.", notes };
    if (blind.length > 0) return { mood: "unsure", headline: "Up, as far as we can see.", notes };
    return { mood: "good", headline: "Every realm is up.", notes: [{ sign: null, text: every }] };
}

function downHeadline(fresh, down) {
    const struck = fresh.filter(({ flavour }) =>
        list(flavour.outages).some((outage) => outage.scope === "region"));
    if (struck.length === 1) return `${struck[0].region.name} is down.`;
    return `${plural(down, "realm")} ${down === 1 ? "is" : "are"} down.`;
}

function sourceName({ region, flavour }) {
    return `${region.name ?? region.region} ${titled(flavour.flavour)}`;
}
