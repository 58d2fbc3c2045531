// The signs of the page. Direction and outline carry the meaning; colour only repeats it.

import { svg } from "./dom.js";
import { t } from "./words.js";

const up = "M12 2 21.5 12.5 H16 V22 H8 V12.5 H2.5 Z";
const down = "M12 22 2.5 11.5 H8 V2 H16 V11.5 H21.5 Z";

/** Each state's shape: a full arrow is certain, a hollow one is not confirmed yet. */
const shapes = {
    up: [["path", { d: up, class: "ink" }]],
    suspected: [["path", { d: up, class: "line" }],
        ["path", { d: "M12 9 V14 M12 17.4 V17.6", class: "line" }]],
    down: [["path", { d: down, class: "ink" }]],
    recovering: [["path", { d: down, class: "line" }], ["path", { d: "M12 7 V13", class: "line" }]],
    maintenance: [
        ["rect", { x: 2.5, y: 2.5, width: 19, height: 19, rx: 5, class: "line" }],
        ["path", { d: "M9 8 V16 M15 8 V16", class: "line" }],
    ],
    unknown: [
        ["circle", { cx: 12, cy: 12, r: 9.5, class: "line dashed" }],
        ["path", { d: "M9.4 9.6 A2.7 2.7 0 1 1 12 12.6 V13.8 M12 17 V17.2", class: "line" }],
    ],
    queue: [["path",
        { d: "M6 3 H18 M6 21 H18 M7.5 3 V7 L16.5 17 V21 M16.5 3 V7 L7.5 17 V21", class: "line" }]],
    locked: [
        ["rect", { x: 4.5, y: 10.5, width: 15, height: 10.5, rx: 2, class: "line" }],
        ["path", { d: "M8 10.5 V7.5 A4 4 0 0 1 16 7.5 V10.5", class: "line" }],
    ],
    open: [["path", { d: "M9 5 L16 12 L9 19", class: "line" }]],
    map: [["path", { d: "M3 6.5 L9 4 L15 6.5 L21 4 V17.5 L15 20 L9 17.5 L3 20 Z M9 4 V17.5 M15 6.5 V20", class: "line" }]],
    away: [["path", { d: "M8 5 H19 V16 M19 5 L6 18", class: "line" }]],
};

const states = ["up", "suspected", "down", "recovering", "maintenance", "unknown"];

/** What a state is called in a sentence. */
export function stateWords(state) {
    return t(`state.${state}`);
}

/** A state that this page does not know yet is shown as unknown, never guessed. */
export function knownState(state) {
    return states.includes(state) ? state : "unknown";
}

/** Draws a sign; words stand beside it, so readers skip it. */
export function icon(name) {
    const key = Object.hasOwn(shapes, name) ? name : "unknown";
    const parts = shapes[key].map(([tag, props]) => svg(tag, props));
    return svg("svg", { viewBox: "0 0 24 24", class: "icon", "data-shape": key, "aria-hidden": "true" },
        ...parts);
}
