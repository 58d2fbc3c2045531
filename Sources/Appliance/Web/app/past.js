// The last 24 hours of a realm with their axis, and the outages of a week.

import { el, setChildren, setText, show, svg } from "/assets/dom.js";
import { bareClock, serverNow } from "/assets/time.js";
import { locale, percent, t } from "/assets/words.js";
import { dayWords, stretches } from "/app/daybar.js";
import { lastingText } from "/app/rows.js";

const wide = 1440;
const tall = 46;
const heights = { up: 18, maintenance: 34, down: 46, unknown: 3 };
/** Clock times below the bar stand at every sixth hour. */
const step = 6;
/** Shares of the day after which a clock time meets "now" where there is little room, and with large letters. */
const late = [[0.62, "axis-later"], [0.81, "axis-last"]];

/** Answers `nodes`, `take(day, week)` and `setOld(isOld)`. */
export function makePast() {
    const strip = svg("svg", { class: "past", role: "img", viewBox: `0 0 ${wide} ${tall}`, preserveAspectRatio: "none" });
    const axis = el("p", { class: "axis", "aria-hidden": "true" });
    const words = el("p", { class: "past-words", text: t("past.loading") });
    const hours = el("section", { class: "card past-card" }, el("h2", { text: t("realm.past") }), strip, axis, words);
    const rows = el("ul", { class: "outages" });
    const note = el("p", { class: "list-note" });
    const week = el("section", { class: "card" }, el("h2", { text: t("realm.outages") }), note, rows);

    function drawDay(day) {
        show(strip, day !== null);
        show(axis, day !== null);
        setText(words, day === null ? t("realm.noHistory") : sentenceOf(day));
        if (day === null) return;
        strip.replaceChildren(...stretches(day).map((one) => bar(one, day)));
        strip.setAttribute("aria-label", [sentenceOf(day), dayWords(day)].filter(Boolean).join(". "));
        setChildren(axis, ticks(day));
    }

    function drawWeek(span) {
        const found = span === null ? [] : stretches(span).filter((one) => ["down", "maintenance"].includes(one.kind)).reverse();
        setChildren(rows, found.map((one) => outage(one, span)));
        setText(note, span === null ? t("realm.noHistory") : found.length === 0 ? t("realm.noOutage") : "");
        show(note, note.textContent !== "");
    }

    return { nodes: [hours, week], take(day, span) {
        drawDay(day);
        drawWeek(span);
    }, setOld(isOld) {
        hours.classList.toggle("old", isOld);
    } };
}

function bar({ kind, from, to }, day) {
    const scale = wide / (day.to - day.from);
    const x = (from - day.from) * scale;
    const span = Math.max((to - from) * scale, kind === "down" ? 8 : 1);
    const height = heights[kind];
    return svg("rect", { class: kind, x: Math.min(x, wide - span).toFixed(1), y: tall - height,
        width: Math.max(span - (kind === "down" ? 0 : 5), 1).toFixed(1), height });
}

/** Whole clock hours of the viewer below their place, and "now" at the end. */
function ticks(day) {
    const found = [];
    const at = new Date(day.from);
    at.setMinutes(0, 0, 0);
    for (at.setHours(at.getHours() + 1); at.getTime() < day.to - 2.5 * 3_600_000; at.setHours(at.getHours() + 1)) {
        const share = (at.getTime() - day.from) / (day.to - day.from);
        if (at.getHours() % step !== 0 || share < 0.06) continue;
        const classes = late.filter(([from]) => share > from).map(([, name]) => name);
        const tick = el("span", { text: bareClock(at.getTime()), class: classes.join(" ") });
        tick.style.insetInlineStart = `${(100 * share).toFixed(1)}%`;
        found.push(tick);
    }
    return [...found, el("span", { class: "axis-now", text: t("past.now") })];
}

/** `91.3 % up · 2 outages, the longest 1 h 36 min`. */
function sentenceOf(day) {
    const parts = stretches(day);
    const sum = (kind) => parts.filter((one) => one.kind === kind).reduce((all, one) => all + one.to - one.from, 0);
    const [up, down, blind] = [sum("up"), sum("down"), sum("unknown")];
    const hours = (time) => Math.round(time / 360_000) / 10;
    // A share of some minutes is no word about the day.
    const isBlind = blind > (day.to - day.from) / 2;
    const share = up + down > 0 ? percent(up / (up + down)) : null;
    const words = [];
    if (share !== null && isBlind) words.push(t("past.knownOnly", { share, hours: hours(day.to - day.from - blind) }));
    else if (share !== null) words.push(t("past.uptime", { share }));
    const outages = parts.filter((one) => one.kind === "down");
    const longest = Math.max(0, ...outages.map((one) => one.to - one.from));
    if (outages.length === 1) words.push(t("past.one", { lasts: lastingText(longest) }));
    else if (outages.length > 1) {
        words.push(t("past.longest", { outages: t("outages", { count: outages.length }), lasts: lastingText(longest) }));
    } else if (up > 0 && !isBlind) words.push(t("past.noOutage"));
    if (sum("maintenance") > 0) words.push(t("past.pause", { lasts: lastingText(sum("maintenance")) }));
    if (blind >= 600_000 && (share === null || !isBlind)) words.push(t("past.blind", { hours: hours(blind) }));
    return words.length > 0 ? words.join(" · ") : t("past.nothing");
}

function outage({ kind, from, to }, span) {
    const isOn = to >= span.to;
    const times = t("day.span", { from: bareClock(from), to: isOn ? t("past.now") : bareClock(to) });
    return el("li", {}, el("span", { class: "outage-day", text: dayName(from) }), el("span", { text: times }),
        el("span", { class: "outage-long", text: kind === "maintenance" ? t("realm.pause") : lastingText(to - from) }));
}

function dayName(at) {
    const days = Math.round((midnight(serverNow()) - midnight(at)) / 86_400_000);
    if (days === 0) return t("day.today");
    if (days === 1) return t("day.yesterday");
    return new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short" }).format(at);
}

function midnight(at) {
    const day = new Date(at);
    return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate());
}
