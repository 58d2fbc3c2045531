// What surrounds a game in these tests: a clock that is turned by hand, a storage that outlives it, and a box that was written from
// docs/protocol.md alone.

export const { connect, Refusal } = await import(process.env.WATCHPOST_SDK);

/** Numbers that a seed repeats (mulberry32). */
export function seeded(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** Lets everything happen that waits for nothing. */
export function settle() {
    return new Promise((resolve) => { setImmediate(resolve); });
}

/** A clock; timers run when it is turned, in their order. */
export class Clock {
    constructor(now = Date.UTC(2026, 10, 25, 12)) {
        Object.assign(this, { now, timers: [] });
    }

    setTimeout(work, wait) {
        const timer = { at: this.now + Math.max(0, wait), work };
        this.timers.push(timer);
        return timer;
    }

    /** To the next timer, or by so many milliseconds; false: there is none. */
    async next() {
        this.timers.sort((one, other) => one.at - other.at);
        const timer = this.timers.shift();
        if (!timer) return false;
        this.now = Math.max(this.now, timer.at);
        timer.work();
        await settle();
        return true;
    }

    async turn(wait) {
        await settle();
        const end = this.now + wait;
        while (this.timers.some((timer) => timer.at <= end)) await this.next();
        this.now = end;
        await settle();
    }
}

/** What `localStorage` is to a page: it stays when the page is gone. */
export class Shelf {
    items = new Map();

    get length() { return this.items.size; }
    key(place) { return [...this.items.keys()][place] ?? null; }
    getItem(name) { return this.items.get(name) ?? null; }
    setItem(name, text) { this.items.set(name, String(text)); }
    removeItem(name) { this.items.delete(name); }
    get waiting() { return [...this.items.keys()].filter((name) => name.includes(":result:")).sort(); }
}

/** An answer as `fetch` gives it. */
export function answer(status, body, headers = {}) {
    const type = status >= 400 ? "application/problem+json" : "application/json";
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return new Response([204, 304].includes(status) ? null : text, { status, headers: { "Content-Type": type, ...headers } });
}

export function problem(status, code, headers = {}, more = {}) {
    return answer(status, { type: "/problems/x", title: "No", status, detail: `words of ${code}`, code, ...more }, headers);
}

/** The box: installations, results by their key, boards that add them all up. */
export class Box {
    installs = new Map();
    /** What counts, in the order of arrival. */
    results = new Map();
    requests = [];
    /** Breaches of the manual. */
    complaints = [];

    constructor(clock, skew = 0, id = "5d1c6f0b8e2a4c7393b0d1e4f6a87c25") {
        Object.assign(this, { clock, skew, id, boards: ["level-1", "level-2"], judge: () => null });
    }

    get now() { return this.clock.now + this.skew; }

    answer(status, body, headers) {
        return answer(status, body, { Date: new Date(this.now).toUTCString(), ...headers });
    }

    problem(status, code, headers) {
        return problem(status, code, { Date: new Date(this.now).toUTCString(), ...headers });
    }

    async fetch(url, { method, headers, body }) {
        const { pathname } = new URL(url);
        this.requests.push({ method, path: pathname, headers, body });
        if (method === "GET" && pathname === "/v1/about") return this.answer(200, { name: "watchpost", id: this.id });
        const bearer = headers.Authorization?.replace("Bearer ", "") ?? "";
        const [id, secret] = bearer.split(".");
        if (method === "PUT" && pathname === `/v1/games/snake/installs/${id}`) return this.register(id, secret, JSON.parse(body));
        if (this.installs.get(id)?.secret !== secret) return this.problem(401, "unknown-device");
        if (method === "POST" && pathname === "/v1/games/snake/results") return this.take(id, body);
        return this.problem(404, "none");
    }

    register(id, secret, { name }) {
        const known = this.installs.get(id);
        if (known && known.secret !== secret) return this.problem(401, "wrong-secret");
        if (!known) this.installs.set(id, { secret, name: name ?? "Player-1" });
        const player = { code: id.slice(0, 10), name: this.installs.get(id).name, version: 1 };
        return this.answer(known ? 200 : 201, { game: "snake", player });
    }

    take(install, body) {
        const { results } = JSON.parse(body);
        if (body.length > 32_768) return this.problem(413, "too-large");
        if (results.length < 1 || results.length > 50) this.complaints.push(`${results.length} results at once`);
        return this.answer(200, { results: results.map((one) => ({ key: one.key, ...this.one(install, one) })) });
    }

    /** One result, as it would be answered alone. */
    one(install, { key, board, score, extra, achieved }) {
        if (!/^[0-9a-f-]{36}$/.test(key)) return { status: 400, detail: "no key", code: "key-missing" };
        if (!this.boards.includes(board)) return { status: 404, detail: "there is no board of this name" };
        const content = JSON.stringify([board, score, extra, achieved]);
        const known = this.results.get(`${install} ${key}`);
        if (known && known.content !== content) {
            this.complaints.push(`${key} was used twice`);
            return { status: 422, detail: "used for another result", code: "key-used" };
        }
        const refused = known ? null : this.judge({ key, board, score, extra, achieved });
        if (refused) return refused;
        if (!known) this.results.set(`${install} ${key}`, { board, score, content });
        return { status: known ? 200 : 201, result: { board, score, state: "counts", standings: [] } };
    }
}

/** What `navigator.locks` is to the pages of an origin: one after the other. */
export class Locks {
    #last = Promise.resolve();

    request(name, work) {
        const done = this.#last.then(() => work());
        this.#last = done.catch(() => {});
        return done;
    }
}

/** A game in such a world; `more` goes to `connect`. */
export function play(box, clock, storage, more = {}) {
    const surroundings = { fetch: (...asked) => box.fetch(...asked), now: () => clock.now, random: () => 0.5, locks: new Locks(),
        setTimeout: (work, wait) => clock.setTimeout(work, wait), ...more.surroundings };
    return connect({ url: "http://box.test", game: "snake", storage, ...more, surroundings });
}
