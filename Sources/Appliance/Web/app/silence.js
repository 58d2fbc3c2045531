// Whether the appliance is silent: it was asked a while ago, and nothing was heard of it since. A box that is off refuses nothing, so
// that what was asked of it fails only when patience ends; who looks is told long before.

/** For so long it may think without a word about that, in milliseconds. */
const grace = 2000;
const watchers = new Set();
let underWay = 0;
let timer = null;
let isSilent = false;

function turn(now) {
    clearTimeout(timer);
    timer = null;
    if (now === isSilent) return;
    isSilent = now;
    for (const changed of watchers) changed();
}

export const silence = {
    get isThere() { return isSilent; },
    /** `changed()` is called when it begins and when it is over. */
    watch(changed) { watchers.add(changed); },
    /** Something was asked. */
    asked() {
        underWay += 1;
        timer ??= setTimeout(() => turn(true), grace);
    },
    /** The appliance answered something. */
    heard() { turn(false); },
    /** A question is over, whatever became of it. */
    over() {
        underWay -= 1;
        clearTimeout(timer);
        timer = underWay > 0 && !isSilent ? setTimeout(() => turn(true), grace) : null;
    },
};
