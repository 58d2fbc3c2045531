// Results on their way. Each is written down before it is sent and crossed out once the box has answered, under a key of its own that the
// box counts once: nothing is lost or doubled, wherever a page is closed.

import { isKey } from "./keys.js";
import { longestWait, Refusal } from "./wire.js";

/** How many results wait at most: the oldest goes first, and `dropped` tells of it. */
const most = 500;
/** The box remembers keys for 31 days; what was first sent before this, and got no answer, could count twice; in milliseconds. */
const oldest = 30 * 86_400_000;
const mostAtOnce = 50;
/** The longest body that the box takes is a little more, in bytes. */
const largest = 30_000;
const firstPause = 1000;
const longestPause = 300_000;
/** The whole request is wrong: each result is asked about alone, so that one is no obstacle to the others. */
const mistakes = [400, 413, 422];
/** The game itself is wrong, its name say: who asks again hears the same, until somebody mends it. */
const hopeless = [...mistakes, 404, 409];

/** A result as it is sent; its score stands there as it was written, so that large ones stay whole. */
export function textOf({ key, board, score, extra, achieved }) {
    return `{"score":${score},${JSON.stringify({ key, board, extra, achieved }).slice(1)}`;
}

export class Queue {
    #isSending = false;
    #isClosed = false;
    #timer = null;
    /** Attempts in a row without an answer, and until when none is made because of that. */
    #failures = 0;
    #pause = 0;
    /** Results that the box wants later, of a board that is closed say, with how often it said so: no obstacle to the others. */
    #later = { keys: new Set(), times: 0, until: 0 };
    /** Who waits for what is said of a result, by its key. */
    #waiting = new Map();
    /** Results from before this page had met a box: they are for the first one, whatever box was at its address before. */
    early = [];
    /** Why nothing is sent until the page is loaded anew, or null. */
    stopped = null;

    /**
     * `link.ready()` finds the box and makes the player known there, `link.send(entries)` answers what it says, `link.now()` is its time;
     * `tell(kind, facts)` hears what becomes of each result.
     */
    constructor(store, keys, surroundings, link, tell) {
        Object.assign(this, { store, keys, surroundings, link, tell });
    }

    /** How many results wait. */
    get count() {
        return this.store.names("result:").length;
    }

    /** Writes a result down, and sends it if that is possible now; answers what the box says, or null: it waits. */
    add(entry) {
        const key = this.keys.next();
        this.store.set(`result:${key}`, JSON.stringify(entry));
        this.early?.push(`result:${key}`);
        const keys = this.store.names("result:");
        for (const spare of keys.slice(0, Math.max(0, keys.length - most))) this.#drop(spare, "full");
        const answer = new Promise((resolve, reject) => { this.#waiting.set(key, { resolve, reject }); });
        // Who does not wait for it hears of a refusal by the event.
        answer.catch(() => {});
        this.flush();
        return answer;
    }

    /** There is a connection again: not a moment is waited but what the box asked for. */
    wake() {
        this.#pause = 0;
        this.flush();
    }

    /** Sends nothing any more; what waits is sent by the next one with this storage. */
    close() {
        this.#isClosed = true;
        clearTimeout(this.#timer);
    }

    /** The box takes this game from nobody: what waits stays, and is tried again by the next page. */
    stop(error) {
        if (this.stopped || !error.isOurs || !hopeless.includes(error.status)) return;
        this.stopped = error;
        console.error(`Watchpost: results of “${this.store.game}” wait for the next page: ${error.message}`);
        this.tell("stopped", { error, count: this.count });
    }

    get #isOver() {
        return this.#isClosed || this.stopped !== null;
    }

    /** Sends what waits. */
    async flush() {
        if (this.#isSending) return;
        if (this.#isOver) return this.#release();
        this.#isSending = true;
        const isEarly = this.#left(this.#later.until) > 0;
        const tried = new Set(isEarly ? this.#later.keys : []);
        const before = tried.size;
        let size = mostAtOnce;
        try {
            while (this.#rest() === 0 && !this.#isOver && this.count > 0) {
                if (!await this.#isReady(tried)) break;
                const entries = this.#next(tried, size);
                if (entries.length === 0) break;
                if (!await this.#attempt(entries, tried)) size = 1;
            }
        } finally {
            if (tried.size > before) this.#putOff(tried);
            else if (!isEarly) this.#later.times = 0;
            // Nothing was awaited since the last look: what comes now begins anew.
            this.#isSending = false;
            this.#release();
            this.#sleep();
        }
    }

    /** Nobody waits for an answer any more. */
    #release() {
        for (const { resolve } of this.#waiting.values()) resolve(null);
        this.#waiting.clear();
    }

    #putOff(keys) {
        const times = this.#later.times + 1;
        this.#later = { keys, times, until: this.surroundings.now() + this.#pauseAfter(times) };
    }

    /** How long to wait, in milliseconds. */
    #rest() {
        return Math.max(0, this.#asked(), this.#left(this.#pause));
    }

    /** How long a pause of our own lasts; who turned the clock back is not kept waiting for it, in milliseconds. */
    #left(until) {
        const wait = until - this.surroundings.now();
        return wait > 2 * longestPause ? 0 : wait;
    }

    /** How long the box wants to be left alone, also by a page that was closed since, in milliseconds. */
    #asked() {
        const wait = (Number(this.store.get("until")) || 0) - this.surroundings.now();
        return wait > 2 * longestWait ? 0 : wait;
    }

    /** Longer each time, and never as long as others wait, in milliseconds. */
    #pauseAfter(times) {
        return Math.min(firstPause * 2 ** (times - 1), longestPause) * (0.5 + this.surroundings.random());
    }

    #sleep() {
        clearTimeout(this.#timer);
        if (this.count === 0 || this.#isOver) return;
        const wait = this.count > this.#later.keys.size ? 0 : this.#left(this.#later.until);
        this.#timer = this.surroundings.setTimeout(() => this.flush(), Math.max(this.#rest(), wait, 50));
    }

    /** The oldest that were not tried yet. */
    #next(tried, size, bytes = largest) {
        const entries = [];
        let length = 0;
        for (const key of this.store.names("result:")) {
            if (tried.has(key)) continue;
            const entry = this.#read(key);
            if (!entry) continue;
            length += new TextEncoder().encode(textOf(entry)).length + 1;
            if (entries.length === size || (entries.length > 0 && length > bytes)) break;
            entries.push(entry);
        }
        return entries;
    }

    #read(key) {
        if (!isKey(key)) return this.#drop(key, "unreadable");
        try {
            const { board, score, extra, achieved, tried } = JSON.parse(this.store.get(`result:${key}`));
            // By the clock of the box: how wrong that of the device is, or was, does not matter.
            if (this.link.now() - tried > oldest) return this.#drop(key, "old");
            if (typeof board === "string" && /^-?\d+$/.test(score)) return { key, board, score, extra, achieved, tried };
        } catch {
            // Somebody else wrote it, or another tab has just crossed it out.
            if (this.store.get(`result:${key}`) === null) return null;
        }
        return this.#drop(key, "unreadable");
    }

    #write({ key, ...entry }) {
        const name = `result:${key}`;
        // Another tab may have crossed it out meanwhile.
        if (this.store.get(name) !== null) this.store.set(name, JSON.stringify(entry));
    }

    /** Whether there is a box, and a player for it. */
    async #isReady(tried) {
        try {
            await this.link.ready();
            return true;
        } catch (problem) {
            // No result was sent: whatever was said is about none of them, unless the game is over.
            this.#failed(problem.code === "game-closed" ? this.#next(tried, most, Infinity) : [], tried, problem);
            return false;
        }
    }

