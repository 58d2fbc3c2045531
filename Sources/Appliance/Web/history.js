// The last 24 hours as a strip: height tells the state, colour repeats it, and a sentence says it.

import { el, list, setText, svg } from "./dom.js";
import { knownState, stateWords } from "./icons.js";
import { bareClock, instant } from "./time.js";
import { locale, t } from "./words.js";

/** Height of each state's bar, of 24; what is not known is a thin dotted line. */
const heights = { up: 10, suspected: 13, recovering: 20, down: 24, maintenance: 16, unknown: 2 };
const width = 1440;
const height = 24;

/** Makes a strip; `update(body)` takes a HistoryBody, `fail(words)` says why there is none. */
export function makeHistory(label) {
    const strip = svg("svg", {
        class: "strip", role: "img", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none",
    });
    const caption = el("figcaption", { class: "strip-words", text: t("past.loading") });
    const scale = el("p", { class: "strip-scale", "aria-hidden": "true" },
        ...["−24 h", "−12 h", t("past.now")].map((text) => el("span", { text })));
    const root = el("figure", { class: "history" }, strip, scale, caption);
    strip.setAttribute("aria-label", t("past.notYet", { label }));

    function update(body) {
        const [from, to] = [instant(body?.from), instant(body?.to)];
        if (from === null || to === null || to <= from) return fail(t("past.none"));
        const parts = list(body.segments).map((segment) => part(segment, from, to)).filter(Boolean);
        strip.replaceChildren(...parts.map((one) => bar(one, from, to)));
        const words = sentence(body, parts);
        setText(caption, words);
        strip.setAttribute("aria-label", t("past.label", { label, words }));
    }

    function fail(words) {
        strip.replaceChildren();
        setText(caption, words);
        strip.setAttribute("aria-label", t("past.failed", { label, words }));
    }

    return { root, update, fail };
}

function part(segment, from, to) {
    const [begin, end] = [instant(segment.from), instant(segment.to)];
    if (begin === null || end === null) return null;
    const [left, right] = [Math.max(begin, from), Math.min(end, to)];
    if (right <= left) return null;
    return { state: knownState(segment.state), from: left, to: right, down: Number(segment.down) || 0 };
}

function bar(one, from, to) {
    const x = ((one.from - from) / (to - from)) * width;
    // A short outage must not vanish between two pixels.
    const least = one.state === "down" || one.state === "recovering" ? 5 : 0;
    const span = Math.max(((one.to - one.from) / (to - from)) * width, least);
    const tall = heights[one.state];
    return svg("rect", {
        class: `bar ${one.state}`, x: x.toFixed(1), y: height - tall, width: span.toFixed(1), height: tall,
    });
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

/** Never rounds an outage away: 100 % is said only of exactly all. */
function percent(share) {
    if (share >= 1) return "100 %";
    const exact = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    return `${(Math.floor(share * 1000) / 10).toLocaleString(locale(), exact)} %`;
}
