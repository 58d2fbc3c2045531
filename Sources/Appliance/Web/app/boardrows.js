// The rows of a board as one scrolls them: me in the middle at first, more at both ends, and my own row in reach when it is out of sight.

import { el, keyed, list, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { makeBoardRow } from "/app/boardrow.js";
import { makeMeBar } from "/app/mebar.js";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");
/** So much of the screen lies under the header and the tabs, in points. */
const margins = { top: 60, bottom: 80 };
/** A way that is seen to be gone, in points. */
const near = 2400;
/** Scrolled further than this the way to the top is offered, in points. */
const far = 260;

/** The list with what lies over it. */
export class BoardRows {
    #app;
    #order = null;
    #play = null;
    #rules = null;
    #views = new Map();
    /** Whether I am still to be put into the middle. */
    #isToCentre = false;
    /** Whether other rows are coming, so that no further ones are asked for meanwhile. */
    #isQuiet = false;
    #isInSight = false;
    /** My row, which is watched. */
    #seen = null;
    #sight;
    #ends;
    #drawBar = () => this.#float();

    constructor(app) {
        this.#app = app;
        this.rows = el("ol", { class: "board-rows", "aria-label": t("board.order") });
        this.buttons = ["previous", "next"].map((side) => moreButton(side, () => this.#order?.more(side)));
        this.bar = makeMeBar(() => this.#toMe(), () => this.#toTop());
        this.root = el("div", { class: "board-list", hidden: true }, this.buttons[0], el("div", { class: "play-card board-card" }, this.rows),
            this.buttons[1], this.bar.root);
        this.#sight = new IntersectionObserver((entries) => {
            this.#isInSight = entries.at(-1).isIntersecting;
            this.#float();
        }, { rootMargin: `-${margins.top}px 0px -${margins.bottom}px 0px` });
        this.#ends = new IntersectionObserver((entries) => {
            if (this.#isToCentre || this.#isQuiet) return;
            for (const one of entries) if (one.isIntersecting && !one.target.hidden) one.target.click();
        }, { rootMargin: "300px 0px" });
        addEventListener("scroll", this.#drawBar, { passive: true, capture: true });
        this.#watchEnds();
    }

    /** Another order from now on; one that is come back to stays as it was scrolled. */
    begin(order, play, isReturn) {
        [this.#order, this.#play] = [order, play];
        this.#views = new Map();
        this.rows.replaceChildren();
        this.#isToCentre = !isReturn;
        this.#seen = null;
    }

    /** Draws what is new; `rules` are the board's. */
    draw(rules) {
        this.#rules = rules;
        const shown = this.#order.rows;
        show(this.root, shown.length > 0);
        if (shown.length === 0) return;
        const anchor = [...this.rows.children].find((one) => one.getBoundingClientRect().bottom > margins.top) ?? null;
        const top = anchor?.getBoundingClientRect().top;
        keyed(this.rows, this.#views, shown.map((row) => ({ row, rules, isMe: this.#isMe(row),
            isFriend: row.isFriend ?? this.#play.isFriend(row.player.code), change: this.#changeOf(row) })), (one) => one.row.player.code, makeBoardRow);
        show(this.buttons[0], this.#order.hasBefore);
        show(this.buttons[1], this.#order.hasAfter);
        // What came above must not push away what is looked at.
        if (anchor?.isConnected && !this.#isToCentre && !this.#isQuiet) this.#scroller.scrollTop += anchor.getBoundingClientRect().top - top;
        this.#watchMe();
        this.#float();
        if (this.#isToCentre) this.#centre();
    }

    hide() {
        show(this.root, false);
    }

    leave() {
        this.#sight.disconnect();
        this.#ends.disconnect();
        removeEventListener("scroll", this.#drawBar, { capture: true });
    }

    #isMe(row) {
        return row.isMe ?? row.player.code === (this.#order.own?.player?.code ?? this.#play.code);
    }

    /** By how many places I am better than on Monday, which is known of all time; of others where the appliance says it. */
    #changeOf(row) {
        if (typeof row.change === "number") return row.change;
        const { game, board, window, period, scope } = this.#order.question;
        if (!this.#isMe(row) || window !== "all" || period || scope === "friends") return null;
        const boards = list(list(this.#play.mine.body?.games).find((one) => one.game === game)?.boards);
        return list(boards.find((one) => one.board === board)?.standings).find((one) => one.window === "all")?.change ?? null;
    }

    get #scroller() {
        return (this.#app.isWide.matches ? this.root.closest(".detail-pane") : null) ?? document.scrollingElement;
    }

    get #myRow() {
        return this.rows.querySelector(".board-row.me");
    }

    #watchMe() {
        const mine = this.#myRow;
        if (mine === this.#seen) return;
        this.#sight.disconnect();
        this.#seen = mine;
        if (mine) this.#sight.observe(mine);
        else this.#isInSight = false;
    }

    /** What is in reach at this moment counts as well. */
    #watchEnds() {
        for (const one of this.buttons) {
            this.#ends.unobserve(one);
            this.#ends.observe(one);
        }
    }

    /** After the page stands: whoever shows it may scroll it to its top first. */
    #centre() {
        requestAnimationFrame(() => {
            if (!this.#isToCentre || !this.root.isConnected) return;
            const mine = this.#myRow;
            if (mine && this.#order.own?.position > 3) this.#bringIntoView(mine, "auto");
            requestAnimationFrame(() => {
                this.#isToCentre = false;
                this.#watchEnds();
            });
        });
    }

    /** A row in the middle of what scrolls it, and of that alone. */
    #bringIntoView(row, behavior) {
        const scroller = this.#scroller;
        const isPage = scroller === document.scrollingElement;
        const [box, height] = [row.getBoundingClientRect(), isPage ? innerHeight : scroller.clientHeight];
        const top = box.top - (isPage ? 0 : scroller.getBoundingClientRect().top);
        scroller.scrollTo({ top: scroller.scrollTop + top - (height - box.height) / 2, behavior });
    }

    async #toMe() {
        if (!this.#myRow) {
            // Other rows stand there then: they come with me in the middle, as at first.
            this.#isToCentre = true;
            await this.#order.turn(true);
            this.#app.changed();
            this.#myRow?.querySelector("a").focus({ preventScroll: true });
            return;
        }
        this.#myRow.querySelector("a").focus({ preventScroll: true });
        const distance = Math.abs(this.#myRow.getBoundingClientRect().top);
        this.#bringIntoView(this.#myRow, this.#behavior(distance));
    }

    async #toTop() {
        if (this.#order.rows[0]?.position > 1) {
            this.#isQuiet = true;
            await this.#order.turn(false);
            this.#scroller.scrollTop = 0;
            this.#app.changed();
            this.#isQuiet = false;
        }
        this.rows.querySelector("a")?.focus({ preventScroll: true });
        this.#scroller.scrollTo({ top: 0, behavior: this.#behavior(this.#scroller.scrollTop) });
    }

    /** What is near glides; a long way, or for who wants no motion, is a step. */
    #behavior(distance) {
        return isStill.matches || distance > near ? "auto" : "smooth";
    }

    #float() {
        const order = this.#order;
        if (!order) return;
        const isFar = order.rows[0]?.position > 1 || this.#scroller.scrollTop > far;
        const isAbove = this.#seen ? this.#seen.getBoundingClientRect().top < margins.top
            : (order.rows[0]?.position ?? 0) > (order.own?.position ?? 0);
        this.bar.draw({ own: order.own, rules: this.#rules, ahead: order.ahead, isInSight: this.#isInSight, isFar, isAbove,
            change: order.own ? this.#changeOf(order.own) : null });
    }
}

function moreButton(side, act) {
    const button = el("button", { type: "button", class: "quiet more-button", text: t(`board.more.${side}`), hidden: true });
    button.addEventListener("click", act);
    return button;
}
