// Which realms are down, by name: the counts of a region do not say, so the list of one with realms down is asked for.

import { list } from "./dom.js";
import { freshnessLook } from "./freshness.js";
import { listAddress } from "./realmlist.js";
import { instant } from "./time.js";

/** More names than this nobody reads; their list is not fetched for them. */
const mostNamed = 12;
const down = ["down", "recovering"];

/** `region flavour` to `[{ name, since }]`, longest down first; since is in milliseconds or null. */
const known = new Map();
const keyOf = ({ region, flavour }) => `${region} ${flavour}`;

/** The realms that are down, or null when they are too many or not known yet. */
export function struck(place) {
    return known.get(keyOf(place)) ?? null;
}

/** Since when realms of a version are down, in milliseconds, or null. */
export function struckSince(flavour, place) {
    if (!(downCount(flavour) > 0)) return null;
    const told = list(flavour.outages).map((outage) => instant(outage.since));
    const named = (struck(place) ?? []).map((realm) => realm.since);
    const known = [...told, ...named].filter((since) => since !== null);
    return known.length > 0 ? Math.min(...known) : null;
}

/** How many realms of a version are down. */
export function downCount(flavour) {
    return down.reduce((sum, state) => sum + (Number(flavour.counts?.[state]) || 0), 0);
}

/** Fetches the names where some are missing; `changed` is called when there is something new to say. */
export async function nameAffected(body, get, changed) {
    const places = list(body?.regions).flatMap((region) => list(region.flavours)
        .map((flavour) => ({ region: String(region.region), flavour: String(flavour.flavour), body: flavour })));
    await Promise.all(places.map(async (place) => {
        const count = freshnessLook(place.body.freshness) === "fresh" ? downCount(place.body) : 0;
        const before = JSON.stringify(struck(place));
        if (count === 0 || count > mostNamed) known.delete(keyOf(place));
        else await name(place, get);
        if (JSON.stringify(struck(place)) !== before) changed();
    }));
}

async function name(place, get) {
    try {
        const { body } = await get(listAddress(place));
        const found = list(body.realms).filter((realm) => down.includes(realm.state))
            .map((realm) => ({ name: String(realm.name ?? realm.slug ?? "?"), since: instant(realm.since) }));
        known.set(keyOf(place), found.sort((left, right) =>
            (left.since ?? 0) - (right.since ?? 0) || left.name.localeCompare(right.name)));
    } catch {
        // The counts say enough; the names come with the next answer.
    }
}
