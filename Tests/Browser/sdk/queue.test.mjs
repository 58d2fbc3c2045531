// What the queue does with each answer of the box, and what it keeps.

import assert from "node:assert/strict";
import test from "node:test";

import { answer, Box, Clock, Locks, play, problem, settle, Shelf } from "./world.mjs";

function world(skew = 0) {
    const [clock, shelf] = [new Clock(), new Shelf()];
    const box = new Box(clock, skew);
    const heard = [];
    const game = (more) => {
        const made = play(box, clock, shelf, more);
        for (const kind of ["sent", "refused", "dropped", "waiting", "stopped"]) made.addEventListener(kind, ({ detail }) => heard.push([kind, detail]));
        return made;
    };
    const posts = () => box.requests.filter((one) => one.method === "POST");
    return { clock, shelf, box, heard, game, posts, kinds: () => heard.map(([kind]) => kind) };
}

/** Answers the posts to come with these, in their order, and then as usual. */
function next(box, ...answers) {
    const take = box.take.bind(box);
    box.take = (...asked) => (answers.length > 0 ? answers.shift()() : take(...asked));
}

test("a result is written down before submit returns, and its answer has the places", async () => {
    const { game, shelf, box } = world();
    const one = game({ name: "Ola" });
    const said = one.submit("level-1", 9250);
    assert.equal(shelf.waiting.length, 1);
    assert.deepEqual(await said, { board: "level-1", score: 9250, state: "counts", standings: [] });
    assert.equal(shelf.waiting.length, 0);
    assert.deepEqual([...box.installs.values()].map((install) => install.name), ["Ola"]);
    assert.equal((await one.register()).name, "Ola");
    assert.equal(box.requests.filter((request) => request.method === "PUT").length, 1, "once for each start");
});

test("without a connection the answer is null, and it goes when there is one again", async () => {
    const { game, box, clock, kinds } = world();
    const { fetch } = box;
    box.fetch = async () => { throw new TypeError("network"); };
    const one = game();
    assert.equal(await one.submit("level-1", 1), null);
    assert.equal(await one.submit("level-1", 2), null);
    assert.equal(one.waiting, 2);
    box.fetch = fetch;
    await clock.turn(60_000);
    assert.deepEqual([...box.results.values()].map((result) => result.score), [1, 2]);
    assert.deepEqual(kinds(), ["waiting", "sent", "sent"]);
});

test("pauses grow to five minutes, and a connection ends them", async () => {
    const { game, box, clock } = world();
    const { fetch } = box;
    const asked = [];
    box.fetch = async () => { asked.push(clock.now); throw new TypeError("network"); };
    const one = game();
    one.submit("level-1", 1);
    await clock.turn(3 * 3_600_000);
    const pauses = asked.slice(1).map((at, place) => at - asked[place]);
    assert.deepEqual(pauses.slice(0, 5), [1000, 2000, 4000, 8000, 16_000]);
    assert.equal(Math.max(...pauses), 300_000);
    box.fetch = fetch;
    globalThis.dispatchEvent?.(new Event("online"));
    one.queue.wake();
    await settle();
    assert.equal(box.results.size, 1);
});

for (const [name, field, wait] of [["seconds", () => "40", 40_000], ["a date", (now) => new Date(now + 40_000).toUTCString(), 40_000],
    ["a date that is past", (now) => new Date(now - 5000).toUTCString(), 0], ["nothing that can be read", () => "soon", 1000]]) {
    test(`Retry-After with ${name} is waited for, also by the next page`, async () => {
        const { game, box, clock, posts } = world(1_800_000);
        next(box, () => box.problem(429, "too-often", { "Retry-After": field(box.now) }));
        const one = game();
        assert.equal(await one.submit("level-1", 1), null);
        one.close();
        const asked = game();
        if (name.startsWith("n")) return;
        if (wait > 0) {
            await clock.turn(wait - 1000);
            assert.equal(posts().length, 1);
            assert.equal(await asked.submit("level-1", 2), null);
            asked.queue.wake();
            await settle();
            assert.equal(posts().length, 1, "also where the connection is new");
        }
        await clock.turn(3000);
        assert.equal(box.results.size, wait > 0 ? 2 : 1);
    });
}

