// What the last 24 hours were, in parts and in a sentence.

import { list } from "./dom.js";
import { knownState, stateWords } from "./icons.js";
import { bareClock, instant } from "./time.js";
import { percent, t } from "./words.js";

/**
 * What a HistoryBody says: `{ from, to, parts, words, uptime }`; parts are `{ state, from, to, down }`, oldest first,
 * `uptime` a text, or null where it would stand beside an empty bar. Without anything to say, `parts` is empty and the words say so.
 */
export function pastOf(body) {
    const [from, to] = [instant(body?.from), instant(body?.to)];
    if (from === null || to === null || to <= from) {
        return { from: 0, to: 1, parts: [], words: t("past.none"), uptime: null };
    }
    const parts = list(body.segments).map((segment) => part(segment, from, to)).filter(Boolean);
    const uptime = typeof body.uptime === "number" && !isMostlyBlind(parts, to - from) ? percent(body.uptime) : null;
    return { from, to, parts, words: sentence(body, parts, to - from), uptime };
}

function part(segment, from, to) {
    const [begin, end] = [instant(segment.from), instant(segment.to)];
    if (begin === null || end === null) return null;
    const [left, right] = [Math.max(begin, from), Math.min(end, to)];
    if (right <= left) return null;
    return { state: knownState(segment.state), from: left, to: right, down: Number(segment.down) || 0 };
}

/** How long nothing was known, in milliseconds. */
function blindTime(parts) {
    return stretches(parts, ["unknown"]).reduce((sum, one) => sum + one.to - one.from, 0);
}

/** Whether less than half of a window is known: a share of the rest is no word about the day. */
function isMostlyBlind(parts, window) {
    return blindTime(parts) > window / 2;
}

function hoursOf(milliseconds) {
    return Math.round(milliseconds / 360_000) / 10;
}

function sentence(body, parts, window) {
    const words = [];
    const blind = blindTime(parts);
    const isBlind = isMostlyBlind(parts, window);
    const share = typeof body.uptime === "number" ? percent(body.uptime) : null;
    if (share !== null) words.push(isBlind ? t("past.knownOnly", { share, hours: hoursOf(window - blind) }) : t("past.uptime", { share }));
    const outages = stretches(parts, ["down", "recovering"]);
    const shown = outages.slice(-2).map((one) => {
        const most = one.down > 0 ? ` (${t("realms", { count: one.down })})` : "";
        return t("past.down", { from: bareClock(one.from), to: bareClock(one.to), most });
    });
    if (outages.length > shown.length) words.push(t("outages", { count: outages.length }), t("past.last"));
    words.push(...shown);
    for (const one of stretches(parts, ["maintenance"]).slice(-1)) {
        words.push(`${stateWords("maintenance")} ${bareClock(one.from)}–${bareClock(one.to)}`);
    }
    if (blind >= 600_000 && (share === null || !isBlind)) words.push(t("past.blind", { hours: hoursOf(blind) }));
    if (outages.length === 0 && share !== null && !isBlind) words.push(t("past.noOutage"));
    return words.length > 0 ? words.join(" · ") : t("past.nothing");
}

/** Neighbouring parts in one of the states, as one. */
function stretches(parts, states) {
    const joined = [];
    for (const one of parts.filter((each) => states.includes(each.state))) {
        const last = joined.at(-1);
        if (last && last.to === one.from) {
            last.to = one.to;
            last.down = Math.max(last.down, one.down);
        } else joined.push({ ...one });
    }
    return joined;
}
