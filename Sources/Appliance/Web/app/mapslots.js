// The slots of a mode that are to come: a tap rings a bell for one of them.

import { el, setChildren, setText, show } from "/assets/dom.js";
import { clockText, instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { lastingText } from "/app/rows.js";
import { markSign } from "/app/maplikes.js";
import { sign } from "/app/signs.js";

/** Slots that stand there at once. */
const mostSlots = 3;

/** `draw(next)` makes the rows, `mark()` says which of them ring, `tick(now)` how long until then. */
export function makeMapSlots(alerts, likes) {
    const rows = el("ul", { class: "slots" });
    const more = el("ul", { class: "slots" });
    const words = el("summary");
    const later = el("details", { class: "later" }, words, more);
    let views = [];
    return {
        rows, later,
        draw(next) {
            views = next.map((one) => slotRow(one, alerts, likes));
            setChildren(rows, views.slice(0, mostSlots).map((one) => one.root));
            setChildren(more, views.slice(mostSlots).map((one) => one.root));
            show(later, views.length > mostSlots);
            // Clocks of twelve hours are of several lengths; names begin at one line all the same.
            const longest = Math.max(...next.map((one) => clockPart(clockText(instant(one.start))).length));
            for (const one of [rows, more]) one.style.setProperty("--letters", String(longest));
            setText(words, t("mode.later", { count: views.length - mostSlots }));
        },
        mark() {
            for (const one of views) one.mark();
        },
        tick(now) {
            for (const one of views) one.tick(now);
        },
    };
}

/** The clock of a time with its day: blanks within it do not break. */
function clockPart(words) {
    return words.slice(words.lastIndexOf(" ") + 1);
}

/** When it begins; a day that is not today stands above the clock, so that all times keep one column. */
function slotTime(at, start) {
    const words = clockText(at);
    const clock = clockPart(words);
    const day = words === clock ? null : el("span", { class: "slot-day", text: words.slice(0, -clock.length) });
    return el("time", { datetime: start ?? "" }, day, el("span", { text: clock }));
}

function slotRow(entry, alerts, likes) {
    const at = instant(entry.start);
    const isKnown = Boolean(entry.code && entry.map);
    const mark = el("span", { class: "slot-mark", "aria-hidden": "true" });
    const map = el("span", { class: "slot-map", text: entry.map ?? t("mode.notKnown") });
    const played = entry.takeover ?? entry.gameMode;
    const takeover = played ? el("span", { class: "slot-takeover", text: played }) : null;
    let drawnMark = null;
    const note = el("span", { class: "slot-note" });
    const bell = sign("bell");
    const button = el("button", { type: "button", class: "slot", "aria-pressed": "false", disabled: !isKnown,
        "aria-label": t("slot.alert", { map: entry.map ?? t("mode.notKnown"), time: clockText(at) }) },
    slotTime(at, entry.start), mark, el("span", { class: "slot-words" }, el("span", { class: "slot-names" }, map, takeover), note), bell);
    button.addEventListener("click", () => alerts.turn(entry));
    function words(now) {
        const alert = isKnown ? alerts.of(entry) : null;
        if (alert) return alert.minutesBefore === 0 ? t("slot.atStart") : t("slot.before", { count: alert.minutesBefore });
        return at > now ? t("slot.in", { time: lastingText(Math.ceil((at - now) / 60_000) * 60_000) }) : "";
    }
    return { root: el("li", {}, button), mark() {
        button.setAttribute("aria-pressed", String(isKnown && alerts.of(entry) !== null));
        button.disabled = !isKnown || !alerts.isKnown;
        const wanted = likes.of(entry.code);
        if (wanted !== drawnMark) setChildren(mark, [markSign(wanted)]);
        drawnMark = wanted;
        button.classList.toggle("slot-avoided", wanted === "avoided");
        setText(note, words(serverNow()));
    }, tick(now) {
        setText(note, words(now));
    } };
}
