// The boards of a game: the list, another one, and one of them as it is.

import { el } from "./dom.js";
import { t } from "./words.js";
import { boardEntries, boardTexts } from "./boardentries.js";
import { checkedForm, versionedForm } from "./checkedform.js";
import { mark, pathName, secondly, textEntry } from "./entries.js";
import { gameHash, gamePath, ownGame } from "./gamecalls.js";
import { laterPanel } from "./laterpanel.js";
import { seasonPanel } from "./seasonpanel.js";
import { ask } from "./session.js";
import { panel } from "./siteforms.js";

/** All boards of a game. */
export function boardsPanel(app, slug) {
    return laterPanel(t("dev.boards"), async () => {
        const { boards } = await ownGame(slug);
        const add = el("a", { class: "strong", href: gameHash(slug, "new-board"), text: t("dev.addBoard") });
        const rows = boards.map((board) => row(slug, board));
        return [rows.length ? el("ul", { class: "sessions" }, ...rows) : el("p", { class: "small", text: t("dev.noBoards") }),
            el("div", { class: "actions" }, add)];
    });
}

function row(slug, board) {
    const facts = [
        t(`dev.order.${board.order}`), t(`dev.operator.${board.operator}`), ...board.windows.map((one) => t(`dev.window.${one}`)),
        board.season ? t("dev.season", { number: board.season.number }) : null,
    ];
    const name = el("a", { href: gameHash(slug, "boards", board.board) }, el("strong", {}, el("bdi", { text: board.name })));
    const signs = el("p", { class: "small" }, el("bdi", { translate: "no", text: board.board }), ` · ${facts.filter(Boolean).join(" · ")}`);
    return el("li", {}, el("div", {}, name, signs));
}

/** A board that is not there yet. */
export function newBoardPanel(app, slug) {
    const board = textEntry("board", t("dev.slug"), { note: t("dev.boardSlugNote"), check: pathName, maxlength: 32, autocapitalize: "none" });
    const { entries, layout, values } = boardEntries(true);
    const [all, shown] = [secondly(entries, board), secondly(layout, board.root)];
    const form = checkedForm(t("dev.addBoard"), all, shown, async () => {
        try {
            await ask("PUT", gamePath(slug, "boards", board.get()), { version: 0, ...values() });
        } catch (problem) {
            if (problem.code === "arena-full") throw new Error(t("dev.boardsFull"));
            if (problem.status !== 409) throw problem;
            mark(board, t("dev.haveBoard"));
            board.control.focus();
            return;
        }
        app.go(gameHash(slug, "boards"), t("dev.boardAdded"));
    });
    return panel(t("dev.addBoard"), form);
}

/** A board as it is, and its season. */
export function boardPanel(app, slug, name) {
    const find = async () => {
        const board = (await ownGame(slug)).boards.find((one) => one.board === name);
        if (!board) throw new Error(t("dev.noBoard"));
        return board;
    };
    const rules = laterPanel(t("dev.board", { name }), async (again) => {
        const board = await find();
        const { entries, layout, values } = boardEntries(false);
        const form = versionedForm({
            label: t("dev.save"), entries, parts: layout, thing: board, textsOf: boardTexts, conflict: t("dev.boardConflict"),
            async send(version) {
                await ask("PUT", gamePath(slug, "boards", name), { version, ...values() });
                await again(t("dev.saved"));
            },
        });
        const view = el("a", { href: `/games/${encodeURIComponent(slug)}?board=${encodeURIComponent(name)}`, text: t("dev.toBoard") });
        return [form, el("p", { class: "actions" }, view, el("a", { href: gameHash(slug, "boards"), text: t("dev.allBoards") }))];
    });
    return el("div", { class: "office-part" }, rules, seasonPanel(slug, name, find));
}
