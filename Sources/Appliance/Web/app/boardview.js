// A board: its order with me in the middle, windows as filters, everyone or friends, and what is over.

import { el, list, setText, show } from "/assets/dom.js";
import { instant, clockText } from "/assets/time.js";
import { t } from "/assets/words.js";
import { makeBoardBar, windowsOf } from "/app/boardbar.js";
import { BoardList } from "/app/boardlist.js";
import { BoardRows } from "/app/boardrows.js";
import { gameSign } from "/app/figure.js";
import { makeErrorPage, makeGhosts } from "/app/groups.js";
import { playOf } from "/app/play.js";
import { isMissing, trustOf } from "/app/playask.js";

/** Orders that were looked at: who comes back finds them as far as they were scrolled. */
const lists = new Map();
const mostLists = 12;

/** `game` and `board` are names in paths; null: the board that was looked at last, else the first. */
export function makeBoardView(app, game, board) {
    return new BoardView(app, game, board);
}

class BoardView {
    #play;
    /** The board that the address names, and the one that is shown. */
    #named;
    #board;
    /** `{ window, scope, period }`, once it is known which there are. */
    #chosen = null;
    #order = null;
    #bar = makeBoardBar((change) => this.#choose(change));
    #ghosts = makeGhosts();
    #errorPage = makeErrorPage(() => this.refresh());
    #sign;
    #icon = null;
    #title = el("h1", { class: "page-name" });
    #facts = el("p", { class: "player-note" });
    #note = el("p", { class: "list-note board-note", role: "status", hidden: true });

