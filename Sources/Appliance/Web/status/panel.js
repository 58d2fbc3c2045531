// The section "On the box": lamps and display, from `/v1/panel`.

import { el, keyed, list, setText, show } from "./dom.js";
import { makeLamp } from "./lamps.js";
import { faultWords } from "./faults.js";
import { makeLCD } from "./lcd.js";
import { t } from "./words.js";

/** The display has the box's zone and 24 hours, whatever the page beside it has. */
const clockTime = /\b\d\d:\d\d\b/;
const remembered = "watchpost.oneColour";

/** Builds the section; `update(body, trusted)` draws it. */
export function makePanel(root) {
    const faults = el("ul", { class: "faults", role: "status", "aria-label": t("panel.faults"), hidden: true });
    const lamps = el("ul", { class: "lamps" });
    const lcd = makeLCD();
    const caption = el("p", { class: "lcd-caption" });
    const button = el("button", { type: "button", class: "quiet", text: t("panel.oneColour") });
    const foot = el("div", { class: "box-foot" }, caption, button);
    const face = el("div", { class: "box" }, lamps, el("div", { class: "bezel" }, lcd.root), foot);
    root.replaceChildren(faults, face);
    const views = new Map();
    const faultViews = new Map();
    let last = null;
    let oneColour = recall();

    function update(body, trusted) {
        last = { body, trusted };
        const shown = list(body?.lamps).map((lamp) => ({ lamp, trusted, oneColour }));
        keyed(lamps, views, shown, (item) => item.lamp.name, makeLamp);
        const wrong = list(body?.faults);
        keyed(faults, faultViews, wrong, (fault) => `${fault?.code} ${fault?.words}`, makeFault);
        show(faults, wrong.length > 0);
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

/** One thing that is wrong with the box itself; its words are its identity, so nothing of it changes. */
function makeFault(fault) {
    const root = el("li", {}, el("strong", { text: t("panel.fault", { code: fault?.code ?? "" }) }), ` ${faultWords(fault ?? {})}`);
    return { root, update() {} };
}

function captionText(display, trusted) {
    if (!trusted) return t("panel.asSeen");
    const size = `${display?.columns ?? "?"}×${display?.rows ?? "?"}`;
    const words = t(display?.backlight === false ? "panel.dark" : "panel.size", { size });
    const isTimed = Array.isArray(display?.lines) && display.lines.some((line) => clockTime.test(line));
    return isTimed ? t("panel.clock", { words }) : words;
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
