// What the last 24 hours were, in parts and in a sentence.

import { list } from "./dom.js";
import { knownState, stateWords } from "./icons.js";
import { bareClock, instant } from "./time.js";
import { percent, t } from "./words.js";

/**
 * What a HistoryBody says: `{ from, to, parts, words, uptime }`; parts are `{ state, from, to, down }`, oldest first,
 * `uptime` a text or null. Without anything to say, `parts` is empty and the words say so.
 */
export function pastOf(body) {
    const [from, to] = [instant(body?.from), instant(body?.to)];
    if (from === null || to === null || to <= from) {
        return { from: 0, to: 1, parts: [], words: t("past.none"), uptime: null };
    }
    const parts = list(body.segments).map((segment) => part(segment, from, to)).filter(Boolean);
    const uptime = typeof body.uptime === "number" ? percent(body.uptime) : null;
    return { from, to, parts, words: sentence(body, parts), uptime };
}

function part(segment, from, to) {
    const [begin, end] = [instant(segment.from), instant(segment.to)];
    if (begin === null || end === null) return null;
    const [left, right] = [Math.max(begin, from), Math.min(end, to)];
    if (right <= left) return null;
    return { state: knownState(segment.state), from: left, to: right, down: Number(segment.down) || 0 };
}

function sentence(body, parts) {
    const words = [];
    if (typeof body.uptime === "number") words.push(t("past.uptime", { share: percent(body.uptime) }));
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
    const blind = stretches(parts, ["unknown"]).reduce((sum, one) => sum + one.to - one.from, 0);
    if (blind >= 600_000) words.push(t("past.blind", { hours: Math.round(blind / 360_000) / 10 }));
    if (outages.length === 0 && typeof body.uptime === "number") words.push(t("past.noOutage"));
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