test("whoever turns the clock back is not kept waiting for it", async () => {
    const { game, box, clock } = world();
    next(box, () => box.problem(503, "busy", { "Retry-After": "3600" }));
    game().submit("level-1", 1);
    await settle();
    clock.now -= 10 * 86_400_000;
    clock.timers = [];
    game();
    await settle();
    assert.equal(box.results.size, 1);
});

test("fifty go at once, oldest first, and no body is too large", async () => {
    const { game, box, clock, posts } = world();
    const { fetch } = box;
    box.fetch = async () => { throw new TypeError("network"); };
    const one = game();
    for (let score = 0; score < 120; score += 1) one.submit("level-1", score, score < 60 ? {} : { extra: "\u0001".repeat(256) });
    await settle();
    box.fetch = fetch;
    await clock.turn(10_000);
    assert.deepEqual([...box.results.values()].map((result) => result.score), Array.from({ length: 120 }, (_, score) => score));
    assert.equal(JSON.parse(posts()[0].body).results.length, 50);
    assert.ok(posts().length > 3 && posts().every((request) => new TextEncoder().encode(request.body).length <= 32_768));
    assert.deepEqual(box.complaints, []);
});

test("where five hundred wait, the oldest leaves for each new one, and it is told", async () => {
    const { game, box, heard, shelf } = world();
    box.fetch = async () => { throw new TypeError("network"); };
    const one = game();
    for (let score = 0; score < 510; score += 1) one.submit("level-1", score);
    await settle();
    assert.equal(shelf.waiting.length, 500);
    const dropped = heard.filter(([kind]) => kind === "dropped").map(([, detail]) => detail);
    assert.deepEqual(dropped.map((one) => [one.score, one.why]), Array.from({ length: 10 }, (_, score) => [String(score), "full"]));
});

test("what the box may have forgotten the key of leaves instead of counting twice", async () => {
    const { game, box, clock, heard } = world(-3_600_000);
    const take = box.take.bind(box);
    box.take = (...asked) => {
        take(...asked);
        throw new TypeError("network");
    };
    const one = game();
    one.submit("level-1", 1);
    await settle();
    one.close();
    box.take = take;
    // What the box says of its time has no parts of seconds.
    clock.now += 30 * 86_400_000 + 1000;
    clock.timers = [];
    await game().submit("level-1", 2);
    assert.deepEqual([...box.results.values()].map((result) => result.score), [1, 2]);
    assert.deepEqual(heard.filter(([kind]) => kind === "dropped").map(([, detail]) => [detail.score, detail.why]), [["1", "old"]]);
});

for (const [name, refused] of [["was never sent", async () => { throw new TypeError("network"); }],
    ["the box refused with all others", () => problem(403, "signature-key")]]) {
    test(`what ${name} is not too old after any time`, async () => {
        const { game, box, clock, kinds } = world();
        const { fetch } = box;
        if (name.startsWith("was")) box.fetch = refused;
        else next(box, refused);
        const one = game();
        one.submit("level-1", 1);
        await settle();
        one.close();
        clock.now += 400 * 86_400_000;
        clock.timers = [];
        box.fetch = fetch;
        await game().submit("level-1", 2);
        assert.deepEqual([...box.results.values()].map((result) => result.score), [1, 2]);
        assert.deepEqual(kinds(), ["waiting", "sent", "sent"]);
    });
}

