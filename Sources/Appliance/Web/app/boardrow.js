// A row of a board: place, picture, name, score, and by how many places somebody is better than on Monday.

import { el, setChildren, setText, show } from "/assets/dom.js";
import { locale, t } from "/assets/words.js";
import { avatar } from "/app/figure.js";
import { changeMark } from "/app/playparts.js";
import { scoreText } from "/app/scores.js";

/** One row; `update({ row, rules, isMe, isFriend, change })`. */
export function makeBoardRow() {
    const place = el("span", { class: "board-place" });
    const face = el("span", { class: "board-face" });
    const name = el("bdi", { class: "player-name" });
    const note = el("span", { class: "player-note" });
    const score = el("span", { class: "board-score" });
    const change = el("span", { class: "board-change" });
    const link = el("a", { class: "board-link" }, el("span", { class: "unseen", text: t("board.place") }), place, face,
        el("span", { class: "player-text" }, name, note), el("span", { class: "board-end" }, score, change));
    const root = el("li", { class: "board-row" }, link);
    let drawn = "";
    let drawnFace = null;
    return { root, update({ row, rules, isMe, isFriend, change: by }) {
        const wanted = JSON.stringify([row, rules, isMe, isFriend, by]);
        if (wanted === drawn) return;
        drawn = wanted;
        root.dataset.player = row.player.code;
        root.classList.toggle("me", isMe);
        root.classList.toggle("friend", isFriend && !isMe);
        root.classList.toggle("podium", row.position <= 3);
        if (isMe) root.setAttribute("aria-current", "true");
        else root.removeAttribute("aria-current");
        link.setAttribute("href", isMe ? "/app#profile" : `/app#friends/${encodeURIComponent(row.player.code)}`);
        setText(place, Number(row.position).toLocaleString(locale()));
        const faceOf = `${row.player.code} ${row.player.picture ?? ""}`;
        if (faceOf !== drawnFace) setChildren(face, [avatar(row.player)]);
        drawnFace = faceOf;
        setText(name, isMe ? t("play.you") : row.player.name);
        const overall = typeof row.overall === "number" ? t("board.overall", { place: row.overall }) : "";
        setText(note, [isFriend && !isMe ? t("board.friend") : "", overall].filter(Boolean).join(", "));
        show(note, note.textContent !== "");
        setText(score, scoreText(row, rules));
        setChildren(change, [typeof by === "number" ? changeMark(by) : null]);
    } };
}
