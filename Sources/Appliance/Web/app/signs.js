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

const paths = {
    watched: outline,
    realms: "M4 5.5 H20 M4 12 H20 M4 18.5 H20",
    maps: "M3 6 L9 3.5 L15 6 L21 3.5 V18 L15 20.5 L9 18 L3 20.5 Z M9 3.5 V18 M15 6 V20.5",
    settings: "M4 7 H14 M18 7 H20 M4 17 H6 M10 17 H20 M16 4.8 A2.2 2.2 0 1 1 16 9.2 A2.2 2.2 0 1 1 16 4.8 "
        + "M8 14.8 A2.2 2.2 0 1 1 8 19.2 A2.2 2.2 0 1 1 8 14.8",
    forth: "M9 5 L16 12 L9 19",
    back: "M15 4 L7 12 L15 20",
    below: "M5 9 L12 16 L19 9",
    refresh: "M20 5 V10 H15 M19.6 10 A8 8 0 1 0 20 14",
    warning: "M12 3.5 L22 20.5 H2 Z M12 10 V14.5 M12 17.3 V17.5",
    find: "M10.5 4 A6.5 6.5 0 1 1 10.5 17 A6.5 6.5 0 1 1 10.5 4 M15.4 15.4 L20.5 20.5",
    bell: "M12 3.2 A6 6 0 0 1 18 9.2 V13.5 L20 17 H4 L6 13.5 V9.2 A6 6 0 0 1 12 3.2 Z M9.8 20.2 A2.4 2.4 0 0 0 14.2 20.2",
    heart: "M12 20.5 C5 15.5 2.8 12 2.8 8.6 A4.7 4.7 0 0 1 12 7 A4.7 4.7 0 0 1 21.2 8.6 C21.2 12 19 15.5 12 20.5 Z",
    avoid: "M12 3 A9 9 0 1 1 12 21 A9 9 0 1 1 12 3 M18.4 5.6 L5.6 18.4",
    phone: "M8 2.5 H16 A2 2 0 0 1 18 4.5 V19.5 A2 2 0 0 1 16 21.5 H8 A2 2 0 0 1 6 19.5 V4.5 A2 2 0 0 1 8 2.5 Z "
        + "M10.5 18.3 H13.5",
    link: "M10 14 A4 4 0 0 0 15.7 14 L18.9 10.8 A4 4 0 0 0 13.2 5.1 L11.8 6.5 "
        + "M14 10 A4 4 0 0 0 8.3 10 L5.1 13.2 A4 4 0 0 0 10.8 18.9 L12.2 17.5",
    globe: "M12 3 A9 9 0 1 1 12 21 A9 9 0 1 1 12 3 M3 12 H21 M12 3 C7.5 8 7.5 16 12 21 C16.5 16 16.5 8 12 3",
    words: "M4 6 H20 M4 12 H20 M4 18 H14",
    clock: "M12 3 A9 9 0 1 1 12 21 A9 9 0 1 1 12 3 M12 7 V12 L15.5 14",
    moon: "M20 14.5 A8.5 8.5 0 1 1 9.5 4 A7 7 0 0 0 20 14.5 Z",
    tray: "M5 4 H19 L21 14 V20 H3 V14 Z M3 14 H8.5 L10 16.5 H14 L15.5 14 H21",
    letter: "M3 5.5 H21 V18.5 H3 Z M3.5 6 L12 13 L20.5 6",
    box: "M4.5 5 H19.5 A2 2 0 0 1 21.5 7 V17 A2 2 0 0 1 19.5 19 H4.5 A2 2 0 0 1 2.5 17 V7 A2 2 0 0 1 4.5 5 Z "
        + "M6.5 10 H14 M6.5 14 H11.5 M17.4 10 V10.2",
    people: "M9 4.5 A3.6 3.6 0 1 1 9 11.7 A3.6 3.6 0 1 1 9 4.5 M2.5 20 A6.5 6.5 0 0 1 15.5 20 "
        + "M15.5 5 A3.6 3.6 0 0 1 15.5 11.4 M17.5 14.2 A6.5 6.5 0 0 1 21.5 20",
    about: "M12 3 A9 9 0 1 1 12 21 A9 9 0 1 1 12 3 M12 11 V16.5 M12 7.6 V7.8",
    more: "M5 12 V12.1 M12 12 V12.1 M19 12 V12.1",
};

/** A sign of the frame in lines, by its name; words stand beside it or in its control's name. */
export function sign(name, look = "line") {
    return svg("svg", { viewBox: "0 0 24 24", class: `icon ${name}-sign`, "aria-hidden": "true" },
        svg("path", { d: paths[name], class: look }));
}

/** The sign of a tab or a room, by its name or as a path of 24 units. */
export function tabSign(name) {
    const pupil = name === "watched" ? [svg("circle", { cx: 12, cy: 12, r: 3.2, class: "ink" })] : [];
    return svg("svg", { viewBox: "0 0 24 24", class: "icon tab-sign", "aria-hidden": "true" },
        svg("path", { d: paths[name] ?? name, class: "line" }), ...pupil);
}

/** The disc beside an eye that leads to the page of a realm. */
export function disc() {
    return el("span", { class: "disc", "aria-hidden": "true" }, sign("forth"));
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
