// What a board is chosen by: its window, everyone or friends, which board of the game, and times that are over.

import { el, list } from "/assets/dom.js";
import { instant } from "/assets/time.js";
import { locale, t } from "/assets/words.js";
import { makeChoicePill, makeSegments } from "/app/playparts.js";

const order = ["day", "week", "month", "all", "season"];

/** The windows of a board, in the order of the drawing. */
export function windowsOf(board) {
    const there = new Set(["all", ...(Array.isArray(board?.windows) ? board.windows : []), ...(board?.season ? ["season"] : [])]);
    return order.filter((one) => there.has(one));
}

/** `choose(change)` is called with `{ window }`, `{ scope }`, `{ period }` or `{ board }`. */
export function makeBoardBar(choose) {
    const windows = makeSegments(t("board.window"), (window) => choose({ window, period: null }), "segments of-five");
    const scope = makeSegments(t("board.who"), (value) => choose({ scope: value }), "pill-set");
    const boards = makeChoicePill(t("board.which"), (board) => choose({ board }));
    const times = makeChoicePill(t("board.when"), (period) => choose({ period: period || null }));
    const root = el("div", { class: "board-bar" }, windows.root, el("div", { class: "board-pills" }, scope.root,
        el("div", { class: "board-choices" }, times.root, boards.root)));
    return { root, draw({ game, board, window, period, scope: chosen, seasons }) {
        windows.draw(windowsOf(board).map((one) => [one, t(`window.${one}`)]), window);
        scope.draw([["all", t("board.everyone")], ["friends", t("board.friends")]], chosen);
        boards.draw(list(game?.boards).map((one) => [one.board, one.name]), board?.board ?? "");
        const over = list(seasons?.over).filter((one) => one.window === window);
        times.draw([["", t("board.now")], ...over.map((one) => [one.period, periodText(one, game?.zone)])], period ?? "");
    } };
}

/** `21 Nov`, `16 – 22 Nov`, `November 2026`, `Season 3`. */
export function periodText({ window, period, from, until }, zone) {
    if (window === "season") return t("board.season", { number: String(period) });
    const [start, end] = [instant(from), instant(until)];
    if (start === null) return String(period);
    const write = (form) => {
        try {
            return new Intl.DateTimeFormat(locale(), { ...form, timeZone: zone });
        } catch {
            return new Intl.DateTimeFormat(locale(), form);
        }
    };
    if (window === "month") return write({ month: "long", year: "numeric" }).format(start);
    const day = write(window === "week" ? { day: "numeric", month: "short" } : { weekday: "short", day: "numeric", month: "short" });
    return window === "week" && end !== null ? day.formatRange(start, end - 1) : day.format(start);
}
