// The signs of the room Play, in lines as those of the realms.

import { svg } from "/assets/dom.js";

const paths = {
    games: "M7.5 7 H16.5 A5.5 5.5 0 0 1 21.8 13.6 L21 17 A2.6 2.6 0 0 1 16.6 18.2 L14.6 16 H9.4 L7.4 18.2 A2.6 2.6 0 0 1 3 17 L2.2 13.6 "
        + "A5.5 5.5 0 0 1 7.5 7 Z M8.2 9.8 V13 M6.6 11.4 H9.8 M15.4 10.4 V10.6 M17.4 12.2 V12.4",
    friends: "M9 4.5 A3.6 3.6 0 1 1 9 11.7 A3.6 3.6 0 1 1 9 4.5 M2.5 20 A6.5 6.5 0 0 1 15.5 20 "
        + "M15.5 5 A3.6 3.6 0 0 1 15.5 11.4 M17.5 14.2 A6.5 6.5 0 0 1 21.5 20",
    duels: "M4 3.5 L17 16.5 M20 3.5 L7 16.5 M14.5 19 L19.5 14 M17 16.5 L20.5 20 M9.5 19 L4.5 14 M7 16.5 L3.5 20",
    profile: "M12 3.5 A4.2 4.2 0 1 1 12 11.9 A4.2 4.2 0 1 1 12 3.5 M4.5 20.5 A7.5 7.5 0 0 1 19.5 20.5",
    up: "M12 20 V5 M5.5 11 L12 4.5 L18.5 11",
    down: "M12 4 V19 M5.5 13 L12 19.5 L18.5 13",
    picture: "M4 5 H20 V19 H4 Z M4 16 L9.5 10.5 L14 15 L16.5 12.5 L20 16 M15.5 8.6 V8.8",
    mail: "M3.5 6 H20.5 V18 H3.5 Z M3.5 7 L12 13.5 L20.5 7",
    key: "M8 8.5 A4 4 0 1 1 8 16.5 A4 4 0 1 1 8 8.5 M12 12.5 H21 M17.5 12.5 V16 M21 12.5 V15",
    code: "M4 4 H10 V10 H4 Z M14 4 H20 V10 H14 Z M4 14 H10 V20 H4 Z M14 14 H16 M20 14 V17 M14 18 V20 H17 M20 20 V20.1",
    join: "M11 4 H19 V20 H11 M3.5 12 H14 M10.5 8.5 L14 12 L10.5 15.5",
    save: "M12 3.5 V15 M7 10.5 L12 15.5 L17 10.5 M4 19.5 H20",
    bin: "M4.5 6.5 H19.5 M9.5 6.5 V4 H14.5 V6.5 M6.5 6.5 L7.5 20 H16.5 L17.5 6.5 M10.2 10 V16.5 M13.8 10 V16.5",
    flag: "M6 3.5 V20.5 M6 4.5 H18.5 L15.5 9 L18.5 13.5 H6",
};

/** A sign by its name; words stand beside it or in its control's name. */
export function playSign(name) {
    return svg("svg", { viewBox: "0 0 24 24", class: `icon tab-sign ${name}-sign`, "aria-hidden": "true" },
        svg("path", { d: paths[name], class: "line" }));
}
