// What the page says about how far its facts can be trusted. Only `fresh` may look fresh.

import { reasonOf } from "./reasons.js";
import { clockText, instant } from "./time.js";
import { language, t } from "./words.js";

/** The look: `fresh`, `stale`, `noNetwork` or `waiting`; a word of the future counts as stale. */
export function freshnessLook(freshness) {
    const state = freshness?.state;
    return ["fresh", "stale", "noNetwork", "waiting"].includes(state) ? state : "stale";
}

/** The whole statement in words, with since when and why. */
export function freshnessWords(freshness) {
    const since = instant(freshness?.since);
    const when = since === null ? "" : t("trust.since", { time: clockText(since) });
    const why = freshness?.reason ? t("trust.why", { reason: saidReason(freshness.reason) }) : "";
    switch (freshnessLook(freshness)) {
    case "fresh": return t("trust.fresh");
    case "noNetwork": return t("trust.noNetwork", { since: when, why: why || t("trust.boxOffline") });
    case "waiting": return t("trust.waiting", { why });
    default: return t("trust.stale", { since: when, why });
    }
}

/** The appliance gives its reasons in English, with more in them than a sentence of ours: who reads English gets those. */
function saidReason(reason) {
    return language() === "en" ? reason : reasonOf(reason).replace(/\.$/, "");
}