for (const [name, wrong] of [["at the beginning of all clocks", 0], ["years ahead", Date.UTC(2099, 0)]]) {
    test(`a result that was played while the clock was ${name} counts, without its claim`, async () => {
        const { game, box, clock, heard, posts } = world();
        const right = clock.now;
        const { fetch } = box;
        box.fetch = async () => { throw new TypeError("network"); };
        clock.now = wrong;
        const one = game();
        one.submit("level-1", 5, { achievedAt: clock.now });
        await settle();
        [clock.now, box.fetch, clock.timers] = [right, fetch, []];
        box.judge = ({ achieved }) => (achieved && Math.abs(Date.parse(achieved) - right) > 30 * 86_400_000
            ? { status: 422, detail: "achieved: more than 30 days ago", code: "result-refused" } : null);
        one.queue.flush();
        await settle();
        assert.deepEqual([...box.results.values()].map((result) => result.score), [5], "no pause lasts until the wrong time");
        assert.deepEqual(heard.map(([kind]) => kind), ["waiting", "sent"]);
        assert.equal(JSON.parse(posts().at(-1).body).results[0].achieved, undefined);
    });
}

test("a claim that the box cannot read is left out, and one that is the game's mistake alone is told", async () => {
    const { game, box } = world();
    box.judge = ({ achieved, score }) => (achieved || score === 6 ? { status: 400, detail: "achieved: no time" } : null);
    const one = game();
    assert.equal((await one.submit("level-1", 5, { achievedAt: 0 })).score, 5);
    await assert.rejects(one.submit("level-1", 6, { achievedAt: 0 }), { status: 400 });
});

test("another box at the same address gets neither results nor key, and the first one has them when it is back", async () => {
    const { game, box, clock, shelf, kinds } = world();
    const home = box.fetch.bind(box);
    const other = new Box(clock, 0, "0".repeat(32));
    const one = game();
    await one.submit("level-1", 1);
    box.fetch = async () => { throw new TypeError("network"); };
    assert.equal(await one.submit("level-1", 2), null);
    one.close();
    clock.timers = [];
    box.fetch = (...asked) => other.fetch(...asked);
    const two = game();
    await settle();
    assert.equal(two.waiting, 0);
    assert.deepEqual(other.requests.map(({ path }) => path), ["/v1/about"], "asked who it is, and told nothing");
    assert.equal((await two.submit("level-1", 3)).score, 3);
    const [[mine], [theirs]] = [box, other].map(({ installs }) => [...installs.keys()]);
    assert.notEqual(mine, theirs);
    assert.ok(!JSON.stringify(other.requests).includes(mine));
    assert.deepEqual([...other.results.values()].map(({ score }) => score), [3]);
    two.close();
    box.fetch = home;
    // Keys of two pages stand in the order of their milliseconds alone.
    clock.now += 1000;
    await game().submit("level-1", 4);
    assert.deepEqual([...box.results.values()].map(({ score }) => score), [1, 2, 4]);
    assert.equal(box.installs.size, 1, "it is the player that it was");
    assert.deepEqual(shelf.waiting, []);
    assert.ok(!kinds().includes("dropped"));
});

test("a page that is carried to another box asks who answers before it goes on", async () => {
    const { game, box, clock } = world();
    const other = new Box(clock, 0, "0".repeat(32));
    const home = box.fetch.bind(box);
    const one = game();
    await one.submit("level-1", 1);
    box.fetch = async () => { throw new TypeError("network"); };
    assert.equal(await one.submit("level-1", 2), null);
    box.fetch = (...asked) => other.fetch(...asked);
    await clock.turn(60_000);
    assert.equal(other.results.size, 0);
    assert.equal((await one.submit("level-1", 3)).score, 3);
    box.fetch = async () => { throw new TypeError("network"); };
    assert.equal(await one.submit("level-1", 4), null);
    box.fetch = home;
    await clock.turn(60_000);
    one.queue.wake();
    await settle();
    assert.deepEqual([...box.results.values()].map(({ score }) => score), [1, 2]);
    assert.deepEqual([...other.results.values()].map(({ score }) => score), [3]);
});

test("what a page plays before it met a box is for the first one that it meets", async () => {
    const { game, box, clock, shelf } = world();
    const one = game();
    await one.submit("level-1", 1);
    one.close();
    const other = new Box(clock, 0, "0".repeat(32));
    box.fetch = (...asked) => other.fetch(...asked);
    assert.equal((await game().submit("level-1", 2)).score, 2, "a box that was set up anew, say");
    assert.deepEqual(shelf.waiting, []);
});

