// One mode: contours, the map that is on and how long, twelve hours as a strip, and the slots to come.

import { contours } from "/assets/contours.js";
import { el, setChildren, setText, show, svg, titled } from "/assets/dom.js";
import { coming, explanation, headline, untilText } from "/assets/mode.js";
import { bareClock, clockText, instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { lastingText } from "/app/rows.js";
import { sign } from "/app/signs.js";

const halfDay = 12 * 3_600_000;
/** Slots that stand there at once. */
const mostSlots = 3;
const wide = 1000;
/** More blocks than these are too narrow for the strip to be read. */
const mostBlocks = 24;

/** `alerts` answers for a slot whether it rings, and turns that. */
export function makeMapCard(alerts) {
    const name = el("h2", { class: "mode-name" });
    const map = el("p", { class: "map" });
    const left = el("strong");
    const until = el("span");
    const when = el("p", { class: "until" }, until, left);
    const done = svg("rect", { class: "done", height: 8, width: 0, rx: 4 });
    const progress = svg("svg", { class: "progress", viewBox: `0 0 ${wide} 8`, preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { class: "rail", width: wide, height: 8 }), done);
    const art = el("div", { class: "art", "aria-hidden": "true" });
    const strip = el("div", { class: "slots-strip", "aria-hidden": "true" });
    const axis = el("p", { class: "axis", "aria-hidden": "true" });
    const rows = el("ul", { class: "slots" });
    const more = el("ul", { class: "slots" });
    const moreWords = el("summary");
    const later = el("details", { class: "later" }, moreWords, more);
    const body = el("div", { class: "mode-next" }, strip, axis, rows, later);
    const root = el("article", { class: "mode" }, el("div", { class: "mode-now" }, art, name, map, when, progress), body);
    let [slot, drawnCode, drawn, isOld] = [null, null, "", false];
    let views = [];

    function update({ mode, entries, isOld: isLastSeen }) {
        isOld = isLastSeen;
        const isRunning = mode.state === "running" && mode.current;
        slot = isRunning ? { start: instant(mode.current.start), end: instant(mode.current.end) } : null;
        root.dataset.state = isRunning ? "running" : String(mode.state ?? "unknown");
        root.classList.toggle("old", isOld);
        setText(name, [mode.name ?? titled(mode.mode), mode.takeover ? t("mode.takeover", { name: mode.takeover }) : ""]
            .filter(Boolean).join(" · "));
        setText(map, isRunning ? mode.current.map ?? mode.current.code ?? t("mode.unknownMap") : headline(mode.state));
        setText(until, isRunning ? untilText(slot, !isOld) : explanation(mode, entries));
        paint(isRunning ? mode.current.code ?? "" : null);
        show(progress, slot !== null && slot.start !== null && slot.end !== null);
        drawSlots(mode, entries);
        tick(serverNow());
    }

    function paint(code) {
        if (code === drawnCode) return;
        drawnCode = code;
        setChildren(art, code === null ? [] : [contours(code)]);
    }

    function drawSlots(mode, entries) {
        const next = coming(mode, entries, slot);
        show(body, next.length > 0);
        const wanted = JSON.stringify([next, slot, new Date(serverNow()).getDate()]);
        if (wanted !== drawn) {
            drawn = wanted;
            views = next.map((one) => slotRow(one, alerts));
            setChildren(rows, views.slice(0, mostSlots).map((one) => one.root));
            setChildren(more, views.slice(mostSlots).map((one) => one.root));
            show(later, views.length > mostSlots);
            setText(moreWords, t("mode.later", { count: views.length - mostSlots }));
            drawStrip(mode, next);
        }
        for (const one of views) one.mark();
        for (const block of strip.querySelectorAll("[data-start]")) {
            const one = next.find((entry) => entry.start === block.dataset.start);
            block.classList.toggle("rings", Boolean(one) && alerts.of(one) !== null);
        }
    }

    /** Widths are times; codes stand where the names have no room. */
    function drawStrip(mode, next) {
        const begin = serverNow();
        const all = [...(slot ? [{ ...mode.current, isNow: true }] : []), ...next];
        const blocks = all.map((one) => ({ ...one, from: Math.max(instant(one.start), begin),
            to: Math.min(instant(one.end) ?? begin + halfDay, begin + halfDay) })).filter((one) => one.to > one.from);
        const isLegible = blocks.length > 1 && blocks.length <= mostBlocks;
        show(strip, isLegible);
        show(axis, isLegible);
        if (!isLegible) return;
        setChildren(strip, blocks.map((one) => {
            const block = el("span", { class: one.isNow ? "block block-now" : "block", "data-start": one.isNow ? null : one.start },
                el("b", { class: "block-name", text: one.map ?? "?" }), el("b", { class: "block-code", text: one.code ?? "?" }));
            block.style.flexGrow = String(Math.max(1, Math.round((one.to - one.from) / 60_000)));
            return block;
        }));
        setChildren(axis, [el("span", { class: "axis-first", text: t("past.now") }), ...hours(begin)]);
    }

    function tick(now) {
        show(left, slot !== null);
        for (const one of views) one.tick(now);
        if (!slot || slot.end === null) return false;
        const isOver = now >= slot.end;
        const rest = Math.ceil((slot.end - now) / 60_000) * 60_000;
        setText(left, isOver ? ` · ${t(isOld ? "mode.over" : "mode.changing")}`
            : ` · ${t("mode.left", { time: lastingText(rest) })}`);
        const share = slot.start === null ? 0 : (now - slot.start) / (slot.end - slot.start);
        const width = (wide * Math.min(1, Math.max(0, share))).toFixed(0);
        if (done.getAttribute("width") !== width) done.setAttribute("width", width);
        return isOver;
    }

    return { root, update, tick };
}

/** Every third whole hour of the viewer's clock. */
function hours(begin) {
    const at = new Date(begin);
    at.setMinutes(0, 0, 0);
    const found = [];
    for (at.setHours(at.getHours() + 1); at.getTime() < begin + halfDay - 1_800_000; at.setHours(at.getHours() + 1)) {
        const share = (at.getTime() - begin) / halfDay;
        // A time is written around its place: near an end it would stick out.
        if (at.getHours() % 3 !== 2 || share < 0.12 || share > 0.88) continue;
        const tick = el("span", { text: bareClock(at.getTime()) });
        tick.style.insetInlineStart = `${(100 * share).toFixed(1)}%`;
        found.push(tick);
    }
    return found;
}

function slotRow(entry, alerts) {
    const at = instant(entry.start);
    const isKnown = Boolean(entry.code && entry.map);
    const time = el("time", { datetime: entry.start ?? "", text: clockText(at) });
    const map = el("span", { class: "slot-map", text: entry.map ?? t("mode.notKnown") });
    const takeover = entry.takeover ? el("span", { class: "slot-takeover", text: entry.takeover }) : null;
    const note = el("span", { class: "slot-note" });
    const bell = sign("bell");
    const button = el("button", { type: "button", class: "slot", "aria-pressed": "false", disabled: !isKnown,
        "aria-label": t("slot.alert", { map: entry.map ?? t("mode.notKnown"), time: clockText(at) }) },
    time, el("span", { class: "slot-words" }, map, takeover), note, bell);
    button.addEventListener("click", () => alerts.turn(entry));
    function words(now) {
        const alert = isKnown ? alerts.of(entry) : null;
        if (alert) return alert.minutesBefore === 0 ? t("slot.atStart") : t("slot.before", { count: alert.minutesBefore });
        return at > now ? t("slot.in", { time: lastingText(Math.ceil((at - now) / 60_000) * 60_000) }) : "";
    }
    return { root: el("li", {}, button), mark() {
        button.setAttribute("aria-pressed", String(isKnown && alerts.of(entry) !== null));
        button.disabled = !isKnown || !alerts.isKnown;
        setText(note, words(serverNow()));
    }, tick(now) {
        setText(note, words(now));
    } };
}
