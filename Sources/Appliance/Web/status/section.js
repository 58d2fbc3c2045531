// One part of the page: loads its bodies, draws them, and fails alone.

import { setHint, setText, show } from "./dom.js";
import { get, link, Refusal } from "./net.js";
import { clockText, serverNow } from "./time.js";
import { t } from "./words.js";

/** A part of the page with its own error note; `draw(bodies, trusted)` may throw, the others go on. */
export class Section {
    #bodies = null;
    #at = null;
    #refused = false;
    /** The doubts when that was asked for which was answered last. */
    #heard = -1;
    #drawn = null;
    #loading = null;
    #again = false;

    /** `addresses` are fetched together; only the first is indispensable. */
    constructor(note, addresses, draw) {
        this.note = note;
        this.addresses = addresses;
        this.draw = draw;
    }

    /** The first body, or null before the first answer. */
    get body() {
        return this.#bodies?.[0] ?? null;
    }

    /** When the newest bodies came, by the appliance's clock, in milliseconds, or null. */
    get at() {
        return this.#at;
    }

    /** Whether the page was left since that was asked for which is drawn: what is true now is on its way. */
    get isDoubted() {
        return this.#heard !== link.doubts;
    }

    /** Whether what is drawn may look fresh. */
    get trusted() {
        return link.state === "live" && !this.isDoubted && !this.#refused && this.#bodies !== null;
    }

    /** Fetches and draws; a call during another one leads to exactly one more. */
    load() {
        if (this.#loading) {
            this.#again = true;
            return this.#loading;
        }
        this.#loading = this.#fetch().finally(() => {
            this.#loading = null;
            if (!this.#again) return;
            this.#again = false;
            this.load();
        });
        return this.#loading;
    }

    async #fetch() {
        const { doubts } = link;
        try {
            const asked = this.addresses.map((address) => get(address));
            const [first, ...others] = await Promise.allSettled(asked);
            if (first.status === "rejected") throw first.reason;
            [this.#refused, this.#heard] = [false, doubts];
            this.#at = serverNow();
            const answers = [first, ...others].map((answer) => answer.value?.body ?? null);
            const same = this.#bodies && answers.every((body, place) => body === this.#bodies[place]);
            this.#bodies = answers;
            this.redraw(same);
        } catch (problem) {
            if (problem instanceof Refusal || link.state === "live") [this.#refused, this.#heard] = [true, doubts];
            this.#say(problem);
            this.redraw(false);
        }
    }

    /** Draws again, unless nothing has changed since. */
    redraw(same) {
        const trusted = this.trusted;
        if (!this.#bodies || (same && trusted === this.#drawn)) return;
        try {
            this.draw(this.#bodies, trusted);
            this.#drawn = trusted;
            if (trusted) show(this.note, false);
        } catch (problem) {
            this.#drawn = null;
            this.complain(t("part.failed"), problem.message);
        }
    }

    /** Shows a problem of this part; `hint` is what only who mends it reads. */
    complain(words, hint = "") {
        setText(this.note, words);
        setHint(this.note, hint);
        show(this.note, true);
    }

    #say(problem) {
        if (link.state !== "live") return;
        const asOf = this.#at === null ? "" : t("part.asOf", { time: clockText(this.#at) });
        this.complain(t("part.old", { why: problem.message, asOf }));
    }
}
