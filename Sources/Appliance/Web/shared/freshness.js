// What the page says about how far its facts can be trusted. Only `fresh` may look fresh.

import { reasonOf } from "./reasons.js";
import { clockText, instant } from "./time.js";
import { t } from "./words.js";

/** The look: `fresh`, `stale`, `noNetwork` or `waiting`; a word of the future counts as stale. */
export function freshnessLook(freshness) {
    const state = freshness?.state;
    return ["fresh", "stale", "noNetwork", "waiting"].includes(state) ? state : "stale";
}

/** The whole statement in words, with since when and why. */
export function freshnessWords(freshness) {
    const look = freshnessLook(freshness);
    const why = look !== "noNetwork" && freshness?.reason ? t("trust.why", { reason: reasonOf(freshness.reason) }) : "";
    return statement(look, freshness, why);
}

/** The same without why, for a caption beside which that is said. */
export function freshnessCaption(freshness) {
    return statement(freshnessLook(freshness), freshness, "");
}

/** What the appliance wrote itself, for who has to mend it: more than a sentence of ours says, and in English. */
export function freshnessDetail(freshness) {
    return String(freshness?.reason ?? "");
}

function statement(look, freshness, why) {
    const begin = instant(freshness?.since);
    const since = begin === null ? "" : t("trust.since", { time: clockText(begin) });
    switch (look) {
    case "fresh": return t("trust.fresh");
    case "noNetwork": return t("trust.noNetwork", { since });
    case "waiting": return t("trust.waiting", { why });
    default: return t("trust.stale", { since, why });
    }
}
