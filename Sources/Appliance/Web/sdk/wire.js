// Asking the box: who asks, how long an answer may take, what a refusal says, and by how much this device's clock is wrong.

/** An answer that takes longer than this counts as none, in milliseconds. */
const patience = 15_000;
/** A box that wants to be left alone for longer is asked once a day, in milliseconds. */
export const longestWait = 86_400_000;

/** The box says no: `status`, `code` and the words are its own (docs/protocol.md), `current` what there is instead. */
export class Refusal extends Error {
    constructor(status, problem, wait = null) {
        super(problem?.detail ?? `the box answered ${status}`);
        // `isOurs`: it is the box that says so, and nobody in between; `wait`: when it wants to be asked again, in milliseconds.
        Object.assign(this, { name: "Refusal", status, wait, isOurs: Boolean(problem) });
        Object.assign(this, { code: problem?.code ?? null, current: problem?.current ?? null });
    }
}

/** How long to wait by a field Retry-After, seconds or a date, in milliseconds; null: it says nothing. */
export function waitOf(field, now) {
    if (!field) return null;
    const wait = /^\s*\d+\s*$/.test(field) ? Number(field) * 1000 : Date.parse(field) - now;
    return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), longestWait) : null;
}

export class Wire {
    /** What is added to this device's clock to have that of the box, in milliseconds. */
    #skew = 0;
    /** Since the last look no answer of a box came: another one may be there now. */
    isLost = false;

    constructor(url, surroundings) {
        Object.assign(this, { url, surroundings });
    }

    /** The time by the clock of the box, as far as it told us. */
    get now() {
        return this.surroundings.now() + this.#skew;
    }

    /** Asks; answers `{ status, body, etag }`, and throws a `Refusal`, or anything else where no answer came. */
    async ask(...asked) {
        try {
            return await this.#ask(...asked);
        } catch (problem) {
            this.isLost ||= !problem.isOurs;
            throw problem;
        }
    }

    async #ask(method, path, { token, body, headers = {}, etag } = {}) {
        const head = { Accept: "application/json", ...headers };
        if (token) head.Authorization = `Bearer ${token}`;
        if (body !== undefined) head["Content-Type"] = "application/json";
        if (etag) head["If-None-Match"] = etag;
        // Where a page of another origin may not read tags, the browser compares them by itself.
        const cache = etag ? "no-store" : "no-cache";
        const signal = AbortSignal.timeout?.(patience);
        const answer = await this.surroundings.fetch(this.url + path, { method, headers: head, body, cache, credentials: "omit", signal });
        const date = Date.parse(answer.headers.get("Date") ?? "");
        if (Number.isFinite(date)) this.#skew = date - this.surroundings.now();
        const isNews = answer.status !== 204 && answer.status !== 304;
        if (answer.ok || answer.status === 304) {
            return { status: answer.status, body: isNews ? await answer.json() : null, etag: answer.headers.get("ETag") };
        }
        const isProblem = answer.headers.get("Content-Type")?.startsWith("application/problem+json");
        const problem = isProblem ? await answer.json().catch(() => null) : null;
        throw new Refusal(answer.status, problem, waitOf(answer.headers.get("Retry-After"), this.now));
    }
}

/** A path below `/v1/`; what is null or undefined is left out of `query`. */
export function pathOf(parts, query = {}) {
    const asked = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
    const words = asked.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
    return `/v1/${parts.map(encodeURIComponent).join("/")}${words ? `?${words}` : ""}`;
}
