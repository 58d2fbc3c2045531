// Maps that somebody likes or avoids: the marks, their two buttons, and when the next good one comes.

import { el, list, setText, show } from "/assets/dom.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { lastingText } from "/app/rows.js";
import { sign } from "/app/signs.js";

/** Of each mark its sign and the name of its button. */
const marks = { liked: ["heart", "like.liked"], avoided: ["avoid", "like.avoided"] };

/** Answers `of(code)`, the mark of a map or null, `turn(code, mark)` and `next(now)`. */
export function mapLikes(app) {
    const has = (mark, code) => codes(app.likes.value?.[mark]).includes(code);
    return {
        get isKnown() { return app.likes.value !== null; },
        of: (code) => Object.keys(marks).find((mark) => has(mark, code)) ?? null,
        /** Marks a map, or takes the same mark back. */
        turn(code, mark) {
            const wanted = has(mark, code) ? null : mark;
            app.likes.change(({ version, liked, avoided }) => ({ version,
                liked: changed(liked, code, wanted === "liked"), avoided: changed(avoided, code, wanted === "avoided") }));
        },
        /** The first good slot that has not begun, with the name of its mode; null: none is known. */
        next(now) {
            const slots = list(app.likes.stored?.next).flatMap((mode) => (
                list(mode.slots).map((slot) => ({ ...slot, modeName: mode.name, at: instant(slot.start) }))));
            return slots.filter((slot) => slot.at > now).sort((left, right) => left.at - right.at)[0] ?? null;
        },
    };
}

function codes(value) {
    return Array.isArray(value) ? value : [];
}

function changed(known, code, isWanted) {
    const others = codes(known).filter((one) => one !== code);
    return isWanted ? [...others, code] : others;
}

/** A map's mark as a sign, or nothing. */
export function markSign(mark) {
    return mark === null ? null : sign(marks[mark][0], mark === "liked" ? "ink" : "line");
}

/** The two buttons of a map: `draw(code, map)`; null as code hides them. */
export function makeLikeButtons(likes) {
    let code = null;
    const buttons = Object.entries(marks).map(([mark, [shape, words]]) => {
        const button = el("button", { type: "button", class: "like", "data-mark": mark, "aria-pressed": "false" }, sign(shape));
        button.addEventListener("click", () => likes.turn(code, mark));
        return { button, mark, words };
    });
    const root = el("span", { class: "likes" }, ...buttons.map((one) => one.button));
    return { root, draw(wanted, map) {
        code = wanted;
        show(root, code !== null && likes.isKnown);
        for (const { button, mark, words } of buttons) {
            button.setAttribute("aria-label", t(words, { map: map ?? code ?? "" }));
            button.setAttribute("aria-pressed", String(code !== null && likes.of(code) === mark));
        }
    } };
}

/** The line above the modes: `tick(now)` says when the next good map comes. */
export function makeNextGood(likes) {
    const slot = el("strong");
    const mode = el("span");
    const when = el("span", { class: "whole" });
    const root = el("p", { class: "next-good", hidden: true }, sign("heart", "ink"),
        el("span", {}, el("span", { text: `${t("like.next")} ` }), slot, mode, when));
    return { root, tick(now) {
        const next = likes.next(now);
        show(root, next !== null);
        if (next === null) return;
        setText(slot, t("like.slot", { map: next.map, time: clockText(next.at) }));
        const rest = lastingText(Math.ceil((next.at - now) / 60_000) * 60_000);
        setText(mode, t("like.mode", { mode: next.modeName }));
        setText(when, t("slot.in", { time: rest }));
    } };
}

/** All maps with their buttons: `draw(modes)` with what alerts are offered. */
export function makeLikeList(likes) {
    const rows = el("ul", { class: "like-list" });
    const root = el("details", { class: "later" }, el("summary", { text: t("like.title") }), rows);
    let [views, drawn] = [[], ""];
    return { root, draw(modes) {
        const maps = new Map(modes.flatMap((one) => one.maps));
        const sorted = [...maps].sort((left, right) => left[1].localeCompare(right[1]));
        if (JSON.stringify(sorted) !== drawn) {
            drawn = JSON.stringify(sorted);
            views = sorted.map(([code, map]) => ({ code, map, buttons: makeLikeButtons(likes) }));
            rows.replaceChildren(...views.map((one) => el("li", {}, el("span", { text: one.map }), one.buttons.root)));
        }
        for (const one of views) one.buttons.draw(one.code, one.map);
        show(root, views.length > 0 && likes.isKnown);
    } };
}
