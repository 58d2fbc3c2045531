// The section "On the box": lamps and display, from `/v1/panel`.

import { el, keyed, list, setText } from "./dom.js";
import { makeLamp } from "./lamps.js";
import { makeLCD } from "./lcd.js";

const remembered = "watchpost.oneColour";

/** Builds the section; `update(body, trusted)` draws it. */
export function makePanel(root) {
    const lamps = el("ul", { class: "lamps" });
    const lcd = makeLCD();
    const caption = el("p", { class: "lcd-caption" });
    const button = el("button", { type: "button", class: "quiet", text: "Show lamps in one colour" });
    root.replaceChildren(
        el("div", { class: "box" }, lamps, el("div", { class: "bezel" }, lcd.root), caption), button,
    );
    const views = new Map();
    let last = null;
    let oneColour = recall();

    function update(body, trusted) {
        last = { body, trusted };
        const shown = list(body?.lamps).map((lamp) => ({ lamp, trusted, oneColour }));
        keyed(lamps, views, shown, (item) => item.lamp.name, makeLamp);
        lcd.update(body?.display);
        lcd.root.classList.toggle("untrusted", !trusted);
        setText(caption, captionText(body?.display, trusted));
        button.setAttribute("aria-pressed", String(oneColour));
    }

    function redraw() {
        if (last) update(last.body, last.trusted);
    }

    button.addEventListener("click", () => {
        oneColour = !oneColour;
        keep(oneColour);
        redraw();
    });
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", redraw);
    return { update };
}

function captionText(display, trusted) {
    if (!trusted) return "The display as it was last seen.";
    const size = `${display?.columns ?? "?"}×${display?.rows ?? "?"}`;
    return display?.backlight === false ? `Display ${size}, backlight off` : `Display ${size}`;
}

/** Storage may be forbidden; the choice then lasts as long as the page. */
function recall() {
    try {
        return localStorage.getItem(remembered) === "yes";
    } catch {
        return false;
    }
}

function keep(choice) {
    try {
        localStorage.setItem(remembered, choice ? "yes" : "no");
    } catch {
        // See recall().
    }
}
