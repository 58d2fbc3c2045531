// Asking the appliance: remembers ETags, learns its clock, and knows whether it can be reached.

import { learnClock, serverNow } from "./time.js";
import { hasWords, t } from "./words.js";

/** An answer that takes longer than this counts as none, in milliseconds. */
const patience = 8000;

/** The newest body of each address with its ETag. */
const known = new Map();

/**
 * Whether the appliance answers: `connecting`, `live`, `lost`; `at` is the newest answer by its own clock.
 * `doubts`: how often the page was left. An answer to what was asked before says nothing of what is now, and neither does a failure.
 */
export const link = { state: "connecting", at: null, doubts: 0, watchers: new Set() };

function setLink(state) {
    if (state === "live") link.at = serverNow();
    const before = link.state;
    if (state === before) return;
    link.state = state;
    for (const watcher of link.watchers) watcher(state, before);
}

/** An answer that was not the asked-for body: the appliance is there, but refuses. */
export class Refusal extends Error {
    constructor(status, detail) {
        super(detail);
        this.status = status;
    }
}

/** Nobody answered, or somebody else did: the browser's own words for that are not for people. */
export class Unreachable extends Error {}

/**
 * Fetches JSON, once somebody looks. Answers `{ body, changed }`: after 304 the earlier body and `changed` false.
 * Throws `Refusal` for an HTTP error, `Unreachable` where the appliance could not be reached.
 */
export async function get(address) {
    await seen();
    const earlier = known.get(address);
    const headers = { Accept: "application/json" };
    if (earlier?.etag) headers["If-None-Match"] = earlier.etag;
    const [sentAt, before] = [Date.now(), link.doubts];
    let answer;
    try {
        answer = await fetch(address, { headers, cache: "no-store", signal: deadline() });
    } catch {
        if (before === link.doubts) setLink("lost");
        throw new Unreachable(t(navigator.onLine === false ? "ask.offline" : "ask.unreachable"));
    }
    learnClock(answer.headers.get("Date"), sentAt, Date.now());
    if (before === link.doubts) setLink("live");
    if (answer.status === 304 && earlier) return { body: earlier.body, changed: false };
    if (!answer.ok) throw new Refusal(answer.status, await refusalText(answer));
    const body = await answer.json().catch(() => {
        throw new Unreachable(t("ask.somebody"));
    });
    known.set(address, { etag: answer.headers.get("ETag"), body });
    return { body, changed: true };
}

/** What is found to be missing while the page is hidden waits until somebody looks. */
async function seen() {
    while (document.hidden) {
        await new Promise((over) => { document.addEventListener("visibilitychange", over, { once: true }); });
    }
}

/** Says that what is shown grows old unwatched: it may look fresh again only after an answer to a later question. */
export function doubt() {
    link.doubts += 1;
    setLink("connecting");
}

function deadline() {
    return typeof AbortSignal.timeout === "function" ? AbortSignal.timeout(patience) : undefined;
}

async function refusalText(answer) {
    try {
        const problem = await answer.json();
        if (typeof problem.detail === "string") {
            const row = hasWords(`refusal.${answer.status}`) ? `refusal.${answer.status}` : "refusal.other";
            return t(row, { detail: problem.detail });
        }
    } catch {
        // Not a problem body: the status says enough.
    }
    return t("ask.answered", { status: String(answer.status) });
}
