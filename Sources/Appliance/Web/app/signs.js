// The app's own drawings: arrows with a shaft for up and down, and the eye.

import { el, svg } from "/assets/dom.js";
import { icon } from "/assets/icons.js";

const upward = "M12 2 21.5 12.5 H16 V22 H8 V12.5 H2.5 Z";
const downward = "M12 22 2.5 11.5 H8 V2 H16 V11.5 H21.5 Z";

/** A full arrow is certain, a hollow one is being checked. */
const arrows = {
    up: [upward, "ink"], suspected: [upward, "line"], down: [downward, "ink"], recovering: [downward, "line"],
};

/** A green arrow up, a red arrow down, or the sign of another state; words stand beside it. */
export function arrow(state) {
    const known = arrows[state];
    if (!known) return icon(state);
    const [path, look] = known;
    const props = { viewBox: "0 0 24 24", class: "icon arrow", "data-shape": state, "aria-hidden": "true" };
    return svg("svg", props, svg("path", { d: path, class: look }));
}

const outline = "M2 12 Q12 1.5 22 12 Q12 22.5 2 12 Z";

/** An eye: hollow and grey, or filled with lashes and a glow of gold, as the style sheet has it. */
export function eye() {
    return svg("svg", { viewBox: "-2 -5 28 34", class: "eye", "aria-hidden": "true" },
        svg("path", { class: "eye-lashes", d: "M12 1 V-3.5 M5.5 3 L3.2 -0.8 M18.5 3 L20.8 -0.8" }),
        svg("path", { class: "eye-lid", d: outline }),
        svg("circle", { class: "eye-iris", cx: 12, cy: 12, r: 4.6 }),
        svg("circle", { class: "eye-glint", cx: 13.6, cy: 10.4, r: 1.2 }));
}

const tabPaths = {
    watched: outline,
    realms: "M4 5.5 H20 M4 12 H20 M4 18.5 H20",
    maps: "M3 6 L9 3.5 L15 6 L21 3.5 V18 L15 20.5 L9 18 L3 20.5 Z M9 3.5 V18 M15 6 V20.5",
    settings: "M4 7 H14 M18 7 H20 M4 17 H6 M10 17 H20 M16 4.8 A2.2 2.2 0 1 1 16 9.2 A2.2 2.2 0 1 1 16 4.8 "
        + "M8 14.8 A2.2 2.2 0 1 1 8 19.2 A2.2 2.2 0 1 1 8 14.8",
};

/** The sign of a tab. */
export function tabSign(name) {
    const pupil = name === "watched" ? [svg("circle", { cx: 12, cy: 12, r: 3.2, class: "ink" })] : [];
    return svg("svg", { viewBox: "0 0 24 24", class: "icon tab-sign", "aria-hidden": "true" },
        svg("path", { d: tabPaths[name], class: "line" }), ...pupil);
}

/** A labelled switch; `changed(on)` is called with what is wanted. */
export function makeSwitch(label, changed) {
    const input = el("input", { type: "checkbox", role: "switch" });
    const words = el("span", { text: label });
    const root = el("label", { class: "switch" }, words, input);
    input.addEventListener("change", () => changed(input.checked));
    return { root, words, set(on, isUsable = true) {
        input.checked = on;
        input.disabled = !isUsable;
    } };
}
