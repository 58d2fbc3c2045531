// Which realms turned, by name: the history of a version only counts them, and what happened live was told by name.

import { list, titled } from "./dom.js";
import { listAddress } from "./realmlist.js";
import { instant } from "./time.js";

/** So many realms that turn at once are named; more of them are counted, as they are when it happens. */
const mostNamed = 4;
/** The states that are told of, as one sees them. */
const kinds = { up: "up", suspected: "up", down: "down", recovering: "down", maintenance: "maintenance" };

/** Asks for the days of single realms, as often as what is counted is other than it was; `get` fetches. */
export class NamedTurns {
    #asked = new Map();
    #found = new Map();
    #names = new Map();

    constructor(get) {
        this.get = get;
    }

    /** The turns of a version that are known by name: `{ at, kind, name }`. */
    of(key) {
        return this.#found.get(key) ?? [];
    }

    /** `rows` are the counted turns of a version, with `at` and `count`; answers whether names are new. */
    async learn(key, place, rows) {
        const wanted = JSON.stringify(rows.map((row) => [row.at, row.count]));
        if (this.#asked.get(key) === wanted) return false;
        this.#asked.set(key, wanted);
        const turns = rows.some((row) => row.count > 0 && row.count <= mostNamed) ? await this.#turns(key, place) : [];
        // A later question knows more; one that failed is asked again with the next answer.
        if (this.#asked.get(key) !== wanted) return false;
        if (turns === null) this.#asked.delete(key);
        else this.#found.set(key, turns);
        return turns !== null;
    }

    async #turns(key, place) {
        const address = `/v1/regions/${encodeURIComponent(place.region)}/realms/history?flavour=${encodeURIComponent(place.flavour)}`;
        try {
            const turns = turnsIn((await this.get(address)).body);
            if (turns.some((one) => !this.#names.has(`${key}/${one.slug}`))) await this.#learnNames(key, place);
            return turns.map((one) => ({ ...one, name: this.#names.get(`${key}/${one.slug}`) ?? titled(one.slug) }));
        } catch {
            return null;
        }
    }

    async #learnNames(key, place) {
        const { body } = await this.get(listAddress(place));
        for (const one of list(body.realms)) this.#names.set(`${key}/${one.slug}`, String(one.name ?? titled(one.slug)));
    }
}

/** `{ at, kind, slug }` of each turn of a realm, without those of many at once. */
function turnsIn(body) {
    const all = list(body?.realms).flatMap(({ slug, segments }) => {
        const parts = list(segments).map((one) => ({ kind: kinds[one.state] ?? null, at: instant(one.from) }));
        const isTurn = (one, number) => one.kind !== null && one.at !== null && number > 0
            && parts[number - 1].kind !== null && parts[number - 1].kind !== one.kind;
        return parts.filter(isTurn).map((one) => ({ ...one, slug: String(slug) }));
    });
    const together = (one) => all.filter((other) => other.at === one.at && other.kind === one.kind).length;
    return all.filter((one) => together(one) <= mostNamed);
}
