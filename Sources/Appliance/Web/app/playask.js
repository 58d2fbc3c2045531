// What the arena answers to this phone: kept here, shown at once, asked for again with its ETag, and with its age.

import { list } from "/assets/dom.js";
import { Questions } from "/assets/questions.js";
import { serverNow } from "/assets/time.js";
import { exchange, personal, Refusal } from "/app/ask.js";
import { playPrefix } from "/app/identity.js";
import { trustIn } from "/app/status.js";

/** Answers kept at most, and the longest of them in characters. */
const mostKept = 40;
const longestKept = 160_000;

/** One address; `changed()` is called whenever there is something new to draw. */
export class Source {
    body = null;
    /** When the appliance last said so, in milliseconds. */
    at = null;
    error = null;
    isLoading = false;
    #tag = null;
    #isKept = false;
    #asking = null;
    #questions = new Questions();
    #pauseUntil = 0;

    constructor(path, changed) {
        this.path = path;
        this.changed = changed;
        const kept = read(path);
        if (!kept) return;
        [this.body, this.at, this.#tag, this.#isKept] = [kept.body, kept.at, kept.tag, true];
    }

    get isKnown() {
        return this.body !== null;
    }

    get isKept() {
        return this.#isKept;
    }

    /** Asks again; who asks meanwhile waits for the same answer. `isWanted`: also while the appliance wants to be left alone. */
    load(isWanted = true) {
        if (this.#asking) return this.#asking;
        if (!isWanted && Date.now() < this.#pauseUntil) return Promise.resolve();
        this.isLoading = true;
        this.#asking = this.#ask().finally(() => {
            this.#asking = null;
            this.isLoading = false;
            this.changed();
        });
        return this.#asking;
    }

    /** Asks once what is under way has been answered: that answer may be older than what was just done. */
    async loadAfter() {
        await this.#asking;
        await this.load();
    }

    async #ask() {
        try {
            await this.#questions.ask(() => exchange(this.path, this.#tag), (answer) => this.#answered(answer));
        } catch (problem) {
            this.error = problem;
            this.#pauseUntil = Date.now() + (problem.wait ?? 0);
        }
    }

    #answered(answer) {
        if (!answer.isSame) [this.body, this.#tag] = [answer.body, answer.tag];
        [this.at, this.#isKept, this.error] = [serverNow(), false, null];
        write(this.path, { body: this.body, tag: this.#tag, at: this.at });
    }

    /** Nothing was ever heard. */
    forget() {
        this.#questions.outdate();
        [this.body, this.at, this.error, this.#tag, this.#isKept] = [null, null, null, null, false];
    }

    /** Takes what an answer to something else said. */
    take(body) {
        this.#questions.outdate();
        [this.body, this.#tag, this.at, this.#isKept, this.error] = [body, null, serverNow(), false, null];
        write(this.path, { body, tag: null, at: this.at });
        this.changed();
    }
}

/** How far some answers together can be trusted, as `Status.trust` says it. */
export function trustOf(sources) {
    const known = sources.filter((one) => one.at !== null);
    const error = sources.find((one) => one.error)?.error ?? null;
    const main = sources[0];
    if (!main || main.at === null) {
        return main?.error ? { kind: "error", at: null, why: main.error.message } : { kind: "loading", at: null };
    }
    const at = Math.min(...known.map((one) => one.at));
    const isKept = known.some((one) => one.isKept);
    // What is only remembered and on its way says nothing of the appliance, until that has been silent for a while.
    const isAsking = sources.some((one) => one.isLoading);
    if (isKept && isAsking && !error) return trustIn({ at, isKept, isAsking, error }, []);
    // What was not asked for yet is no word about it, either.
    return trustIn({ at, isKept: false, error }, []) ?? { kind: isKept ? "kept" : "fresh", at };
}

/** Whether the appliance says that there is no such thing. */
export function isMissing(problem) {
    return problem instanceof Refusal && problem.status === 404;
}

/** Tells the arena something; `key` is its Idempotency-Key. */
export function tellArena(method, path, body, key) {
    return personal(method, path, body, key ? { "Idempotency-Key": key } : {});
}

/** A UUID of version 4, also where the page has no secure context. */
export function freshKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** All of a list that comes in pages: the first is a `Source`, further ones are asked for. */
export class Pages {
    #more = [];
    #next = null;
    #of = null;
    isLoading = false;
    error = null;

    constructor(first, name, address) {
        Object.assign(this, { first, name, address });
    }

    get items() {
        if (this.#of !== this.first.body) [this.#more, this.#next, this.#of] = [[], this.first.body?.next ?? null, this.first.body];
        const seen = new Set();
        return [...list(this.first.body?.[this.name]), ...this.#more].filter((one) => {
            const key = one.duel ?? one.code ?? one;
            return !seen.has(key) && seen.add(key);
        });
    }

    get hasMore() {
        return this.items.length > 0 && this.#next !== null;
    }

    async more() {
        if (this.isLoading || !this.hasMore) return;
        this.isLoading = true;
        const before = this.#of;
        try {
            const { body } = await exchange(this.address(this.#next), null);
            if (before === this.#of) {
                this.#more.push(...list(body?.[this.name]));
                this.#next = body?.next ?? null;
            }
            this.error = null;
        } catch (problem) {
            this.error = problem;
        }
        this.isLoading = false;
        this.first.changed();
    }
}

function read(path) {
    try {
        const kept = JSON.parse(localStorage.getItem(playPrefix + path));
        return kept && typeof kept.at === "number" && kept.body ? kept : null;
    } catch {
        return null;
    }
}

/** The oldest go; where there is no room at all, nothing is kept. */
function write(path, kept) {
    try {
        const text = JSON.stringify(kept);
        if (text.length > longestKept) return localStorage.removeItem(playPrefix + path);
        const others = Object.keys(localStorage).filter((one) => one.startsWith(playPrefix) && one !== playPrefix + path);
        if (others.length >= mostKept) localStorage.removeItem(oldest(others));
        localStorage.setItem(playPrefix + path, text);
    } catch {
        // Storage is switched off or full.
    }
    return undefined;
}

function oldest(keys) {
    const age = (one) => Number(/"at":(\d+)/.exec(localStorage.getItem(one) ?? "")?.[1] ?? 0);
    return keys.reduce((left, right) => (age(right) < age(left) ? right : left));
}
