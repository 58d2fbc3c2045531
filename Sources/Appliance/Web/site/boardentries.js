// What a form says of a board.

import { el } from "./dom.js";
import { t } from "./words.js";
import { choiceEntry, choicesEntry, needed, numberOf, textEntry, wholeNumber } from "./entries.js";

const bounds = ["low", "high", "holdAbove", "pace"];

/** How a board orders, and what of several results counts. */
export function orderingEntries(props = {}) {
    const orders = ["more", "less"].map((one) => [one, t(`dev.order.${one}`)]);
    const operators = ["best", "latest", "sum"].map((one) => [one, t(`dev.operator.${one}`)]);
    return [
        choiceEntry("order", t("dev.order"), orders, { value: "more", ...props }),
        choiceEntry("operator", t("dev.operator"), operators, { value: "best", ...props }),
    ];
}

/** The entries of a board; what a new season alone can change is only shown of one that is there. */
export function boardEntries(isNew) {
    const name = textEntry("name", t("dev.boardName"), { check: needed, maxlength: 60 });
    const [order, operator] = orderingEntries({ disabled: !isNew });
    const formats = ["points", "time", "decimals"].map((one) => [one, t(`dev.format.${one}`)]);
    const format = choiceEntry("format", t("dev.format"), formats, { value: "points" });
    const decimals = choiceEntry("decimals", t("dev.decimals"), [..."123456789"].map((one) => [one, one]), { value: "2" });
    const unit = textEntry("unit", t("dev.unit"), { maxlength: 24, note: t("dev.unitNote") });
    const windows = choicesEntry("windows", t("dev.windows"), ["day", "week", "month"].map((one) => [one, t(`dev.window.${one}`)]));
    const bound = (one) => textEntry(one, t(`dev.bound.${one}`), { check: wholeNumber, inputmode: "numeric", maxlength: 17 });
    const [low, high, hold, pace] = bounds.map(bound);
    low.check = (text) => wholeNumber(text) ?? (numberOf(text) > numberOf(high.get()) ? t("dev.lowAboveHigh") : null);
    pace.check = (text) => wholeNumber(text) ?? (numberOf(text) < 1 ? t("dev.badPace") : null);
    const entries = [name, order, operator, format, decimals, unit, windows, low, high, hold, pace];
    const turn = () => { decimals.root.hidden = format.get() !== "decimals"; };
    format.control.addEventListener("change", turn);
    const set = format.set;
    format.set = (text) => {
        set(text);
        turn();
    };
    turn();
    const layout = [
        name.root, el("div", { class: "pair" }, order.root, operator.root), isNew ? null : el("p", { class: "small", text: t("dev.orderNote") }),
        el("div", { class: "pair" }, format.root, decimals.root), unit.root, windows.root,
        el("fieldset", { class: "group" }, el("legend", { text: t("dev.bounds") }), el("p", { class: "small", text: t("dev.boundsNote") }),
            el("div", { class: "pair" }, low.root, high.root), el("div", { class: "pair" }, hold.root, pace.root)),
    ];
    const values = () => ({
        name: name.get(), order: order.get(), operator: operator.get(), format: format.get(),
        decimals: format.get() === "decimals" ? Number(decimals.get()) : undefined, unit: unit.get().trim() || undefined,
        windows: windows.get().split(",").filter(Boolean), low: numberOf(low.get()), high: numberOf(high.get()), holdAbove: numberOf(hold.get()),
        pace: numberOf(pace.get()),
    });
    return { entries, layout, values };
}

/** The texts of a board's entries. */
export function boardTexts(board) {
    const numbers = Object.fromEntries(bounds.map((one) => [one, board[one] === undefined ? "" : String(board[one])]));
    return {
        name: board.name, order: board.order, operator: board.operator, format: board.format, decimals: String(board.decimals ?? 2),
        unit: board.unit ?? "", windows: board.windows.join(","), ...numbers,
    };
}
