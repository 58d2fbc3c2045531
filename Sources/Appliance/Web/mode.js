// One mode's card: the map that is on, the countdown, and the slots to come as a departure board.

import { contours } from "./contours.js";
import { el, list, setChildren, setText, show, svg, titled } from "./dom.js";
import { clockText, instant, remainingText, serverNow } from "./time.js";
import { t } from "./words.js";

/** Rows of the board before "later". */
const boardRows = 4;

/**
 * Makes a card; `update` draws a mode, `tick(now)` moves the countdown and answers whether the slot has
 * ended.
 */
export function makeMode() {
    const name = el("h3", { class: "mode-name" });
    const takeover = el("p", { class: "chip takeover" });
    const map = el("p", { class: "map" });
    const until = el("p", { class: "until" });
    const left = el("p", { class: "countdown", role: "timer", "aria-live": "off" });
    const fill = svg("rect", { class: "done", height: 4, width: 0 });
    const progress = svg("svg", {
        class: "progress", viewBox: "0 0 1000 4", preserveAspectRatio: "none", "aria-hidden": "true",
    }, svg("rect", { class: "rail", width: 1000, height: 4 }), fill);
    const board = makeBoard();
    const horizon = el("p", { class: "horizon" });
    const art = el("div", { class: "art", "aria-hidden": "true" });
    const root = el("article", { class: "card mode" },
        el("div", { class: "mode-now" }, art, name, takeover, map, until, left, progress), board.root,
        horizon);
    let slot = null;
    let drawnCode = null;
    let trusted = false;

    function update({ mode, entries, trusted: isTrusted }) {
        trusted = isTrusted;
        const running = mode.state === "running" && mode.current;
        slot = running ? { start: instant(mode.current.start), end: instant(mode.current.end) } : null;
        root.dataset.state = running ? "running" : String(mode.state ?? "unknown");
        root.dataset.look = trusted ? "fresh" : "stale";
        setText(name, mode.name ?? titled(mode.mode));
        setText(takeover, mode.takeover ? t("mode.takeover", { name: mode.takeover }) : "");
        show(takeover, Boolean(mode.takeover));
        const shown = running ? mode.current.map ?? mode.current.code ?? t("mode.unknownMap") : null;
        setText(map, shown ?? headline(mode.state));
        setText(until, running ? untilText(slot, trusted) : explanation(mode, entries));
        paint(running ? mode.current.code ?? "" : null);
        board.update(coming(mode, entries, slot));
        const end = instant(mode.validUntil);
        const isKnown = end !== null && mode.state !== "ended";
        setText(horizon, isKnown ? t("mode.published", { time: clockText(end) }) : "");
        tick(serverNow());
    }

    function paint(code) {
        if (code === drawnCode) return;
        drawnCode = code;
        setChildren(art, code === null ? [] : [contours(code)]);
    }

    function tick(now) {
        show(left, slot !== null);
        show(progress, slot !== null);
        if (!slot || slot.end === null) return false;
        const over = now >= slot.end;
        setText(left, over ? t("mode.changing") : t("mode.left", { time: remainingText(slot.end - now) }));
        if (over && !trusted) setText(left, t("mode.over"));
        root.classList.toggle("over", over);
        const share = slot.start === null ? 0 : (now - slot.start) / (slot.end - slot.start);
        fill.setAttribute("width", (1000 * Math.min(1, Math.max(0, share))).toFixed(1));
        return over;
    }

    return { root, update, tick };
}

function untilText(slot, trusted) {
    const words = slot.end === null ? t("mode.noEnd") : t("mode.until", { time: clockText(slot.end) });
    return trusted ? words : t("mode.asSeen", { words });
}

function headline(state) {
    switch (state) {
    case "ended": return t("mode.ended");
    case "gap": return t("mode.gap");
    case "notStarted": return t("mode.notStarted");
    default: return t("mode.unknown");
    }
}

function explanation(mode, entries) {
    const known = entries.find((entry) => entry.map && instant(entry.start) > serverNow());
    const begins = known ? t("mode.goesOn", { time: clockText(instant(known.start)), map: known.map }) : "";
    if (mode.state === "ended") {
        const end = instant(mode.validUntil);
        return t("mode.ranOut", { time: end === null ? "" : t("mode.at", { time: clockText(end) }) });
    }
    if (mode.state === "gap") return t("mode.between", { next: begins });
    if (mode.state === "notStarted") {
        const first = instant(list(mode.schedules)[0]?.usableFrom);
        return first === null ? t("mode.firstNotBegun") : t("mode.firstBegins", { time: clockText(first) });
    }
    return t("mode.strange");
}

/** What follows the slot that is on; without a timeline at least the next map. */
function coming(mode, entries, slot) {
    const from = slot?.end ?? serverNow();
    const later = entries.filter((entry) => instant(entry.start) !== null && instant(entry.start) >= from);
    if (later.length > 0) return later;
    return mode.next ? [mode.next] : [];
}

function makeBoard() {
    const title = el("h4", { class: "board-title", text: t("mode.next") });
    const rows = el("ol", { class: "board" });
    const words = el("span");
    const rest = el("ol", { class: "board" });
    const more = el("details", { class: "later" }, el("summary", {}, words), rest);
    const root = el("div", { class: "coming" }, title, rows, more);
    let drawn = "";
    return {
        root,
        update(entries) {
            show(root, entries.length > 0);
            const wanted = JSON.stringify([entries, new Date(serverNow()).getDate()]);
            if (wanted === drawn) return;
            drawn = wanted;
            setChildren(rows, entries.slice(0, boardRows).map(boardRow));
            setChildren(rest, entries.slice(boardRows).map(boardRow));
            show(more, entries.length > boardRows);
            setText(words, t("mode.later", { count: entries.length - boardRows }));
        },
    };
}

function boardRow(entry) {
    const at = instant(entry.start);
    return el("li", {},
        el("time", { datetime: entry.start ?? "", text: clockText(at) }),
        el("span", { class: entry.map ? "board-map" : "board-map blank",
            text: entry.map ?? t("mode.notKnown") }),
        entry.takeover ? el("span", { class: "board-takeover", text: entry.takeover }) : "");
}