test("two addresses of a box have one queue and one player", async () => {
    const { game, box, shelf } = world();
    await game().submit("level-1", 1);
    await game({ url: "https://box.example.org" }).submit("level-1", 2);
    assert.equal(box.installs.size, 1);
    assert.equal([...shelf.items.keys()].filter((name) => name.endsWith(":player")).length, 1);
});

test("what lies at an address from before its box was known is the box's", async () => {
    const { game, box, shelf } = world();
    await game().submit("level-1", 1);
    const [[name, key]] = [...shelf.items].filter(([one]) => one.endsWith(":player"));
    shelf.items.clear();
    shelf.setItem("watchpost:http://box.test:snake:player", key);
    shelf.setItem("watchpost:http://box.test:snake:result:0197e0a2-7c1f-7e42-9d5b-3f1c2a6b8e90", '{"board":"level-1","score":"2"}');
    game();
    await settle();
    assert.deepEqual([...box.results.values()].map(({ score }) => score), [1, 2]);
    assert.equal(box.installs.size, 1);
    assert.equal(shelf.getItem(name), key);
    // Another tab wrote it, which did not know the box yet.
    shelf.setItem("watchpost:http://box.test:snake:result:0197e0a2-7c1f-7e42-9d5b-3f1c2a6b8e91", '{"board":"level-1","score":"3"}');
    game();
    await settle();
    assert.equal(box.results.size, 3);
});

for (const [name, said] of [["a page of somebody", () => answer(200, "<h1>Log in</h1>")], ["something else", () => answer(200, { id: "printer" })],
    ["nothing", () => answer(200, null)], ["a box that wants to be left alone", () => problem(429, "too-often", { "Retry-After": "20" })]]) {
    test(`where ${name} answers who it is, results wait`, async () => {
        const { game, box, clock } = world();
        const { fetch } = box;
        box.fetch = async () => said();
        const one = game();
        assert.equal(await one.submit("level-1", 1), null);
        assert.equal(one.waiting, 1);
        box.fetch = fetch;
        await clock.turn(60_000);
        assert.equal(box.results.size, 1);
    });
}

test("a game that the box does not know stops, says so once, keeps its results, and is tried again by the next page", async (context) => {
    const { game, box, clock, heard } = world();
    const said = context.mock.method(console, "error", () => {});
    const register = box.register.bind(box);
    box.register = () => problem(404, null);
    const one = game();
    assert.equal(await one.submit("level-1", 1), null);
    assert.equal(await one.submit("level-1", 2), null);
    const before = box.requests.length;
    await clock.turn(24 * 3_600_000);
    one.queue.wake();
    await settle();
    assert.equal(box.requests.length, before, "nothing is asked any more");
    assert.deepEqual([one.stopped.status, one.waiting], [404, 2]);
    assert.deepEqual(heard.map(([kind, detail]) => [kind, detail.count, detail.error.status]), [["stopped", 1, 404]]);
    assert.equal(said.mock.callCount(), 1);
    assert.match(said.mock.calls[0].arguments[0], /“snake”.*words of null/);
    one.close();
    box.register = register;
    const two = game();
    await settle();
    assert.deepEqual([two.stopped, two.waiting, box.results.size], [null, 0, 2]);
});

for (const [name, said] of [["404 of somebody in between", () => new Response("no", { status: 404 })], ["503", () => problem(503, "arena-full")]]) {
    test(`${name} stops nothing`, async () => {
        const { game, box, clock } = world();
        const register = box.register.bind(box);
        box.register = said;
        const one = game();
        assert.equal(await one.submit("level-1", 1), null);
        box.register = register;
        await clock.turn(60_000);
        assert.deepEqual([one.stopped, box.results.size], [null, 1]);
    });
}

