// What is written down: one item for each thing, so that a closed tab between two writes leaves nothing half done, and two tabs take
// nothing from each other.

/** What belongs to an address, whichever tab knows the box there: which one that is, and until when it wants to be left alone. */
const isLocal = (name) => ["box", "until"].includes(name);

/**
 * Items of a storage (`localStorage`, or what has the same functions) that belong to one game on one box. At an address of which no box is
 * known yet they belong to the first one that answers there.
 */
export class Store {
    /** What a storage did not take, because it is full or switched off: it lasts as long as the page. */
    #fleeting = new Map();
    #prefix;

    constructor(storage, url, game) {
        Object.assign(this, { storage, game, box: null, place: `watchpost:${url}:${game}:` });
        this.#prefix = this.place;
        const known = this.get("box");
        if (known) this.become(known);
    }

    /** From now on the items are those of this box: `mine` of the one before come along, and what lies at the address. False: they were before. */
    become(box, mine) {
        const [before, prefix] = [this.#prefix, `watchpost:${box}:${this.game}:`];
        if (prefix === before) return false;
        [this.#prefix, this.box] = [prefix, box];
        const move = (from, name) => {
            const text = this.#read(from + name);
            if (text === null) return;
            if (this.get(name) !== null || this.#write(prefix + name, text)) this.#erase(from + name);
            // What cannot be written there stays where it is written, too.
            else this.#fleeting.delete(from + name);
        };
        if (before !== this.place) mine.forEach((name) => move(before, name));
        // Before what lies loose: a page that is closed in between leaves it to the next one, which finds the box here and moves the rest.
        this.#write(`${this.place}box`, box);
        for (const name of this.names("", this.place)) if (!isLocal(name)) move(this.place, name);
        return true;
    }

    /** The text of an item, or null. */
    get(name) { return this.#read(this.#full(name)); }
    set(name, text) { this.#write(this.#full(name), text); }
    remove(name) { this.#erase(this.#full(name)); }
    #full(name) { return (isLocal(name) ? this.place : this.#prefix) + name; }

    /** The items whose names begin so, in the order of their names; without that beginning. */
    names(beginning, prefix = this.#prefix) {
        const full = prefix + beginning;
        return this.#list(full).map((name) => name.slice(full.length)).sort();
    }

    #read(name) {
        const known = this.#fleeting.get(name);
        if (known !== undefined) return known;
        try {
            return this.storage.getItem(name);
        } catch {
            return null;
        }
    }

    /** False: it lasts as long as the page alone. */
    #write(name, text) {
        try {
            this.storage.setItem(name, text);
            return this.#fleeting.delete(name) || true;
        } catch {
            this.#fleeting.set(name, text);
            return false;
        }
    }

    #erase(name) {
        this.#fleeting.delete(name);
        try {
            this.storage.removeItem(name);
        } catch {
            // It cannot be read either.
        }
    }

    #list(beginning) {
        const found = new Set([...this.#fleeting.keys()].filter((name) => name.startsWith(beginning)));
        try {
            for (let place = 0; place < this.storage.length; place += 1) {
                const name = this.storage.key(place);
                if (name?.startsWith(beginning)) found.add(name);
            }
        } catch {
            // Storage is switched off.
        }
        return [...found];
    }
}

/** The browser's storage; where there is none, everything lasts as long as the page. */
export function usualStorage() {
    try {
        return globalThis.localStorage ?? null;
    } catch {
        return null;
    }
}
