// The realms of one region as the appliance knows them: pulled on opening and on a change of region only.

import { list } from "/assets/dom.js";
import { freshnessLook, freshnessWords } from "/assets/freshness.js";
import { knownState } from "/assets/icons.js";
import { realmLocale } from "/assets/locale.js";
import { clockText, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { patiently } from "/app/ask.js";

/** What was pulled this long ago no longer looks fresh, in milliseconds. */
const longest = 10 * 60_000;
const locale = realmLocale(navigator.languages ?? [navigator.language]);

/** `changed()` is called whenever there is something new to draw. */
export class Status {
    /** Every region that the appliance has, for the selector. */
    regions = [];
    region = null;
    /** `{ name, look, words, realms }` for each version of the game. */
    flavours = [];
    loading = false;
    trouble = null;
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
        Object.assign(this, { region, loading: true, trouble: null });
        this.changed();
        const take = (found) => {
            if (turn !== this.#pull) return;
            const { regions, flavours, at, isKept } = found;
            Object.assign(this, { region: found.region, regions, flavours });
            [this.#at, this.#isKept] = [at, isKept];
            this.changed();
        };
        try {
            take(await patiently((ask) => fetched(region, guess, ask), take));
        } catch (problem) {
            if (turn === this.#pull) this.trouble = problem.message;
        }
        if (turn !== this.#pull) return;
        this.loading = false;
        this.changed();
    }

    /** Whether what is shown is only what was known once. */
    get isOld() {
        return this.#at === null || this.#isKept || this.trouble !== null || serverNow() - this.#at > longest;
    }

    /** How far to trust the lists, in words. */
    get words() {
        if (this.#at === null || this.flavours.length === 0) {
            if (this.loading) return t("status.loading");
            if (this.trouble) return t("status.nothing", { why: this.trouble });
            return t("status.noVersion");
        }
        const time = clockText(this.#at);
        if (this.#isKept) return t(this.loading ? "status.keptLoading" : "status.kept", { time });
        if (this.trouble) return t("status.trouble", { time, why: this.trouble });
        return t(this.isOld ? "status.old" : "status.asOf", { time });
    }

    /** Whether it helps to ask again. */
    get canRetry() {
        return !this.loading && this.isOld;
    }
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
    const address = `/v1/regions/${encodeURIComponent(region)}/realms`
        + `?flavour=${encodeURIComponent(name)}&locale=${locale}`;
    try {
        const { body, keptAt } = await ask(address);
        const realms = withNeighbours(list(body?.realms).map(prepared));
        const { freshness } = body ?? {};
        return { name, keptAt, realms, look: freshnessLook(freshness), words: freshnessWords(freshness) };
    } catch (problem) {
        const words = t("status.notLoaded", { why: problem.message });
        return { name, keptAt: null, realms: [], look: "stale", words };
    }
}

function prepared(realm) {
    const name = String(realm.name ?? realm.slug ?? "?");
    return { ...realm, id: String(realm.id ?? ""), name, state: knownState(realm.state), neighbours: [],
        searched: folded(`${name} ${realm.slug ?? ""} ${realm.category ?? ""}`) };
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

/** What a region is called; the appliance's own word where there is no better one. */
export function regionName(region, known) {
    const name = known ?? String(region ?? "").toUpperCase();
    return ["us", "eu", "kr", "tw", "cn"].includes(region) ? t(`region.${region}`, { name }) : name;
}

/** Accents, case and apostrophes do not matter to a search. */
export function folded(text) {
    return text.normalize("NFKD").replace(/[\p{M}'’`´]/gu, "").toLowerCase();
}
