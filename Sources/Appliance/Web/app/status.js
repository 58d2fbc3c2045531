// The realms of one region as the appliance knows them, how far that can be trusted, and their last 24 hours.

import { categoryWords } from "/assets/category.js";
import { list } from "/assets/dom.js";
import { freshnessLook } from "/assets/freshness.js";
import { knownState } from "/assets/icons.js";
import { folded, realmLocale } from "/assets/locale.js";
import { reasonOf } from "/assets/reasons.js";
import { instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { patiently, Unreachable } from "/app/ask.js";
import { daysOf } from "/app/daybar.js";
import { silence } from "/app/silence.js";

/** What was pulled this long ago no longer looks fresh, in milliseconds. */
const longest = 10 * 60_000;
export const locale = realmLocale(navigator.languages ?? [navigator.language]);
/** The language of the names that are asked for; what a region itself speaks is left as it is. */
export const nameLanguage = locale.replace("_", "-");

/** `changed()` is called whenever there is something new to draw. */
export class Status {
    /** Every region that the appliance has, for the selector. */
    regions = [];
    region = null;
    /** `{ name, look, since, why, realms }` for each version of the game. */
    flavours = [];
    loading = false;
    error = null;
    /** Grows with every answer that was taken: what is drawn may be compared with it. */
    version = 0;
    #at = null;
    #isKept = false;
    #pull = 0;

    constructor(changed) {
        this.changed = changed;
    }

    /** Fetches everything of a region, at first that which `guess(names)` chooses; the newest call wins. */
    async pull(region, guess) {
        const turn = (this.#pull += 1);
        if (region !== this.region) [this.flavours, this.#at] = [[], null];
        Object.assign(this, { region, loading: true });
        this.changed();
        const take = (found) => {
            if (turn !== this.#pull) return;
            const { regions, flavours, at, isKept } = found;
            this.#keepDays(flavours);
            Object.assign(this, { region: found.region, regions, flavours, error: null });
            [this.#at, this.#isKept] = [at, isKept];
            this.version += 1;
            this.changed();
        };
        try {
            // What is only remembered is worth a look where nothing stands yet.
            take(await patiently((ask) => fetched(region, guess, ask), (found) => this.#at ?? take(found)));
        } catch (problem) {
            if (turn === this.#pull) this.error = problem;
        }
        if (turn !== this.#pull) return;
        this.loading = false;
        this.changed();
        await this.#pullDays(turn);
    }

    /** The bars stay while new ones are fetched. */
    #keepDays(flavours) {
        for (const one of flavours) one.days = this.flavours.find((old) => old.name === one.name)?.days ?? (() => null);
    }

    /** The last 24 hours of all rows; lists are complete without them. */
    async #pullDays(turn) {
        await Promise.all(this.flavours.map(async (one) => {
            const answer = await patiently((ask) => ask(listPath(this.region, one.name, "/history")), () => {}).catch(() => null);
            if (turn !== this.#pull || !answer) return;
            one.days = daysOf(answer.body);
        }));
        if (turn !== this.#pull) return;
        this.version += 1;
        this.changed();
    }

    /**
     * How far what is shown can be trusted: `kind` is `fresh`, `loading`, `error`, `offline`, `unreachable`,
     * `notRefreshed`, `silent`, `kept`, `noNetwork`, `stale` or `old`; `at` is as of when, `why` are words.
     */
    get trust() {
        if (this.#at === null) {
            if (this.error) return { kind: "error", at: null, why: this.error.message };
            return { kind: "loading", at: null };
        }
        const facts = { at: this.#at, isKept: this.#isKept, isAsking: this.loading, error: this.error };
        return trustIn(facts, this.#isKept ? [] : this.flavours) ?? { kind: "fresh", at: this.#at };
    }

    /** Whether what is shown is only what was known once. */
    get isOld() {
        return this.trust.kind !== "fresh";
    }

    /** How many realms of `ids` are down, and which: the badge of the tab. */
    down(ids) {
        const wanted = new Set(ids);
        return this.flavours.flatMap((one) => (one.look === "fresh" ? one.realms : []))
            .filter((realm) => wanted.has(realm.id) && ["down", "recovering"].includes(realm.state));
    }
}

/**
 * What keeps facts from looking fresh, or null; `sources` have `look` and `since`. What is only remembered while the appliance
 * is asked (`isAsking`) says nothing of that yet, until it has been silent for a while.
 */
export function trustIn({ at, isKept, isAsking, error }, sources) {
    if (isKept && isAsking && !error) return { kind: silence.isThere ? "silent" : "kept", at };
    if (isKept || error) {
        if (navigator.onLine === false) return { kind: "offline", at };
        if (!error || (error instanceof Unreachable && !error.isForeign)) return { kind: "unreachable", at };
        return { kind: "notRefreshed", at, why: error.message };
    }
    if (serverNow() - at > longest) return { kind: "old", at };
    const all = (look) => sources.length > 0 && sources.every((one) => one.look === look);
    const oldest = Math.min(...sources.map((one) => one.since ?? at));
    if (all("noNetwork")) return { kind: "noNetwork", at: oldest };
    if (sources.length > 0 && sources.every((one) => one.look !== "fresh" && one.look !== "waiting")) {
        return { kind: "stale", at: oldest };
    }
    return null;
}

/** Where the realms of a version are listed with their names in the person's language, or the last day of each (`part`). */
export function listPath(region, flavour, part = "") {
    const language = part ? "" : `&locale=${locale}`;
    return `/v1/regions/${encodeURIComponent(region)}/realms${part}?flavour=${encodeURIComponent(flavour)}${language}`;
}

/** The summary first: it says which regions and versions of the game there are. */
async function fetched(wanted, guess, ask) {
    const { body, keptAt } = await ask("/v1/regions");
    const regions = list(body?.regions);
    const region = wanted ?? guess(regions.map((one) => String(one.region)));
    const known = regions.find((one) => one.region === region);
    const names = list(known?.flavours).map((one) => String(one.flavour));
    const flavours = await Promise.all(names.map((name) => flavour(region, name, ask)));
    const kept = [keptAt, ...flavours.map((one) => one.keptAt)].filter((at) => at !== null);
    const at = kept.length > 0 ? Math.min(...kept) : serverNow();
    return { region, regions, flavours, isKept: kept.length > 0, at };
}

/** One version of the game; one that cannot be had costs only itself. */
async function flavour(region, name, ask) {
    try {
        const { body, keptAt } = await ask(listPath(region, name));
        const realms = withNeighbours(list(body?.realms).map((realm) => prepared(realm, name)));
        const { freshness } = body ?? {};
        return { name, keptAt, realms, look: freshnessLook(freshness), since: instant(freshness?.since),
            why: reasonOf(freshness?.reason), detail: String(freshness?.reason ?? ""),
            source: body?.source, isUnofficial: isUnofficial(body) };
    } catch (problem) {
        return { name, keptAt: null, realms: [], look: "failed", since: null, why: problem.message };
    }
}

/** Whether a list or a realm comes from Blizzard's page for people, and not from what is made for programs. */
export function isUnofficial(body) {
    return body?.source?.official === false && body.source.name === "status-page";
}

function prepared(realm, flavour) {
    const name = String(realm.name ?? realm.slug ?? "?");
    const others = Array.isArray(realm.otherNames) ? realm.otherNames : [];
    const categories = [realm.category ?? "", categoryWords(realm.category)];
    return { ...realm, id: String(realm.id ?? ""), slug: String(realm.slug ?? ""), flavour, name,
        state: knownState(realm.state), neighbours: [],
        searched: folded([name, realm.slug ?? "", ...categories, ...others].join(" ")) };
}

/** Realms of one connected group name each other. */
function withNeighbours(realms) {
    const groups = new Map();
    for (const one of realms) groups.set(one.connectedRealm, [...groups.get(one.connectedRealm) ?? [], one]);
    for (const group of groups.values()) {
        for (const one of group) {
            one.neighbours = group.filter((other) => other !== one).map((other) => other.name);
        }
    }
    return realms.sort((left, right) => left.name.localeCompare(right.name));
}

/** What a region is called in a row; the appliance's own word where there is no better one. */
export function regionName(region, known) {
    const name = known ?? String(region ?? "").toUpperCase();
    return ["us", "eu", "kr", "tw", "cn"].includes(region) ? t(`region.${region}`) : name;
}
