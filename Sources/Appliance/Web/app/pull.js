// Pulling the page down asks again: an eye opens with the finger.

import { el } from "/assets/dom.js";
import { eye } from "/app/signs.js";

/** So far the finger has to go, in points. */
const enough = 64;

/** `refresh()` is called when the finger leaves far enough below where it began, at the very top. */
export function makePull(refresh) {
    const sign = eye();
    const root = el("div", { class: "pull", "aria-hidden": "true", hidden: true }, sign);
    document.body.append(root);
    let from = null;
    let by = 0;

    function draw() {
        root.hidden = by <= 0;
        sign.classList.toggle("open", by >= enough);
        const share = Math.min(1, by / enough);
        // A finger moves it, not an animation, so it moves for everybody.
        root.style.transform = `translateY(${Math.round(Math.min(by, 1.4 * enough))}px)`;
        sign.style.transform = `scaleY(${Math.max(0.12, share).toFixed(2)})`;
    }

    function begin(event) {
        const isTop = scrollY <= 0 && !document.querySelector("dialog[open]");
        const isInner = event.target.closest?.(".detail-pane")?.scrollTop > 0;
        from = isTop && !isInner && event.touches.length === 1 ? event.touches[0] : null;
        by = 0;
    }

    function move(event) {
        if (!from) return;
        const [touch] = event.touches;
        const down = touch.clientY - from.clientY;
        if (scrollY > 0 || Math.abs(touch.clientX - from.clientX) > Math.max(24, down)) from = null;
        by = from ? Math.max(0, down) : 0;
        draw();
    }

    function end() {
        const isEnough = from && by >= enough;
        [from, by] = [null, 0];
        draw();
        if (isEnough) refresh();
    }

    addEventListener("touchstart", begin, { passive: true });
    addEventListener("touchmove", move, { passive: true });
    addEventListener("touchend", end, { passive: true });
    addEventListener("touchcancel", () => {
        from = null;
        end();
    }, { passive: true });
}
