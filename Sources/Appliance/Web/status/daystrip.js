// The last 24 hours as a thin bar: height tells the state, colour repeats it, and a sentence says it to readers.

import { pastOf } from "./history.js";
import { svg } from "./dom.js";
import { t } from "./words.js";

/** Units of the drawing: minutes across, pixels up. */
const width = 1440;
const height = 9;
const heights = { up: 3, suspected: 3, recovering: 9, down: 9, maintenance: 7 };
/** A short outage must not vanish between two pixels. */
const leastDown = 12;

/** Makes a bar; `update(body)` takes a HistoryBody and answers what it says, `fail(words)` says why there is none. */
export function makeDayStrip(label) {
    const root = svg("svg", {
        class: "strip", role: "img", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none",
        "aria-label": t("past.notYet", { label }),
    });
    return {
        root,
        update(body) {
            const past = pastOf(body);
            root.replaceChildren(...past.parts.map((part) => bar(part, past)));
            root.setAttribute("aria-label", t("past.label", { label, words: past.words }));
            return past;
        },
        fail(words) {
            root.replaceChildren();
            root.setAttribute("aria-label", t("past.failed", { label, words }));
        },
    };
}

function bar(part, { from, to }) {
    const x = ((part.from - from) / (to - from)) * width;
    const span = ((part.to - part.from) / (to - from)) * width;
    if (part.state === "unknown") {
        const d = `M${x.toFixed(1)} ${height - 1.5}h${span.toFixed(1)}`;
        return svg("path", { class: "bar unknown", d, "vector-effect": "non-scaling-stroke", height: 2 });
    }
    const least = heights[part.state] === height ? leastDown : 0;
    const wide = Math.max(span, least);
    const left = Math.min(x, width - wide);
    const tall = heights[part.state];
    return svg("rect", {
        class: `bar ${part.state}`, x: left.toFixed(1), y: height - tall, width: wide.toFixed(1), height: tall,
    });
}
