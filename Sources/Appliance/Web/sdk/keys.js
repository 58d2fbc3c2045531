// What a game makes by itself: the key of its player, and one for each result.

import { usualStorage } from "./store.js";

/** Random bytes. */
export function random(count) {
    return crypto.getRandomValues(new Uint8Array(count));
}

/** A player's key, `ID.SECRET`: 16 and 32 random bytes in base64url without padding. */
export function newCredential() {
    const text = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    return `${text(random(16))}.${text(random(32))}`;
}

/** Whether stored text has that form. */
export function isCredential(text) {
    return /^[\w-]{22}\.[\w-]{43}$/.test(text ?? "");
}

/** How long two tabs may write at the same time, in milliseconds: then each sees what stands there. */
const settling = 200;

/**
 * The key that tabs agree on, where browsers have no locks: on http pages. A database serves one writer after the other, in whatever
 * process a tab runs, while what is written to `localStorage` may reach another process later. Fails where pages have no database.
 */
function agreed(place, token, lost) {
    return new Promise((resolve, reject) => {
        const opening = indexedDB.open("watchpost");
        opening.onupgradeneeded = () => opening.result.createObjectStore("players");
        opening.onerror = reject;
        opening.onsuccess = () => {
            const players = opening.result.transaction("players", "readwrite").objectStore("players");
            const asked = players.get(place);
            asked.onsuccess = () => {
                const there = asked.result;
                // A minute later it stands where keys are kept.
                if (there?.at > Date.now() - 60000 && there.token !== lost) token = there.token;
                else players.put({ token, at: Date.now() }, place);
                opening.result.close();
                resolve(token);
            };
        };
    });
}

/** The key of the player, which one tab alone makes, also where several begin at once; another one than `lost`, which the box does not take. */
export async function playerKey(store, { locks, setTimeout }, lost) {
    const known = () => [store.get("player")].find((token) => isCredential(token) && token !== lost);
    const make = (token) => {
        if (!known()) store.set("player", token);
        return known() ?? token;
    };
    if (known()) return known();
    const token = newCredential();
    try {
        if (locks) return await locks.request(`watchpost:${store.place}`, () => make(token));
        // A game with a storage of its own has its reasons.
        if (store.storage === usualStorage()) return make(await agreed(store.place, token, lost));
    } catch {
        // Not for this page.
    }
    make(token);
    // Nothing else is left than to look again.
    await new Promise((resolve) => { setTimeout(resolve, settling); });
    return make(token);
}

/** Whether text is a key as `Keys` makes them. */
export function isKey(text) {
    return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text);
}

/** Makes UUIDs of version 7 (RFC 9562): each stands behind the one before, also within a millisecond and when the clock goes back. */
export class Keys {
    #at = 0;
    #count = 0;

    constructor(now) {
        this.now = now;
    }

    next() {
        const now = Math.floor(this.now());
        const bytes = random(10);
        // Twelve bits count within a millisecond and begin in the lower half; who needs more borrows from the next one.
        if (now > this.#at) [this.#at, this.#count] = [now, ((bytes[0] << 8) | bytes[1]) & 0x7ff];
        else if (++this.#count > 0xfff) [this.#at, this.#count] = [this.#at + 1, 0];
        bytes[2] = (bytes[2] & 0x3f) | 0x80;
        const hex = (number, length) => number.toString(16).padStart(length, "0");
        const at = hex(this.#at, 12);
        const rest = Array.from(bytes.subarray(2), (byte) => hex(byte, 2)).join("");
        return `${at.slice(0, 8)}-${at.slice(8)}-7${hex(this.#count, 3)}-${rest.slice(0, 4)}-${rest.slice(4)}`;
    }
}