    /** One request; false: its results are to be sent one by one. */
    async #attempt(entries, tried) {
        const fresh = entries.filter((entry) => !entry.tried);
        for (const entry of fresh) this.#write({ ...entry, tried: this.link.now() });
        let answers;
        try {
            const body = await this.link.send(entries);
            answers = new Map(body.results.map((one) => [one.key, one]));
        } catch (problem) {
            // Refused as a whole, and surely not taken.
            if (problem.isOurs && problem.status < 500) fresh.forEach((entry) => this.#write(entry));
            return this.#failed(entries, tried, problem);
        }
        this.#failures = 0;
        for (const entry of entries) this.#hear(entry, answers.get(entry.key), tried);
        return true;
    }

    /** The request as a whole came to nothing. */
    #failed(entries, tried, problem) {
        if (this.stopped) return true;
        const { status, message, code } = problem;
        const isMistake = problem.isOurs && entries.length > 0 && mistakes.includes(status) && !code?.startsWith("signature-");
        if (isMistake && entries.length > 1) return false;
        if (isMistake || (entries.length > 0 && code === "game-closed")) {
            for (const entry of entries) this.#hear(entry, { status, detail: message, code }, tried);
            return true;
        }
        const { now, random } = this.surroundings;
        if (typeof problem.wait === "number") {
            // Not at the same moment as all others, nor before what another tab was asked for.
            this.store.set("until", Math.ceil(now() + Math.max(problem.wait + random() * 1000, this.#asked())));
        } else this.#pause = now() + this.#pauseAfter(this.#failures += 1);
        this.tell("waiting", { error: problem, count: this.count });
        return true;
    }

    /** What the box says of one; what is neither taken nor refused for good stays. */
    #hear(entry, answer, tried) {
        const status = answer?.status ?? 0;
        const isTaken = status === 200 || status === 201;
        if (!isTaken && !(status >= 400 && status < 500 && status !== 429)) return tried.add(entry.key);
        // A clock that is wrong costs the claim, and not the result: nothing was taken under this key.
        if (entry.achieved && (answer.code === "result-refused" || status === 400)) return this.#write({ ...entry, achieved: undefined });
        this.store.remove(`result:${entry.key}`);
        const waiting = this.#waiting.get(entry.key);
        this.#waiting.delete(entry.key);
        if (isTaken) {
            waiting?.resolve(answer.result);
            return this.tell("sent", { ...entry, result: answer.result });
        }
        const error = new Refusal(status, answer);
        waiting?.reject(error);
        return this.tell("refused", { ...entry, error });
    }

    /** One leaves without an answer. */
    #drop(key, why) {
        let entry = null;
        try {
            entry = JSON.parse(this.store.get(`result:${key}`));
        } catch {
            // It is told of without what it said.
        }
        this.store.remove(`result:${key}`);
        this.#waiting.get(key)?.resolve(null);
        this.#waiting.delete(key);
        this.tell("dropped", { key, ...entry, why });
        return null;
    }
}
