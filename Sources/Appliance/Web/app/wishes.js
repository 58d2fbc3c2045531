// Wishes about single realms: to be told once when one is back, to be left alone for an hour, to be told urgently.

import { personal } from "/app/ask.js";
import { knownCredential } from "/app/identity.js";
import { instant, serverNow } from "/assets/time.js";

/** `changed()` is called when there is something new to draw. */
export class Wishes {
    #byRegion = new Map();

    constructor({ changed }) {
        this.changed = changed;
    }

    /** Fetches those of a region; an appliance that knows none of this is no error. */
    async load(region) {
        if (!region || knownCredential() === null) return;
        try {
            this.#take(await personal("GET", `/wishes/${encodeURIComponent(region)}`));
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

    /** `change` is any of `tellOnce`, `urgent`, `muteMinutes`; throws what the appliance says. */
    async set(region, id, change) {
        this.#take(await personal("PUT", `/wishes/${encodeURIComponent(region)}`, { id, ...change }));
        this.changed();
    }

    #take(body) {
        if (body?.region) this.#byRegion.set(body.region, Array.isArray(body.realms) ? body.realms : []);
    }
}
