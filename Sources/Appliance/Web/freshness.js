// What the page says about how far its facts can be trusted. Only `fresh` may look fresh.

import { clockText, instant } from "./time.js";

/** The look: `fresh`, `stale`, `noNetwork` or `waiting`; a word of the future counts as stale. */
export function freshnessLook(freshness) {
    const state = freshness?.state;
    return ["fresh", "stale", "noNetwork", "waiting"].includes(state) ? state : "stale";
}

/** The whole statement in words, with since when and why. */
export function freshnessWords(freshness) {
    const since = instant(freshness?.since);
    const when = since === null ? "" : ` since ${clockText(since)}`;
    const why = freshness?.reason ? `: ${freshness.reason}` : "";
    switch (freshnessLook(freshness)) {
    case "fresh": return "Up to date";
    case "noNetwork": return `No network${when}${why || ": the box itself is offline"}`;
    case "waiting": return `Waiting for the first data${why}`;
    default: return `Stale${when}${why}`;
    }
}
