// Wishes about single realms: to be told once when one is back, to be left alone for an hour, to be told urgently.

import { personal } from "/app/ask.js";
import { knownCredential } from "/app/identity.js";
import { oneByOne, Questions } from "/assets/questions.js";
import { instant, serverNow } from "/assets/time.js";

/** `changed()` is called when there is something new to draw. */
export class Wishes {
    #byRegion = new Map();
    #questions = new Map();
    #turns = new Map();

    constructor({ changed }) {
        this.changed = changed;
    }

    /** Fetches those of a region; an appliance that knows none of this is no error. */
    async load(region) {
        if (!region || knownCredential() === null) return;
        try {
            await this.#about(region).ask(() => personal("GET", `/wishes/${encodeURIComponent(region)}`), (body) => this.#take(body));
        } catch {
            // The page of a realm says it when somebody wants something.
        }
    }

    /** `{ tellOnce, urgent, mutedUntil }` of a realm; `mutedUntil` is null when it is over. */
    of(region, id) {
        const known = this.#byRegion.get(region)?.find((one) => one.id === id);
        const until = instant(known?.mutedUntil);
        return { tellOnce: known?.tellOnce === true, urgent: known?.urgent === true,
            mutedUntil: until !== null && until > serverNow() ? until : null };
    }

    /**
     * `change` is any of `tellOnce`, `urgent`, `muteMinutes`; throws what the appliance says. One is sent after the other, since
     * each is answered with all wishes of its region.
     */
    async set(region, id, change) {
        const inTurn = this.#turns.get(region) ?? oneByOne();
        this.#turns.set(region, inTurn);
        const body = await inTurn(() => personal("PUT", `/wishes/${encodeURIComponent(region)}`, { id, ...change }));
        this.#about(region).outdate();
        this.#take(body);
        this.changed();
    }

    /** What is asked about one region overtakes nothing of another one. */
    #about(region) {
        if (!this.#questions.has(region)) this.#questions.set(region, new Questions());
        return this.#questions.get(region);
    }

    #take(body) {
        if (body?.region) this.#byRegion.set(body.region, Array.isArray(body.realms) ? body.realms : []);
    }
}
