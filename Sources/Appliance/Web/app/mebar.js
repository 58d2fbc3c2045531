// My row over a board while it is out of sight, with how far it is to the next place; else the way to the top.

import { el, setChildren, setText, show } from "/assets/dom.js";
import { locale, t } from "/assets/words.js";
import { avatar } from "/app/figure.js";
import { changeMark } from "/app/playparts.js";
import { playSign } from "/app/playsigns.js";
import { gapText, scoreText } from "/app/scores.js";

/** `toMe()` and `toTop()` are the taps. */
export function makeMeBar(toMe, toTop) {
    const place = el("span", { class: "board-place" });
    const face = el("span", { class: "board-face" });
    const note = el("span", { class: "player-note" });
    const score = el("span", { class: "board-score" });
    const change = el("span", { class: "board-change" });
    const mine = el("button", { type: "button", class: "me-bar", hidden: true }, place, face,
        el("span", { class: "player-text" }, el("span", { class: "player-name", text: t("play.you") }), note),
        el("span", { class: "board-end" }, score, change), el("span", { class: "round-gold" }, playSign("down")),
        el("span", { class: "unseen", text: t("board.toMe") }));
    const top = el("button", { type: "button", class: "to-top", hidden: true }, playSign("up"), el("span", { text: t("board.toTop") }));
    const root = el("div", { class: "board-float" }, mine, top);
    let drawn = "";
    mine.addEventListener("click", toMe);
    top.addEventListener("click", toTop);
    return { root, draw({ own, rules, ahead, isInSight, isFar, isAbove, change: by }) {
        show(mine, Boolean(own) && !isInSight);
        show(top, isFar && (isInSight || !own));
        mine.classList.toggle("is-above", isAbove);
        const wanted = JSON.stringify([own, rules, ahead, by]);
        if (!own || wanted === drawn) return;
        drawn = wanted;
        setText(place, Number(own.position).toLocaleString(locale()));
        setChildren(face, [avatar(own.player)]);
        setText(note, aheadText(own, ahead, rules));
        show(note, note.textContent !== "");
        setText(score, scoreText(own, rules));
        setChildren(change, [typeof by === "number" ? changeMark(by) : null]);
    } };
}

/** `1,190 to place 11`. */
function aheadText(own, ahead, rules) {
    if (own.position === 1) return t("board.first");
    if (!ahead) return "";
    if (ahead.isLevel) return t("board.level", { place: ahead.place });
    return t("board.ahead", { gap: gapText(ahead.row, own, rules), place: ahead.place });
}
