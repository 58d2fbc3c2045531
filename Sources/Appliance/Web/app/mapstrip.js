// Twelve hours of a mode as a strip: widths are times.

import { el, setChildren, show } from "/assets/dom.js";
import { bareClock, instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";

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
            setChildren(strip, blocks.map(makeBlock));
            setChildren(axis, [el("span", { class: "axis-first", text: t("past.now") }), ...hours(begin)]);
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

/** Codes stand where the names have no room. */
function makeBlock(one) {
    const block = el("span", { class: one.isNow ? "block block-now" : "block", "data-code": one.code,
        "data-start": one.isNow ? null : one.start },
        el("b", { class: "block-name", text: one.map ?? "?" }), el("b", { class: "block-code", text: one.code ?? "?" }));
    block.style.flexGrow = String(Math.max(1, Math.round((one.to - one.from) / 60_000)));
    return block;
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
