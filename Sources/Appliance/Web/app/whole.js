// A document that is always sent whole: one request in flight, the newest next, never over a newer one.

import { Questions } from "/assets/questions.js";
import { t } from "/assets/words.js";
import { personal, Refusal, sentence } from "/app/ask.js";

/** Times between two attempts to reach the appliance, in milliseconds. */
const firstWait = 1000;
const longestWait = 30_000;
/** Somebody else cannot be changing the list this often in a row: give up and say so. */
const mostConflicts = 5;

/** `changed()` is called after each change; `say(words)` tells what is wrong, null when it is over. */
export class Whole {
    /** As the appliance has it; null before it was fetched. */
    stored = null;
    /** Changes that the appliance has not confirmed yet; each one leads from a document to the next. */
    #edits = [];
    #sending = false;
    #timer = null;
    #wait = firstWait;
    #conflicts = 0;
    #questions = new Questions();

    constructor(path, { changed, say }) {
        this.path = path;
        this.changed = changed;
        this.say = say;
    }

    /** The document with every change, or null. */
    get value() {
        return this.stored && this.#edits.reduce((document, edit) => edit(document), this.stored);
    }

    /** Whether the appliance knows everything. */
    get settled() {
        return this.#edits.length === 0;
    }

    async load() {
        await this.#questions.ask(() => personal("GET", this.path), (stored) => { this.stored = stored; });
        this.changed();
        this.#send();
    }

    /** `edit` must say what is wanted, not "the other way round": a newer document gets it again. */
    change(edit) {
        if (!this.stored) return;
        this.#edits.push(edit);
        this.changed();
        this.#send();
    }

    /** Tries now instead of later: the phone is online again. */
    hurry() {
        if (this.#timer) this.#send();
    }

    async #send() {
        if (this.#sending || this.settled || !this.stored) return;
        clearTimeout(this.#timer);
        this.#timer = null;
        this.#sending = true;
        const count = this.#edits.length;
        try {
            this.stored = await personal("PUT", this.path, this.value);
            this.#edits.splice(0, count);
            this.#questions.outdate();
            if (this.#conflicts === 0) this.say(null);
            [this.#wait, this.#conflicts] = [firstWait, 0];
        } catch (problem) {
            this.#failed(problem, count);
        }
        this.#sending = false;
        this.changed();
        if (!this.#timer) this.#send();
    }

    #failed(problem, count) {
        const current = problem.status === 409 ? problem.problem?.current : null;
        if (current && this.#conflicts < mostConflicts) {
            this.stored = current;
            this.#questions.outdate();
            this.#conflicts += 1;
            this.say(t("list.elsewhere"));
            return;
        }
        const passing = !(problem instanceof Refusal) || [408, 425, 429].includes(problem.status) || problem.status >= 500;
        if (passing) {
            this.say(t("list.notYet", { why: problem.message }));
            this.#timer = setTimeout(() => this.#send(), problem.wait ?? this.#wait);
            this.#wait = Math.min(2 * this.#wait, longestWait);
            return;
        }
        this.#edits.splice(0, count);
        this.#conflicts = 0;
        this.say(t("list.refused", { why: sentence(problem.message) }));
    }
}
