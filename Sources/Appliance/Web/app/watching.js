// The watch list of one region: which realms, and what to tell about them.

import { Whole } from "/app/whole.js";

/** What can be told about a watched realm, in the order of the switches. */
export const kinds = ["status", "queue", "lock", "maintenance", "population"];

/** Keeps one list for each region that was looked at; lists that are not shown go on being sent. */
export class Watching {
    #lists = new Map();

    constructor(hooks) {
        this.hooks = hooks;
    }

    /** The list of a region; made when it is asked for the first time, not fetched. */
    of(region) {
        let list = this.#lists.get(region);
        if (!list) {
            list = new WatchList(region, this.hooks);
            this.#lists.set(region, list);
        }
        return list;
    }

    hurry() {
        for (const list of this.#lists.values()) list.document.hurry();
    }

    /** Forgets what was fetched. */
    clear() {
        this.#lists.clear();
    }
}

class WatchList {
    constructor(region, hooks) {
        this.region = region;
        this.document = new Whole(`/watchlist/${encodeURIComponent(region)}`, hooks);
    }

    /** Fetches it; throws when the appliance refuses or cannot be reached. */
    load() {
        return this.document.load();
    }

    get isKnown() {
        return this.document.stored !== null;
    }

    get realms() {
        return this.document.value?.realms ?? [];
    }

    watches(id) {
        return this.realms.includes(id);
    }

    /** Whether the appliance does not know yet what became of this eye. */
    isUnsaved(id) {
        return !this.document.settled && (this.document.stored?.realms ?? []).includes(id) !== this.watches(id);
    }

    /** Turns one eye; the whole list is sent. */
    watch(id, on) {
        this.document.change((list) => {
            const others = list.realms.filter((one) => one !== id);
            return { ...list, realms: on ? [...others, id] : others };
        });
    }

    tells(kind) {
        return this.document.value?.kinds?.[kind] === true;
    }

    tell(kind, on) {
        this.document.change((list) => ({ ...list, kinds: { ...list.kinds, [kind]: on } }));
    }
}
