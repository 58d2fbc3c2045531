// The queue against a model: games are killed between any two writes and while they wait for an answer, the box answers as boxes on bad days
// do, and in the end each result that was written down is on the board, once.
//
// node queue.model.mjs SEED KILLS

import assert from "node:assert/strict";

import { Box, Clock, Locks, play, seeded, settle, Shelf } from "./world.mjs";

const [seed, kills] = process.argv.slice(2).map(Number);
const random = seeded(seed);
const below = (count) => Math.floor(random() * count);

const weathers = ["good", "good", "good", "seconds", "date", "error", "page", "lost", "unheard", "cut", "closed"];

/** A box on bad days: says no in all ways, and is gone before or after it has written. */
class BadBox extends Box {
    isWell = false;
    closed = null;

    async fetch(url, asked) {
        if (this.requests.length > 1000 + 10 * kills) {
            console.error("AssertionError: it asks without end");
            process.exit(1);
        }
        const weather = this.isWell ? "good" : weathers[below(weathers.length)];
        switch (weather) {
        case "seconds": return this.hold(1 + below(90), (wait) => String(wait));
        case "date": return this.hold(1 + below(90), (wait) => new Date(this.now + wait * 1000).toUTCString());
        case "error": return new Response("<h1>Bad gateway</h1>", { status: 502 });
        case "page": return new Response("<h1>Welcome to our hotel</h1>", { status: 200 });
        case "lost": throw new TypeError("network");
        case "closed": this.closed = this.boards[below(2)]; break;
        default: this.closed = null;
        }
        const said = await super.fetch(url, asked);
        if (weather === "unheard") throw new TypeError("network");
        if (weather === "cut") return new Response((await said.text()).slice(0, 20), { status: said.status, headers: said.headers });
        return said;
    }

    hold(wait, text) {
        const field = text(wait);
        return this.problem(random() < 0.5 ? 429 : 503, "busy", { "Retry-After": field });
    }

    one(install, entry) {
        return entry.board === this.closed ? { status: 503, detail: "later", code: "board-closed" } : super.one(install, entry);
    }
}

/** What a page sees of a storage until it is killed: at a write, before or after that. */
class Life {
    isOver = false;
    /** Until when the box wants to be left alone, as this page knows. */
    told = Math.max(0, ...[...shelf.items].filter(([name]) => name.endsWith(":until")).map(([, until]) => Number(until)));

    constructor(shelf, written, writes) {
        Object.assign(this, { shelf, written, writes, isBefore: random() < 0.5 });
    }

    get length() { return this.shelf.length; }
    key(place) { return this.shelf.key(place); }
    getItem(name) { return this.shelf.getItem(name); }
    setItem(name, text) { this.write(() => this.shelf.setItem(name, text), name, text); }
    removeItem(name) { this.write(() => this.shelf.removeItem(name)); }

    write(work, name = "", text = "") {
        if (this.isOver) throw new Error("dead");
        this.writes -= 1;
        if (this.writes < 0) this.isOver = true;
        if (this.writes >= 0 || !this.isBefore) {
            work();
            if (name.includes(":result:")) this.written.add(JSON.parse(text).score);
            if (name.endsWith(":until") && Number(text) < this.told) box.complaints.push(`waits ${this.told - text} ms too short`);
        }
        if (this.isOver) throw new Error("killed");
    }
}

const clock = new Clock();
const shelf = new Shelf();
const shared = new Locks();
const written = new Set();
const box = new BadBox(clock, (below(7200) - 3600) * 1000);
const heard = { sent: 0, refused: 0, dropped: 0 };
let pages = [];
let killed = 0;
let score = 0;

function open() {
    const life = new Life(shelf, written, below(14));
    // The dead hear nothing any more and say nothing.
    const fetch = async (...asked) => {
        if (life.isOver) return new Promise(() => {});
        if (clock.now < life.told) box.complaints.push("asked too early");
        // An answer takes its time: pages are closed meanwhile, and results come.
        await new Promise((resolve) => { clock.setTimeout(resolve, below(3000)); });
        if (life.isOver) return new Promise(() => {});
        const said = await box.fetch(...asked).catch((problem) => problem);
        await new Promise((resolve) => { clock.setTimeout(resolve, below(3000)); });
        if (life.isOver) return new Promise(() => {});
        if (said instanceof Error) throw said;
        const field = said.headers.get("Retry-After");
        if (field) life.told = /^\d+$/.test(field) ? clock.now + field * 1000 : Date.parse(field) - box.skew;
        return said;
    };
    // Pages on plain http have none.
    const locks = random() < 0.5 ? shared : null;
    const game = play(box, clock, life, { surroundings: { fetch, random, locks } });
    for (const kind of Object.keys(heard)) game.addEventListener(kind, () => { if (!life.isOver) heard[kind] += 1; });
    pages.push({ game, life });
}

async function step() {
    const { game } = pages[below(pages.length)];
    const act = below(12);
    // The bound of the queue has a test of its own.
    if (act < 4 && shelf.length < 300) {
        score += 1;
        game.submit(["level-1", "level-2"][below(2)], score, random() < 0.3 ? { extra: "ż".repeat(below(128)) } : {});
    } else if (act < 11) await clock.next();
    else if (random() < 0.3) pages[below(pages.length)].life.isOver = true;
    else if (random() < 0.05) await clock.turn(below(48) * 3_600_000);
    await settle();
}

while (killed < kills) {
    if (pages.length === 0 || (pages.length === 1 && random() < 0.05)) open();
    await step();
    for (const { game, life } of pages.filter((page) => page.life.isOver)) {
        life.isOver = true;
        killed += 1;
        game.close();
    }
    pages = pages.filter((page) => !page.life.isOver);
}
// A good day: whatever waits arrives.
box.isWell = true;
for (const { game } of pages) game.close();
const last = play(box, clock, shelf);
for (let turns = 0; last.waiting > 0 && turns < 1000; turns += 1) if (!await clock.next()) break;
await settle();

const board = [...box.results.values()].map((one) => one.score).sort((one, other) => one - other);
const model = [...written].map(Number).sort((one, other) => one - other);
console.log(JSON.stringify({ seed, killed, results: model.length, requests: box.requests.length, players: box.installs.size, ...heard }));
assert.deepEqual(board, model, "the board is the model");
assert.deepEqual(box.complaints, []);
assert.deepEqual(shelf.waiting, []);
assert.equal(box.installs.size, 1, "it was one player all the time");
assert.equal(heard.refused + heard.dropped, 0);
