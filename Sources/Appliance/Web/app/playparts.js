// Small parts that the views of the room Play are made of.

import { el, setChildren, setText, show } from "/assets/dom.js";
import { instant, clockText, serverNow } from "/assets/time.js";
import { language, t } from "/assets/words.js";
import { avatar } from "/app/figure.js";
import { sign } from "/app/signs.js";

let numbering = 0;

/** Some choices of which one holds, in a row: `choose(value)`; `draw([[value, words]], chosen)`. */
export function makeSegments(label, choose, look = "segments") {
    numbering += 1;
    const name = `segments-${numbering}`;
    const root = el("div", { class: look, role: "radiogroup", "aria-label": label });
    let drawn = "";
    return { root, draw(choices, chosen) {
        const wanted = JSON.stringify(choices.map(([value]) => value));
        if (wanted !== drawn) {
            drawn = wanted;
            setChildren(root, choices.map(([value]) => {
                const input = el("input", { type: "radio", name, value });
                input.addEventListener("change", () => choose(value));
                return el("label", {}, input, el("span"));
            }));
        }
        // A count that changes must not take the choice from under a finger or the focus.
        choices.forEach(([value, words], number) => {
            const [input, span] = root.children[number].children;
            input.checked = value === chosen;
            setText(span, words);
        });
    } };
}

/** A pill that opens a sheet with more choices than there is room for. */
export function makeChoicePill(label, choose) {
    const words = el("span", { class: "pill-words" });
    const button = el("button", { type: "button", class: "choice-pill", "aria-haspopup": "dialog" }, words, sign("below"));
    let shown = [[], ""];
    button.addEventListener("click", () => openChoices(label, ...shown, choose));
    return { root: button, draw(choices, chosen) {
        shown = [choices, chosen];
        const text = choices.find(([value]) => value === chosen)?.[1] ?? "";
        setText(words, text);
        button.setAttribute("aria-label", t("play.choice", { label, value: text }));
        show(button, choices.length > 1);
    } };
}

function openChoices(label, choices, chosen, choose) {
    const rows = el("div", { class: "choices", role: "radiogroup", "aria-label": label });
    const done = el("button", { type: "button", class: "quiet", text: t("page.done") });
    const dialog = el("dialog", { class: "sheet-up", "aria-label": label }, el("h2", { text: label }), rows,
        el("div", { class: "actions" }, done));
    setChildren(rows, choices.map(([value, words]) => {
        const input = el("input", { type: "radio", name: "choice", value, checked: value === chosen });
        input.addEventListener("change", () => choose(value));
        // Arrow keys click, too; only a finger or a mouse has chosen for good.
        input.addEventListener("click", (event) => {
            if (event.detail > 0) dialog.close();
        });
        return el("label", { class: "choice" }, input, el("span", { text: words }));
    }));
    done.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => dialog.remove(), { once: true });
    document.body.append(dialog);
    dialog.showModal();
    rows.querySelector(":checked")?.focus();
}

const drawnRows = new WeakMap();

/**
 * Rows of a list, `{ key, facts, make() }` each: one of which nothing changed stays as it is, and with it focus and place;
 * `make` draws an element from what `facts` hold.
 */
export function drawRows(container, rows) {
    const known = new Map([...container.children].map((one) => [drawnRows.get(one)?.key, one]));
    const seen = new Set();
    let place = container.firstElementChild;
    for (const { key, facts, make } of rows) {
        // Two lists of which one is newer may both have it.
        if (seen.has(key)) continue;
        seen.add(key);
        const text = JSON.stringify([facts, language()]);
        const before = known.get(key);
        let node = before;
        if (!before || drawnRows.get(before).text !== text) {
            node = make();
            drawnRows.set(node, { key, text });
            if (before) before.replaceWith(node);
            if (before && before === place) place = node;
        }
        known.delete(key);
        if (node === place) place = place.nextElementSibling;
        else container.insertBefore(node, place);
    }
    for (const one of known.values()) one.remove();
}

/** A part of a tab: heading, a word beside it, a card with rows; hidden while it has none. */
export function makePart(title, note = "") {
    const heading = el("h2", { text: title });
    const beside = el("p", { class: "part-note", text: note });
    const rows = el("ul", { class: "play-rows" });
    const root = el("section", { class: "play-part", hidden: true }, el("div", { class: "part-head" }, heading, beside),
        el("div", { class: "play-card" }, rows));
    return { root, rows, heading, beside, title(words) {
        setText(heading, words);
    }, get isEmpty() { return rows.childElementCount === 0; } };
}

/** A player in a row: picture, name, a word below it; `acts` stand at its end. `href` null: no link. */
export function playerRow({ player, note = "", href = null, acts = [], mark = null }) {
    const name = el("bdi", { class: "player-name", text: player?.name ?? t("play.deleted") });
    const text = el("span", { class: "player-text" }, name, note ? el("span", { class: "player-note", text: note }) : null);
    const who = href ? el("a", { class: "player-link", href }, avatar(player), text, acts.length === 0 ? sign("forth") : null)
        : el("span", { class: "player-link" }, avatar(player), text);
    return el("li", { class: mark ? `player-row ${mark}` : "player-row" }, who,
        acts.length > 0 ? el("span", { class: "player-acts" }, ...acts) : null);
}

/** A button whose name says whom it is about. */
export function rowButton(words, label, run, look = "quiet") {
    const button = el("button", { type: "button", class: look, text: words, "aria-label": label });
    button.addEventListener("click", async () => {
        if (button.getAttribute("aria-busy") === "true") return;
        button.setAttribute("aria-busy", "true");
        await run();
        button.removeAttribute("aria-busy");
    });
    return button;
}

/** By how many places somebody is better than on Monday: a triangle, a number, words for readers. */
export function changeMark(change) {
    if (typeof change !== "number") return el("span", { class: "change no-change", "aria-hidden": "true" });
    const kind = change > 0 ? "better" : change < 0 ? "worse" : "same";
    const count = Math.abs(change);
    const shown = { better: `▲ ${count}`, worse: `▼ ${count}`, same: "–" }[kind];
    return el("span", { class: `change ${kind}` }, el("span", { "aria-hidden": "true", text: shown }),
        el("span", { class: "unseen", text: t(`change.${kind}`, { count }) }));
}

/** `1 d 4 h`, `4 h 5 min`, `52 min`: what is left until then. */
export function leftText(at) {
    const minutes = Math.max(0, Math.ceil(((at ?? serverNow()) - serverNow()) / 60_000));
    if (minutes >= 1440) return t("left.days", { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60) });
    if (minutes >= 60) return t("lasting.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
    return t("lasting.minutes", { minutes });
}

/** `1 hour`, `3 days`, `1 week`: how long a duel lasts. */
export function lengthText(seconds) {
    const hours = Math.round(Number(seconds) / 3600);
    if (hours % 168 === 0 && hours > 0) return t("length.weeks", { count: hours / 168 });
    if (hours % 24 === 0 && hours > 0) return t("length.days", { count: hours / 24 });
    return t("length.hours", { count: hours });
}

/** An instant from the wire in the reader's words. */
export function whenText(text) {
    return clockText(instant(text));
}
