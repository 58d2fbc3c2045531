// Twelve hours of a mode as a strip: widths are times.

import { el, setChildren, show } from "/assets/dom.js";
import { bareClock, instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { sign } from "/app/signs.js";

const halfDay = 12 * 3_600_000;
/** More blocks than these are too narrow for the strip to be read. */
const mostBlocks = 24;
/** The strip begins now: it is drawn anew this often, in milliseconds. */
const minute = 60_000;

/**
 * `draw(current, next)` draws the slot that is on, or null, and those to come; `mark()` says which of them ring, and which
 * maps are liked; `tick(now)` moves it on.
 */
export function makeMapStrip(alerts, likes) {
    const strip = el("div", { class: "slots-strip", "aria-hidden": "true" });
    const axis = el("p", { class: "axis", "aria-hidden": "true" });
    let [slot, following, drawnAt] = [null, [], null];
    const view = {
        nodes: [strip, axis],
        draw(current, next) {
            const begin = serverNow();
            [slot, following, drawnAt] = [current, next, begin];
            const all = [...(current ? [{ ...current, isNow: true }] : []), ...next];
            const blocks = all.map((one) => ({ ...one, from: Math.max(instant(one.start), begin),
                to: Math.min(instant(one.end) ?? begin + halfDay, begin + halfDay) })).filter((one) => one.to > one.from);
            const isLegible = blocks.length > 1 && blocks.length <= mostBlocks;
            show(strip, isLegible);
            show(axis, isLegible);
            if (!isLegible) return;
            setChildren(strip, spaced(blocks, begin));
            const first = blocks[0].isNow ? (blocks[0].to - begin) / halfDay : 0;
            axis.style.setProperty("--first", `${(100 * first).toFixed(1)}%`);
            setChildren(axis, [el("span", { class: "axis-first", text: t("past.now") }), ...hours(begin, first)]);
        },
        mark() {
            for (const block of strip.children) {
                const mark = likes.of(block.dataset.code);
                block.classList.toggle("liked", mark === "liked");
                block.classList.toggle("avoided", mark === "avoided");
            }
            for (const block of strip.querySelectorAll("[data-start]")) {
                const one = following.find((entry) => entry.start === block.dataset.start);
                block.classList.toggle("rings", Boolean(one) && alerts.of(one) !== null);
            }
        },
        tick(now) {
            if (drawnAt === null || Math.abs(now - drawnAt) < minute) return;
            view.draw(slot, following);
            view.mark();
        },
    };
    return view;
}

/** The blocks, with room where nothing is known: a width is a time also when the schedule ends within the strip. */
function spaced(blocks, begin) {
    let at = begin;
    const found = [];
    for (const one of [...blocks, { from: begin + halfDay }]) {
        if (one.from - at >= minute) found.push(lasting(el("span"), one.from - at));
        if (one.to) found.push(makeBlock(one));
        at = one.to ?? at;
    }
    return found;
}

function lasting(block, time) {
    block.style.flexGrow = String(Math.max(1, Math.round(time / 60_000)));
    return block;
}

/** A code stands where the name has no room, which the style sheet knows by its letters. */
function makeBlock(one) {
    const name = one.map ?? "?";
    const block = el("span", { class: one.isNow ? "block block-now" : "block", "data-code": one.code,
        "data-start": one.isNow ? null : one.start },
        el("b", { class: "block-name", text: name }), el("b", { class: "block-code", text: one.code ?? "?" }),
        one.isNow ? null : el("span", { class: "block-bell" }, sign("bell", "ink")));
    block.style.setProperty("--letters", String(name.length));
    return lasting(block, one.to - one.from);
}

/** Every third whole hour of the viewer's clock; `first` is the share of the slot that is on, which is as wide as its code at least. */
function hours(begin, first) {
    const at = new Date(begin);
    at.setMinutes(0, 0, 0);
    const found = [];
    for (at.setHours(at.getHours() + 1); at.getTime() < begin + halfDay - 1_800_000; at.setHours(at.getHours() + 1)) {
        const share = (at.getTime() - begin) / halfDay;
        // A time is written around its place: near the end it would stick out. The style sheet hides one that is too near to "now".
        if (at.getHours() % 3 !== 2 || share > 0.88) continue;
        const isWithin = share <= first;
        const tick = el("span", { class: isWithin ? "axis-hour" : "axis-hour axis-beyond", text: bareClock(at.getTime()) });
        tick.style.setProperty("--at", isWithin ? `${(100 * share).toFixed(1)}%` : ((share - first) / (1 - first)).toFixed(4));
        found.push(tick);
    }
    return found;
}