for (const [name, locks] of [["with locks", () => new Locks()], ["without locks", () => null],
    ["with locks that refuse", () => ({ request: async () => { throw new DOMException("no", "SecurityError"); } })]]) {
    test(`two tabs that begin at once are one player, ${name}`, async () => {
        const { game, box, clock, shelf } = world();
        const surroundings = { locks: locks() };
        // The second sees what the first wrote a moment too late: after it has looked, and without locks also after it has written.
        let unseen = name === "with locks" ? 1 : 2;
        const late = Object.create(shelf, { getItem: { value(one) {
            if (one.endsWith(":player") && unseen > 0) unseen -= 1;
            else return shelf.getItem(one);
            return null;
        } } });
        const said = [shelf, late].map((storage, place) => game({ storage, surroundings }).submit("level-1", place + 1));
        await clock.turn(5000);
        await Promise.all(said);
        assert.equal(box.installs.size, 1);
        assert.equal(box.requests.filter(({ method }) => method === "PUT").length, 2);
        assert.equal(box.results.size, 2);
    });
}

test("a refused result leaves with the words of the box, and the others of its batch stay", async () => {
    const { game, box, heard, shelf } = world();
    box.judge = ({ score }) => (score > 100 ? { status: 422, detail: "score: the board takes none above 100", code: "result-refused" } : null);
    const one = game();
    await one.register();
    const said = await Promise.allSettled([one.submit("level-1", 50), one.submit("level-1", 500), one.submit("chess", 5), one.submit("level-1", 60)]);
    assert.deepEqual(said.map((outcome) => outcome.status), ["fulfilled", "rejected", "rejected", "fulfilled"]);
    assert.equal(said[1].reason.message, "score: the board takes none above 100");
    assert.deepEqual([said[1].reason.status, said[1].reason.code, said[2].reason.status], [422, "result-refused", 404]);
    const refused = heard.filter(([kind]) => kind === "refused").map(([, detail]) => [detail.board, detail.score, detail.error.message]);
    assert.deepEqual(refused, [["level-1", "500", "score: the board takes none above 100"], ["chess", "5", "there is no board of this name"]]);
    assert.equal(shelf.waiting.length, 0);
});

test("a clock that is wrong costs the claim, and not the result", async () => {
    const { game, box, heard, clock } = world();
    box.judge = ({ achieved }) => (achieved ? { status: 422, detail: "achieved: later than now", code: "result-refused" } : null);
    const said = await game().submit("level-1", 7, { achievedAt: clock.now + 86_400_000 });
    assert.equal(said.score, 7);
    assert.deepEqual(heard.map(([kind]) => kind), ["sent"]);
});

for (const status of [400, 413, 422]) {
    test(`where a whole batch is refused with ${status}, one result is no obstacle to the others`, async () => {
        const { game, box, shelf } = world();
        const take = box.take.bind(box);
        box.take = (install, body) => (body.includes("poison") ? problem(status, "no") : take(install, body));
        const one = game();
        await one.register();
        const said = await Promise.allSettled([one.submit("level-1", 1), one.submit("level-1", 2, { extra: "poison" }), one.submit("level-1", 3)]);
        assert.deepEqual(said.map((outcome) => outcome.status), ["fulfilled", "rejected", "fulfilled"]);
        assert.deepEqual([...box.results.values()].map((result) => result.score), [1, 3]);
        assert.equal(shelf.waiting.length, 0);
    });
}

for (const [name, said] of [["403 of a signature", () => problem(403, "signature-key")], ["400 of a signature", () => problem(400, "signature-malformed")],
    ["404 of a box without an arena", () => problem(404, null)], ["401 again and again", () => problem(401, "unknown-device")],
    ["a refusal of somebody in between", () => new Response("no", { status: 400 })], ["a page instead of an answer", () => new Response("<h1>Hi</h1>")],
    ["an answer that names nobody", () => answer(200, { results: [] })], ["an answer of another form", () => answer(200, [])]]) {
    test(`${name} loses nothing`, async () => {
        const { game, box, clock } = world();
        next(box, said, said);
        const one = game();
        assert.equal(await one.submit("level-1", 1), null);
        assert.equal(one.waiting, 1);
        await clock.turn(60_000);
        assert.equal(box.results.size, 1);
    });
}

test("a closed game takes nothing any more", async () => {
    const { game, box, shelf } = world();
    box.register = () => problem(410, "game-closed");
    await assert.rejects(game().submit("level-1", 1), { status: 410, code: "game-closed" });
    assert.equal(shelf.waiting.length, 0);
});

