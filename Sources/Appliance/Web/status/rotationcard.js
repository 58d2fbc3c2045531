// One mode's card on the status page: the map that is on, how long still, and a strip of what comes.

import { contours } from "./contours.js";
import { el, setChildren, setText, show, titled } from "./dom.js";
import { coming, explanation, headline, playedText, untilText } from "./mode.js";
import { bareClock, clockText, instant, serverNow } from "./time.js";
import { t } from "./words.js";

/** Slots of the strip after the one that is on, and how far ahead it looks (ms); the others fold away below it. */
const stripSlots = 2;
const stripAhead = 12 * 3_600_000;
const minute = 60_000;

/**
 * Makes a card; `update` draws a mode, `tick(now)` moves the countdown and answers whether the slot has
 * ended.
 */
export function makeMapCard() {
    const name = el("h3", { class: "mode-name" });
    const takeover = el("p", { class: "chip takeover" });
    const map = el("p", { class: "map" });
    const until = el("span", { class: "until" });
    const left = el("strong", { class: "countdown", role: "timer", "aria-live": "off" });
    const dot = el("span", { class: "between", "aria-hidden": "true", text: " · " });
    const art = el("div", { class: "art", "aria-hidden": "true" });
    const checks = el("div", { class: "checks" });
    const strip = makeStrip();
    const horizon = el("p", { class: "horizon" });
    const ways = el("p", { class: "ways" }, el("a", { class: "strong", href: "/app#maps", text: t("start.which") }),
        el("a", { href: "/manual/rotations#is-the-schedule-right", text: t("start.key") }));
    const root = el("article", { class: "card mode" }, art, name, takeover, map,
        el("p", { class: "until-line" }, until, dot, left), checks, ways, strip.root, horizon);
    let slot = null;
    let trusted = false;
    let drawnCode = null;

    function tick(now) {
        const known = slot !== null && slot.end !== null;
        show(left, known);
        show(dot, known);
        if (!known) return false;
        const over = now >= slot.end;
        const going = t("mode.left", { time: leftText(slot.end - now) });
        setText(left, !over ? going : trusted ? t("mode.changing") : t("mode.over"));
        root.classList.toggle("over", over);
        return over;
    }

    return {
        root,
        tick,
        update({ mode, entries, notes, trusted: isTrusted }) {
            trusted = isTrusted;
            const running = mode.state === "running" && mode.current;
            slot = running ? { start: instant(mode.current.start), end: instant(mode.current.end) } : null;
            root.dataset.state = running ? "running" : String(mode.state ?? "unknown");
            root.dataset.look = trusted ? "fresh" : "stale";
            setText(name, mode.name ?? titled(mode.mode));
            setText(takeover, playedText(mode));
            show(takeover, playedText(mode) !== "");
            const shown = running ? mode.current.map ?? mode.current.code ?? t("mode.unknownMap") : null;
            setText(map, shown ?? headline(mode.state));
            setText(until, running ? untilText(slot, trusted) : explanation(mode, entries));
            const code = running ? mode.current.code ?? "" : null;
            if (code !== drawnCode) setChildren(art, code === null ? [] : [contours(code)]);
            drawnCode = code;
            setChildren(checks, notes.map(({ kind, words }) => el("p", { class: `check ${kind}`, text: words })));
            strip.update(shown, coming(mode, entries, slot));
            show(ways, mode.state === "ended" && trusted);
            const end = instant(mode.validUntil);
            setText(horizon, end !== null && mode.state !== "ended"
                ? t("mode.published", { time: clockText(end) }) : "");
            tick(serverNow());
        },
    };
}

/** `1 h 38 min`; the last ten minutes count their seconds. */
function leftText(milliseconds) {
    const whole = Math.max(0, Math.ceil(milliseconds / 1000));
    if (milliseconds < 10 * minute) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
    const minutes = Math.ceil(milliseconds / minute);
    const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
    if (days > 0) return `${days} d ${hours} h`;
    return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** The map that is on, outlined, what follows it, and the rest on demand. */
function makeStrip() {
    const slots = el("ol", { class: "slots" });
    const words = el("span", { class: "summary-words" });
    const rest = el("ol", { class: "board" });
    const more = el("details", { class: "later" }, el("summary", {}, words), rest);
    const root = el("div", { class: "coming" }, slots, more);
    let drawn = "";
    return {
        root,
        update(current, entries) {
            show(root, entries.length > 0);
            const wanted = JSON.stringify([current, entries, new Date(serverNow()).getDate()]);
            if (wanted === drawn) return;
            drawn = wanted;
            const near = entries.slice(0, stripSlots)
                .filter((entry, place) => place === 0 || instant(entry.start) < serverNow() + stripAhead);
            const now = current === null ? [] : [el("li", { class: "slot", "aria-current": "true" }, el("span", { text: current }))];
            setChildren(slots, [...now, ...near.map(slotItem)]);
            setChildren(rest, entries.slice(near.length).map(boardRow));
            show(more, entries.length > near.length);
            setText(words, t("mode.later", { count: entries.length - near.length }));
        },
    };
}

function slotItem(entry) {
    const at = instant(entry.start);
    return el("li", { class: "slot" },
        at === null ? null : el("time", { datetime: entry.start, text: bareClock(at) }), " ", mapName(entry));
}

function boardRow(entry) {
    const played = entry.takeover ?? entry.gameMode;
    return el("li", {}, el("time", { datetime: entry.start ?? "", text: clockText(instant(entry.start)) }),
        mapName(entry), played ? el("span", { class: "board-takeover", text: played }) : "");
}

function mapName(entry) {
    return el("span", { class: entry.map ? "board-map" : "board-map blank", text: entry.map ?? t("mode.notKnown") });
}