    constructor(app, game, board) {
        Object.assign(this, { app, game });
        this.#play = playOf(app);
        [this.#named, this.#board] = [board, board];
        this.rows = new BoardRows(app);
        this.#sign = gameSign(game);
        const head = el("header", { class: "board-head" }, this.#sign, el("div", { class: "player-text" }, this.#title, this.#facts));
        this.root = el("article", { class: "play-page board-view" }, head, this.#bar.root, this.#errorPage.root, this.#ghosts.root, this.#note,
            this.rows.root);
    }

    get #seasons() {
        const path = [this.game, "boards", this.#board ?? "", "seasons"].map(encodeURIComponent).join("/");
        return this.#board ? this.#play.source(`/v1/games/${path}`) : null;
    }

    get #rules() {
        return this.#play.board(this.game, this.#board);
    }

    /** Whether it is known that there is no such game or board. */
    get #isNothing() {
        const { games } = this.#play;
        return games.isKnown && (this.#play.game(this.game) === null || this.#board === null || (this.#named !== null && this.#rules === null));
    }

    get #isMissing() {
        return isMissing(this.#order?.base.error);
    }

    /** Whether the board is not there any more; a time that is not kept takes nothing of the board. */
    get isGone() {
        return this.#isNothing || (this.#isMissing && !this.#chosen?.period);
    }

    /** Which board and window, once it is known which there are. */
    #settle() {
        const { places } = this.app;
        const boards = list(this.#play.game(this.game)?.boards);
        this.#board ??= boards.find((one) => one.board === places.choice(`game:${this.game}`))?.board ?? boards[0]?.board ?? null;
        if (this.#board === null) return;
        this.#chosen ??= { window: "all", scope: "all", period: null, ...places.choice(`board:${this.game}/${this.#board}`) };
        if (this.#rules && !windowsOf(this.#rules).includes(this.#chosen.window)) this.#chosen.window = "all";
        const question = { game: this.game, board: this.#board, ...this.#chosen };
        const key = JSON.stringify(question);
        if (this.#order?.key === key) return;
        // Beside a list a page begins anew, and its place in it is not kept.
        const isReturn = this.app.isReturning && !this.app.isWide.matches && this.#order === null;
        this.#order = lists.get(key) ?? this.#makeOrder(question, key, isReturn);
        if (!isReturn) {
            this.#order.begin();
            if (places.rows(key)) places.setRows(key, null);
        }
        lists.delete(key);
        lists.set(key, this.#order);
        if (lists.size > mostLists) lists.delete(lists.keys().next().value);
        if (this.#named) places.setChoice(`game:${this.game}`, this.#board);
        this.rows.begin(this.#order, this.#play, isReturn);
    }

    /** How many rows are at hand is kept with the place in them, for the next time that it is opened at that place. */
    #makeOrder(question, key, isReturn) {
        const { places } = this.app;
        const made = new BoardList(this.#play, question, () => {
            if (JSON.stringify(made.kept) !== JSON.stringify(places.rows(key))) places.setRows(key, made.kept);
            this.app.changed();
        }, isReturn ? places.rows(key) : null);
        made.key = key;
        return made;
    }

    async #load(isWanted) {
        const { games, me, mine, friends } = this.#play;
        await Promise.all([games, me, mine, friends].map((one) => one.load(isWanted && !one.isKnown)));
        this.#settle();
        await Promise.all([this.#order?.load(isWanted), this.#seasons?.load(isWanted)]);
        this.app.changed();
    }

    #choose(change) {
        if (change.board) return this.app.go(`/app#games/${[this.game, change.board].map(encodeURIComponent).join("/")}`);
        this.#chosen = { ...this.#chosen, ...change };
        const { window, scope } = this.#chosen;
        this.app.places.setChoice(`board:${this.game}/${this.#board}`, { window, scope });
        this.#settle();
        this.app.changed();
        return this.#order.load();
    }

    update() {
        this.#settle();
        const { trust } = this;
        const isGone = this.#isNothing || this.#isMissing;
        setText(this.#title, this.#play.game(this.game)?.name ?? this.game);
        this.#drawSign(this.#play.icon(this.game));
        this.#errorPage.set(isGone ? { kind: "error", why: t(this.#chosen?.period ? "board.noPeriod" : "board.gone") } : trust);
        this.#ghosts.set(trust.kind === "loading" && !isGone);
        show(this.#bar.root, Boolean(this.#chosen) && this.#play.games.isKnown && !this.#isNothing);
        if (!this.#order || this.#isNothing) return this.rows.hide();
        this.#bar.draw({ game: this.#play.game(this.game), board: this.#rules ?? { board: this.#board, windows: [] }, ...this.#chosen,
            seasons: this.#seasons?.body });
        this.#drawFacts();
        return this.rows.draw(this.#rules);
    }

    /** Once for each icon: a picture that is made anew would flicker. */
    #drawSign(icon) {
        if (icon === this.#icon) return;
        this.#icon = icon;
        const sign = gameSign(this.game, icon);
        this.#sign.replaceWith(sign);
        this.#sign = sign;
    }

    #drawFacts() {
        const order = this.#order;
        setText(this.#facts, [t("board.players", { count: order.total }), this.#endText()].filter(Boolean).join(" · "));
        show(this.#facts, order.body !== null);
        const empty = order.body === null ? "" : order.total === 0 ? t("board.nobody") : order.own ? "" : t("board.notOn");
        setText(this.#note, order.error ? t("board.noMore", { why: order.error.message }) : empty);
        show(this.#note, this.#note.textContent !== "");
    }

    /** Until when the window runs, or that it is over. */
    #endText() {
        if (this.#chosen.period) return t("board.isOver");
        const running = list(this.#seasons?.body?.running).find((one) => one.window === this.#chosen.window);
        const until = instant(running?.until);
        return until === null ? "" : t("board.ends", { time: clockText(until) });
    }

    enter() {
        this.#play.setPage({ poll: () => this.#load(false) });
        this.#settle();
        this.#load(true);
    }

    leave() {
        this.#play.setPage(null);
        this.rows.leave();
    }

    refresh() {
        return this.#load(true);
    }

    get title() {
        return t("page.title", { tab: this.#play.game(this.game)?.name ?? this.game });
    }

    get trust() {
        return trustOf([this.#order?.base ?? this.#play.games]);
    }

    get isLoading() {
        return this.#order ? this.#order.base.isLoading || this.#order.isComingBack : this.#play.games.isLoading;
    }
}
