// A game that plays without end on a storage of files, until it is killed; or, with `drain`, until nothing waits any more.
//
// node player.mjs BOX FOLDER play|drain SEED

import fs from "node:fs";
import path from "node:path";

const { connect } = await import(process.env.WATCHPOST_SDK);
const [box, folder, mode, seed] = process.argv.slice(2);
const [items, done] = ["items", "done"].map((name) => path.join(folder, name));
for (const one of [items, done]) fs.mkdirSync(one, { recursive: true });

/** What `localStorage` is: each item a file, which is there as a whole or not at all. What is crossed out stays to be looked at. */
const storage = {
    get length() { return fs.readdirSync(items).length; },
    key(place) { return decodeURIComponent(fs.readdirSync(items)[place] ?? "") || null; },
    getItem(name) {
        try {
            return fs.readFileSync(path.join(items, encodeURIComponent(name)), "utf8");
        } catch {
            return null;
        }
    },
    setItem(name, text) {
        const draft = path.join(folder, "draft");
        fs.writeFileSync(draft, text);
        fs.renameSync(draft, path.join(items, encodeURIComponent(name)));
    },
    removeItem(name) {
        const file = encodeURIComponent(name);
        if (fs.existsSync(path.join(items, file))) fs.renameSync(path.join(items, file), path.join(done, file));
    },
};

let state = Number(seed);
/** The next number of 0 up to 1 from the seed: mulberry32, a published generator of 32 bits. */
function random() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const arena = connect({ url: box, game: "snake", storage, name: "Robot" });
const pause = (wait) => new Promise((resolve) => { setTimeout(resolve, wait); });
console.log("playing");
while (mode === "play") {
    // Past 500 that wait the oldest goes: while a slow box starts there would be more.
    if (arena.waiting < 300) arena.submit("sum", 1 + Math.floor(random() * 1e9));
    arena.queue.wake();
    await pause(random() * 10);
}
while (arena.waiting > 0) {
    arena.queue.wake();
    await pause(50);
}
console.log((await arena.board("sum", { around: true })).own.score);
arena.close();
