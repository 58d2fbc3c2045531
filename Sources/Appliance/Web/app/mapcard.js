// One mode: contours, the map that is on and how long, twelve hours as a strip, and the slots to come.

import { contours } from "/assets/contours.js";
import { el, setChildren, setText, show, svg, titled } from "/assets/dom.js";
import { coming, explanation, headline, playedText, untilText } from "/assets/mode.js";
import { instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { makeLikeButtons } from "/app/maplikes.js";
import { makeMapSlots } from "/app/mapslots.js";
import { makeMapStrip } from "/app/mapstrip.js";
import { lastingText } from "/app/rows.js";

const wide = 1000;

/**
 * `alerts` answers for a slot whether it rings, `likes` for a map whether it is liked; both turn that. `start` is what can
 * be done where the schedule has ended.
 */
export function makeMapCard(alerts, likes, start) {
    const present = makePresent(likes);
    present.root.append(start.root);
    const strip = makeMapStrip(alerts, likes);
    const slots = makeMapSlots(alerts, likes);
    const calendar = el("a", { class: "mode-calendar", href: "/widget#calendar", target: "_blank", rel: "noopener",
        text: t("mode.calendar") });
    const body = el("div", { class: "mode-next" }, ...strip.nodes, slots.rows, calendar, slots.later);
    const root = el("article", { class: "mode" }, present.root, body);
    let [slot, drawn] = [null, ""];

    function update({ mode, entries, notes, isOld }) {
        const isRunning = mode.state === "running" && mode.current;
        slot = isRunning ? { start: instant(mode.current.start), end: instant(mode.current.end) } : null;
        root.dataset.state = isRunning ? "running" : String(mode.state ?? "unknown");
        root.classList.toggle("old", isOld);
        present.draw(mode, entries, slot, isOld);
        present.note(notes);
        start.draw(mode, isOld);
        drawSlots(mode, entries);
        tick(serverNow());
    }

    function drawSlots(mode, entries) {
        const next = coming(mode, entries, slot);
        show(body, next.length > 0);
        const wanted = JSON.stringify([next, slot, new Date(serverNow()).getDate()]);
        if (wanted !== drawn) {
            drawn = wanted;
            slots.draw(next);
            strip.draw(slot ? mode.current : null, next);
        }
        slots.mark();
        strip.mark();
    }

    function tick(now) {
        slots.tick(now);
        strip.tick(now);
        return present.tick(now);
    }

    return { root, update, tick };
}

/** What is on now: `draw(mode, entries, slot, isOld)`; `tick(now)` answers whether the slot is over. */
function makePresent(likes) {
    const buttons = makeLikeButtons(likes);
    const name = el("h2", { class: "mode-name" });
    const map = el("p", { class: "map" });
    const left = el("strong");
    const until = el("span");
    const when = el("p", { class: "until" }, until, left);
    const checks = el("div", { class: "checks" });
    const done = svg("rect", { class: "done", height: 8, width: 0, rx: 4 });
    const progress = svg("svg", { class: "progress", viewBox: `0 0 ${wide} 8`, preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { class: "rail", width: wide, height: 8 }), done);
    const art = el("div", { class: "art", "aria-hidden": "true" });
    let [slot, drawnCode, isOld] = [null, null, false];

    function paint(code) {
        if (code === drawnCode) return;
        drawnCode = code;
        setChildren(art, code === null ? [] : [contours(code)]);
    }

    return {
        root: el("div", { class: "mode-now" }, art, buttons.root, name, map, when, checks, progress),
        /** What an upstream says of it. */
        note(notes) {
            setChildren(checks, notes.map(({ kind, words }) => el("p", { class: `check ${kind}`, text: words })));
        },
        draw(mode, entries, now, isLastSeen) {
            [slot, isOld] = [now, isLastSeen];
            setText(name, [mode.name ?? titled(mode.mode), playedText(mode)].filter(Boolean).join(" · "));
            setText(map, slot ? mode.current.map ?? mode.current.code ?? t("mode.unknownMap") : headline(mode.state));
            setText(until, slot ? untilText(slot, !isOld) : explanation(mode, entries));
            buttons.draw(slot ? mode.current.code ?? null : null, mode.current?.map);
            paint(slot ? mode.current.code ?? "" : null);
            show(progress, slot !== null && slot.start !== null && slot.end !== null);
        },
        tick(now) {
            show(left, slot !== null);
            if (!slot || slot.end === null) return false;
            const isOver = now >= slot.end;
            const rest = Math.ceil((slot.end - now) / 60_000) * 60_000;
            setText(left, isOver ? ` · ${t(isOld ? "mode.over" : "mode.changing")}`
                : ` · ${t("mode.left", { time: lastingText(rest) })}`);
            const share = slot.start === null ? 0 : (now - slot.start) / (slot.end - slot.start);
            const width = (wide * Math.min(1, Math.max(0, share))).toFixed(0);
            if (done.getAttribute("width") !== width) done.setAttribute("width", width);
            return isOver;
        },
    };
}
