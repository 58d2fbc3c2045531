// Which realms are down, by name: the counts of a region do not say, so the list of one with realms down is asked for.

import { list } from "./dom.js";
import { freshnessLook } from "./freshness.js";
import { Questions } from "./questions.js";
import { listAddress } from "./realmlist.js";
import { instant } from "./time.js";

/** More names than this nobody reads; their list is not fetched for them. */
const mostNamed = 12;
const down = ["down", "recovering"];

/** `region flavour` to `[{ name, since }]`, longest down first; since is in milliseconds or null. */
const known = new Map();
/** By the same places: what was asked about each. */
const questions = new Map();
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
        await name(place, count > 0 && count <= mostNamed ? get : null);
        if (JSON.stringify(struck(place)) !== before) changed();
    }));
}

/** Where nothing is to be named `get` is null: that is an answer, too, and none from before it counts any more. */
async function name(place, get) {
    const key = keyOf(place);
    if (!questions.has(key)) questions.set(key, new Questions());
    try {
        await questions.get(key).ask(async () => (get ? namesIn((await get(listAddress(place))).body) : null), (names) => {
            if (names) known.set(key, names);
            else known.delete(key);
        });
    } catch {
        // The counts say enough; the names come with the next answer.
    }
}

function namesIn(body) {
    const found = list(body.realms).filter((realm) => down.includes(realm.state))
        .map((realm) => ({ name: String(realm.name ?? realm.slug ?? "?"), since: instant(realm.since) }));
    return found.sort((left, right) => (left.since ?? 0) - (right.since ?? 0) || left.name.localeCompare(right.name));
}
