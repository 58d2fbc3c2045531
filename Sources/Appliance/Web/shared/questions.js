// Several questions about one thing may be under way at once, and their answers come in any order: an older one takes nothing back.
// Deeds keep their order, too.

/** The questions about one thing: which answers still count. */
export class Questions {
    #asked = 0;
    /** The oldest question whose answer counts. */
    #oldest = 0;
    #newest = null;

    /**
     * Gives what `question()` comes to to `take`, unless a later question was answered before; what was asked before a deed is asked
     * once more. Whoever was overtaken waits for the newest question, and throws what that one throws.
     */
    ask(question, take) {
        this.#asked += 1;
        this.#newest = this.#settle(this.#asked, question, take);
        return this.#newest;
    }

    /** Something was done, and confirmed: whatever was asked before may be answered without it. */
    outdate() {
        this.#oldest = this.#asked + 1;
    }

    async #settle(mine, question, take) {
        const isOld = () => mine < this.#oldest;
        let found;
        try {
            found = await question();
        } catch (problem) {
            // That nobody answered then says nothing of now.
            if (!isOld()) throw problem;
        }
        if (isOld()) return mine === this.#asked ? this.ask(question, take) : this.#newest;
        this.#oldest = mine;
        return take(found);
    }
}

/**
 * Answers what does one deed after the other, so that what was wanted last is what stays. A deed begins once the one before is
 * answered; who closes the app before that has not done it.
 */
export function oneByOne() {
    let last = Promise.resolve();
    return (deed) => {
        const done = last.then(deed);
        last = done.catch(() => {});
        return done;
    };
}
