// The rows of a board that are at hand: a page around me or the first one, and those before and behind it that were asked for.

import { list } from "/assets/dom.js";
import { exchange } from "/app/ask.js";
import { wholeScore } from "/app/scores.js";

/** Rows of a page. */
const around = 31;
const page = 50;
/** Pages that are asked for again with the first one, on either side; what is further is scrolled to anew. */
const mostPages = 6;

/**
 * One order of one board; `question` is `{ game, board, window, period, scope }`, `left` is how it was left before the app was closed
 * (`kept`), or null.
 */
export class BoardList {
    /** Whether the page is the one around me, or the first one. */
    isAroundMe = true;
    isLoading = false;
    error = null;
    #before = [];
    #after = [];
    #of = null;
    /** How often it began anew: what was asked for before that has no place any more. */
    #begun = 0;

    /** How many pages before and behind the first one are still to be asked for, because the order was left with them; or null. */
    #left = null;

    constructor(play, question, changed, left = null) {
        Object.assign(this, { play, question, changed });
        if (left) [this.isAroundMe, this.#left] = [left.isAroundMe !== false, [Number(left.before) || 0, Number(left.after) || 0]];
        const { game, board, window, period, scope } = question;
        this.address = `/v1/games/${encodeURIComponent(game)}/boards/${encodeURIComponent(board)}`;
        this.asked = new URLSearchParams({ window, ...(period ? { period } : {}) });
        const isFriends = scope === "friends";
        // Friends come all at once, first to last, and in no pages.
        this.mine = play.source(`${this.address}/me?${isFriends ? "scope=friends" : `limit=${around}`}&${this.asked}`);
        this.top = isFriends ? this.mine : play.source(`${this.address}?limit=${page}&${this.asked}`);
    }

    /** Which rows are at hand, to be asked for again when the app is opened the next time; null: those that are there at first. */
    get kept() {
        const [before, after] = this.#left ?? [this.#before.length, this.#after.length];
        return this.isAroundMe && before + after === 0 ? null : { isAroundMe: this.isAroundMe, before, after };
    }

    /** Whether rows are still missing that were at hand when it was left. */
    get isComingBack() {
        return this.#left !== null && this.base.error === null && this.error === null;
    }

    get base() {
        return this.isAroundMe ? this.mine : this.top;
    }

    get body() {
        return this.base.body ?? null;
    }

    /** Who asks, on this board, or null. */
    get own() {
        return this.mine.body?.own ?? null;
    }

    get total() {
        return Number((this.base.body ?? this.mine.body)?.total ?? 0);
    }

    /** In their order, each player once. */
    get rows() {
        const seen = new Set();
        const bodies = this.#of === this.body ? [...this.#before, this.body, ...this.#after] : [this.body];
        return bodies.flatMap((one) => list(one?.rows)).filter((row) => row.player?.code && !seen.has(row.player.code) && seen.add(row.player.code))
            .sort((left, right) => left.position - right.position);
    }

    get hasBefore() {
        return this.#cursor("previous") !== null;
    }

    get hasAfter() {
        return this.#cursor("next") !== null;
    }

    /** How far it is to the place before mine: `{ place, row }`, or null where that is not at hand. */
    get ahead() {
        const { own } = this;
        if (!own || own.position < 2) return null;
        const row = [...list(this.mine.body?.rows), ...this.rows].find((one) => one.position === own.position - 1);
        return row ? { place: row.position, row, isLevel: wholeScore(row) === wholeScore(own) } : null;
    }

    #cursor(side) {
        if (this.#of !== this.body) return this.body?.[side] ?? null;
        const last = side === "next" ? this.#after.at(-1) : this.#before[0];
        return (last ?? this.body)?.[side] ?? null;
    }

    /** Asks again for all that is shown. */
    async load(isWanted = true) {
        await Promise.all([this.base.load(isWanted), this.isAroundMe ? null : this.mine.load(isWanted)]);
        const { body } = this;
        if (body === null || (this.#of === body && !this.#left)) return;
        const [before, after] = (this.#left ?? [this.#before.length, this.#after.length]).map((count) => Math.min(mostPages, count));
        if (before + after === 0) return this.#reset();
        const found = { before: [], after: [] };
        const begun = this.#begun;
        try {
            for (let turn = 0, last = body; turn < before && last.previous; turn += 1) found.before.unshift(last = await this.#page(last.previous));
            for (let turn = 0, last = body; turn < after && last.next; turn += 1) found.after.push(last = await this.#page(last.next));
        } catch (problem) {
            if (begun !== this.#begun) return undefined;
            // One that went stale: the first one is there, and the others are scrolled to again. Else they are asked for once more.
            if (problem.status !== 400 && problem.status !== 410) return this.#wait(body, found, [before, after], problem);
        }
        if (begun !== this.#begun) return undefined;
        this.error = null;
        if (body === this.body) [this.#before, this.#after, this.#of, this.#left] = [found.before, found.after, body, null];
        this.changed();
        return undefined;
    }

    /** Rows that could not be asked for are wanted still, at the next look; what came stays. */
    #wait(body, found, left, problem) {
        if (body === this.body) [this.#before, this.#after, this.#of] = [found.before, found.after, body];
        [this.#left, this.error] = [left, problem];
        this.changed();
    }

    /** From now on as it begins: with me in the middle, and no rows but those around me. */
    begin() {
        this.#begun += 1;
        [this.isAroundMe, this.error] = [true, null];
        [this.#before, this.#after, this.#of, this.#left] = [[], [], this.body, null];
    }

    #reset() {
        this.error = null;
        [this.#before, this.#after, this.#of, this.#left] = [[], [], this.body, null];
        this.changed();
    }

    async #page(cursor) {
        const asked = new URLSearchParams(this.asked);
        asked.set("cursor", cursor);
        return (await exchange(`${this.address}?limit=${page}&${asked}`, null)).body;
    }

    /** One page more before (`previous`) or behind (`next`) what is shown. */
    async more(side) {
        if (this.isComingBack) return;
        if (this.#of !== this.body) this.#reset();
        const cursor = this.#cursor(side);
        if (this.isLoading || cursor === null) return;
        this.isLoading = true;
        const [of, begun] = [this.#of, this.#begun];
        try {
            const found = await this.#page(cursor);
            if (begun === this.#begun) {
                if (of === this.#of && of === this.body) {
                    if (side === "next") this.#after.push(found);
                    else this.#before.unshift(found);
                }
                [this.#left, this.error] = [null, null];
            }
        } catch (problem) {
            if (begun === this.#begun) {
                // The window is over, or the cursor is of another time: begin again.
                if (problem.status === 410 || problem.status === 400) {
                    this.#reset();
                    await this.base.load();
                }
                this.error = problem;
            }
        }
        this.isLoading = false;
        this.changed();
    }

    /** From now on the first page, or the one around me. */
    async turn(isAroundMe) {
        if (this.isAroundMe !== isAroundMe) {
            this.isAroundMe = isAroundMe;
            this.#reset();
        }
        await this.load();
    }
}
