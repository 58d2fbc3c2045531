// The bar of a row: the last 24 hours of one realm. Height tells the state, so that colour only repeats it.

import { list, svg } from "/assets/dom.js";
import { bareClock, instant } from "/assets/time.js";
import { t } from "/assets/words.js";

const wide = 1440;
const tall = 9;
/** Heights within nine; an outage is never narrower than two points on the narrowest phone. */
const heights = { up: 3, maintenance: 7, down: 9 };
const least = 22;
const kinds = { up: "up", suspected: "up", down: "down", recovering: "down", maintenance: "maintenance" };

/** Makes a bar; `draw(day)` takes `{ from, to, segments }` or null, and touches nothing when it is the same. */
export function makeDayBar() {
    const root = svg("svg", { class: "day", viewBox: `0 0 ${wide} ${tall}`, preserveAspectRatio: "none",
        "aria-hidden": "true" });
    let drawn;
    return { root, draw(day) {
        if (day === drawn) return;
        drawn = day;
        root.replaceChildren(...day ? stretches(day).map((one) => part(one, day)) : []);
    } };
}

/** Neighbouring segments of one kind as one: `{ kind, from, to }` in milliseconds, oldest first. */
export function stretches(day) {
    const joined = [];
    for (const one of day.segments) {
        const kind = kinds[one.state] ?? "unknown";
        const last = joined.at(-1);
        if (last?.kind === kind && last.to === one.from) last.to = one.to;
        else joined.push({ kind, from: one.from, to: one.to });
    }
    return joined;
}

function part({ kind, from, to }, day) {
    const scale = wide / (day.to - day.from);
    const x = (from - day.from) * scale;
    if (kind === "unknown") {
        const dots = [];
        for (let at = x + 6; at < (to - day.from) * scale - 6; at += 30) dots.push(`M${at.toFixed(0)} 6h10v2h-10z`);
        return svg("path", { class: kind, d: dots.join("") });
    }
    const span = (to - from) * scale;
    const shown = kind === "down" ? Math.max(span, least) : Math.max(span - 3, 1);
    const place = kind === "down" ? Math.min(x, wide - shown) : x;
    return svg("rect", { class: kind, x: place.toFixed(1), width: shown.toFixed(1), y: tall - heights[kind],
        height: heights[kind] });
}

/** `Down 07:38–09:14, 13:22–now`, for readers; empty when there was nothing. */
export function dayWords(day) {
    if (!day) return "";
    const times = (kind) => stretches(day).filter((one) => one.kind === kind).map((one) =>
        t("day.span", { from: bareClock(one.from), to: one.to >= day.to ? t("past.now") : bareClock(one.to) }));
    const [downs, pauses] = [times("down"), times("maintenance")];
    return [downs.length > 0 ? t("day.down", { times: downs.join(", ") }) : "",
        pauses.length > 0 ? t("day.pause", { times: pauses.join(", ") }) : ""].filter(Boolean).join(" ");
}

/** `{ from, to, segments }` of a HistoryBody, or null. */
export function dayOf(body) {
    const [from, to] = [instant(body?.from), instant(body?.to)];
    if (from === null || to === null || to <= from) return null;
    return { from, to, segments: segmentsOf(body.segments, from, to) };
}

function segmentsOf(segments, from, to) {
    return list(segments).map((one) => ({ state: String(one.state),
        from: Math.max(instant(one.from) ?? from, from), to: Math.min(instant(one.to) ?? to, to) }))
        .filter((one) => one.to > one.from);
}

/**
 * The days of a whole list from one body: what most realms had is said once, the others by name. Answers a function
 * from slug to day.
 */
export function daysOf(body) {
    const [from, to] = [instant(body?.from), instant(body?.to)];
    if (from === null || to === null || to <= from) return () => null;
    const usual = { from, to, segments: segmentsOf(body.usual, from, to) };
    const others = new Map(list(body.realms).map((one) =>
        [String(one.slug), { from, to, segments: segmentsOf(one.segments, from, to) }]));
    return (slug) => others.get(slug) ?? usual;
}