test("results of a board that is closed for a while wait, and no other does", async () => {
    const { game, box, clock, shelf } = world();
    let isClosed = true;
    box.judge = ({ board }) => (isClosed && board === "level-2" ? { status: 503, detail: "later", code: "board-closed" } : null);
    const one = game();
    await one.register();
    for (let score = 0; score < 60; score += 1) one.submit("level-2", score);
    assert.equal((await one.submit("level-1", 1)).score, 1);
    assert.equal(shelf.waiting.length, 60);
    await clock.turn(3_600_000);
    const before = box.requests.length;
    assert.equal((await one.submit("level-1", 2)).score, 2);
    assert.equal(box.requests.length, before + 1, "those that wait are not asked about each time");
    isClosed = false;
    await clock.turn(3_600_000);
    assert.equal(box.results.size, 62);
});

test("a player that the box forgot begins anew, and an id that is another one's makes a new player", async () => {
    const { game, box, shelf } = world();
    const one = game();
    await one.submit("level-1", 1);
    box.installs.clear();
    await one.submit("level-1", 2);
    assert.equal(box.installs.size, 1);
    const [id] = box.installs.keys();
    one.close();
    box.installs.set(id, { secret: "x".repeat(43) });
    await game().submit("level-1", 3);
    assert.equal(box.installs.size, 2);
    assert.equal([...shelf.items.keys()].filter((name) => name.endsWith(":player")).length, 1);
});

test("scores that are none, long texts and nameless boards are a mistake of the game, and nothing is written down", () => {
    const { game, shelf } = world();
    const one = game();
    for (const score of [1.5, NaN, Infinity, 2 ** 53, "7", null, undefined, 2n ** 63n, -(2n ** 63n) - 1n]) {
        assert.throws(() => one.submit("level-1", score), RangeError, String(score));
    }
    assert.throws(() => one.submit("level-1", 1, { extra: "ż".repeat(129) }), RangeError);
    assert.throws(() => one.submit("level-1", 1, { extra: 7 }), RangeError);
    assert.throws(() => one.submit("level-1", 1, { achievedAt: "yesterday" }), RangeError);
    assert.throws(() => one.submit("", 1), TypeError);
    assert.throws(() => game({ game: "No Name" }), TypeError);
    assert.equal(shelf.waiting.length, 0);
});

test("large scores stay whole", async () => {
    const { game, posts } = world();
    const one = game();
    await one.submit("level-1", 2n ** 63n - 1n);
    await one.submit("level-1", -(2n ** 63n));
    await one.submit("level-1", -0);
    assert.deepEqual(posts().map((request) => /"score":(-?\d+)/.exec(request.body)[1]), ["9223372036854775807", "-9223372036854775808", "0"]);
});

test("what somebody else wrote into the storage leaves, and is told", async () => {
    const { game, shelf, box, heard } = world();
    const key = "0197e0a2-7c1f-7e42-9d5b-3f1c2a6b8e9";
    const items = { [`${key}0`]: "{", [`${key}1`]: "null", [`${key}2`]: '{"board":"level-1","score":"1,\\"x\\":2"}', hello: "{}" };
    for (const [name, text] of Object.entries(items)) shelf.setItem(`watchpost:http://box.test:snake:result:${name}`, text);
    await game().submit("level-1", 5);
    assert.deepEqual([...box.results.values()].map((result) => result.score), [5]);
    assert.equal(heard.filter(([kind]) => kind === "dropped").length, 4);
});

test("a storage that is full or switched off is as good as the page", async () => {
    for (const storage of [null, { get length() { throw new Error("no"); }, getItem() { throw new Error("no"); }, setItem() { throw new Error("no"); } }]) {
        const { game, box } = world();
        const one = game({ storage });
        await Promise.all([one.submit("level-1", 1), one.submit("level-1", 2)]);
        assert.equal(box.results.size, 2);
        assert.equal(box.installs.size, 1);
        assert.equal(one.waiting, 0);
    }
});
