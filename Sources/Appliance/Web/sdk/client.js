// Online boards for a game: one module, which a game loads from the box or brings along (docs/games.md).

import { Keys, playerKey } from "./keys.js";
import { BoardMount } from "./mount.js";
import { Queue, textOf } from "./queue.js";
import { signatureOf } from "./signature.js";
import { Store, usualStorage } from "./store.js";
import { pathOf, Refusal, Wire } from "./wire.js";

export { Refusal };

/** How many answers are kept to be compared by their tags. */
const mostKept = 30;
const longestExtra = 256;
const bound = 2n ** 63n;

/**
 * A game's connection to its boards.
 *
 * `url`: of the box, if the module does not come from there; `game`: its name in paths; `name`: what a new player is called; `storage`: what
 * has the functions of `localStorage`; `sign`: `{ key, version }` for games that ask for signed results, found by whoever reads the game.
 */
export function connect(options) {
    return new Client(options);
}

/** Tells `sent`, `refused`, `dropped`, `waiting` and `stopped` of results as events, with facts in `detail`; and `player`, who has a new name. */
class Client extends EventTarget {
    #met = null;
    #registration = null;
    #kept = new Map();
    #stops = [];

    constructor({ url = new URL(import.meta.url).origin, game, name, storage = usualStorage(), sign = null, surroundings = {} }) {
        super();
        if (!/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/.test(game)) throw new TypeError("connect needs the name of a game: { game: \"snake\" }");
        const base = new URL(url).href.replace(/\/+$/, "");
        // Called without their object: browsers refuse anything else.
        const usual = { fetch: (...asked) => fetch(...asked), now: Date.now, random: Math.random, setTimeout: (...asked) => setTimeout(...asked) };
        const around = { ...usual, locks: globalThis.navigator?.locks, ...surroundings };
        Object.assign(this, { game, name, sign, around, wire: new Wire(base, around), store: new Store(storage, base, game) });
        const tell = (kind, detail) => this.dispatchEvent(new CustomEvent(kind, { detail }));
        this.keys = new Keys(around.now);
        const link = { ready: () => this.#ready(), send: (entries) => this.#send(entries), now: () => this.wire.now };
        this.queue = new Queue(this.store, this.keys, around, link, tell);
        const hear = () => { if (globalThis.document?.visibilityState !== "hidden") this.queue.wake(); };
        for (const [target, event] of [[globalThis, "online"], [globalThis.document, "visibilitychange"]]) {
            target?.addEventListener?.(event, hear);
            this.#stops.push(() => target?.removeEventListener?.(event, hear));
        }
        // Once the game has said what it listens to.
        queueMicrotask(() => this.queue.flush());
    }

    /** Stops; what waits is sent when the game connects again. */
    close() {
        for (const stop of this.#stops) stop();
        this.queue.close();
    }

    // Results

    /** How many results wait for a connection. */
    get waiting() {
        return this.queue.count;
    }

    /** Why nothing is sent until the page is loaded anew, a `Refusal`, or null. */
    get stopped() {
        return this.queue.stopped;
    }

    /**
     * Takes a result: it is written down when this returns. Answers what the box says, with the places in each window, or null where it waits for
     * a connection; throws a `Refusal` for one that no board takes. `score` is a whole number, or a BigInt past 2^53.
     */
    submit(board, score, { extra, achievedAt } = {}) {
        const isWhole = typeof score === "bigint" ? score >= -bound && score < bound : Number.isSafeInteger(score);
        if (!isWhole) throw new RangeError("a score is a whole number; past 2^53 give a BigInt");
        if (typeof board !== "string" || !board) throw new TypeError("submit needs the name of a board");
        const isText = extra === undefined || extra === null || (typeof extra === "string" && new TextEncoder().encode(extra).length <= longestExtra);
        if (!isText) throw new RangeError(`extra is text of at most ${longestExtra} bytes`);
        const achieved = achievedAt === undefined ? undefined : `${new Date(achievedAt).toISOString().slice(0, 19)}Z`;
        return this.queue.add({ board, score: String(score), extra: extra ?? undefined, achieved });
    }

    async #send(entries) {
        const { box } = this.store;
        const path = pathOf(["games", this.game, "results"]);
        const body = `{"results":[${entries.map(textOf).join(",")}]}`;
        try {
            return await this.#sendSigned(path, body, box);
        } catch (problem) {
            // The answer said what time it is.
            if (problem.code !== "signature-time") throw problem;
            return this.#sendSigned(path, body, box);
        }
    }

    async #sendSigned(path, body, box) {
        const headers = {};
        if (this.sign) {
            const [install] = (await this.#credential()).split(".");
            headers["Watchpost-Signature"] = await signatureOf(this.sign, { method: "POST", path, install, at: this.wire.now, body });
        }
        return (await this.ask("POST", path, { body, headers, box })).body;
    }

    // The box

    /** Finds out which box answers: in another home it is another one, which gets nothing that is for this one. */
    #meet() {
        if (this.wire.isLost) this.#met = null;
        this.#met ??= this.#find().catch((problem) => {
            this.#met = null;
            throw problem;
        });
        return this.#met;
    }

    async #find() {
        const { id } = (await this.wire.ask("GET", "/v1/about")).body;
        if (!/^[\da-f]{32}$/.test(id)) throw new Error("no box answers at this address");
        this.wire.isLost = false;
        if (this.store.become(id, this.queue.early ?? [])) this.#registration = null;
        this.queue.early = null;
    }

    /** Before results are sent; a box that none is for hears nothing of the player. */
    async #ready() {
        await this.#meet();
        if (this.waiting > 0) await this.register();
    }

    // The player

    #credential(lost) {
        return playerKey(this.store, this.around, lost);
    }

    /** The player's key, `ID.SECRET`, once the box knows it: for the frame of a board, and for nobody else. */
    async token() {
        await this.register();
        return this.#credential();
    }

    /** Makes the player known, at each start; what asks for a player does it by itself. Answers the player. */
    async register() {
        await this.#meet();
        this.#registration ??= this.#register().catch((problem) => {
            this.#registration = null;
            this.queue.stop(problem);
            throw problem;
        });
        return this.#registration;
    }

    async #register(lost) {
        const token = await this.#credential(lost);
        const path = pathOf(["games", this.game, "installs", token.split(".")[0]]);
        const body = JSON.stringify(this.name === undefined ? {} : { name: String(this.name) });
        try {
            const { player } = (await this.wire.ask("PUT", path, { token, body })).body;
            return this.#know(player);
        } catch (problem) {
            if (lost || !["wrong-secret", "other-game"].includes(problem.code)) throw problem;
            return this.#register(token);
        }
    }

    #know(player) {
        this.store.set("me", JSON.stringify({ code: player.code, name: player.name }));
        return player;
    }

    /** Somebody else, or somebody with another name: what was said at the start is not true any more. */
    #begin(player) {
        this.#registration = null;
        this.#know(player);
        this.dispatchEvent(new Event("player"));
        return player;
    }

    /** The player as it was last heard of, `{ code, name }`, or null. */
    get player() {
        try {
            return JSON.parse(this.store.get("me"));
        } catch {
            return null;
        }
    }

    /** Asks in the name of the player; `path` with its beginning `/v1/`. Answers `{ status, body, etag }`. */
    async ask(method, path, { box = null, ...asked } = {}) {
        await this.register();
        const ask = async () => {
            const token = await this.#credential();
            if (box && box !== this.store.box) throw new Error("another box answers at this address");
            return this.wire.ask(method, path, { ...asked, token });
        };
        try {
            return await ask();
        } catch (problem) {
            if (problem.code !== "unknown-device") throw problem;
            // The box forgot this player, or had it removed: a new one begins.
            this.#registration = null;
            await this.register();
            return ask();
        }
    }

    async #change(method, parts, body, headers) {
        return (await this.ask(method, pathOf(parts), { headers, body: body && JSON.stringify(body) })).body;
    }

    /** The same for what is only read: an answer that did not change is not sent again. */
    async read(parts, query = {}, isMine = false) {
        const path = pathOf(parts, query);
        const known = this.#kept.get(path);
        const asked = { etag: known?.etag };
        const answer = await (isMine ? this.ask("GET", path, asked) : this.wire.ask("GET", path, asked));
        if (answer.status === 304) return known.body;
        this.#kept.delete(path);
        if (answer.etag) this.#kept.set(path, answer);
        if (this.#kept.size > mostKept) this.#kept.delete(this.#kept.keys().next().value);
        return answer.body;
    }

    #mine(parts, query) {
        return this.read(["me", ...parts], query, true);
    }

    /** The player with all that the box keeps of it for itself. */
    async me() {
        return this.#know(await this.#mine([]));
    }

    /** Another name; a name that somebody has is refused (`name-taken`). */
    async rename(name) {
        for (let tries = 0; ; tries += 1) {
            const { version } = await this.me();
            try {
                return this.#begin(await this.#change("PUT", ["me"], { version, name }));
            } catch (problem) {
                if (problem.status !== 409 || problem.code === "name-taken" || tries === 3) throw problem;
            }
        }
    }

    /** A code of eight letters for the app, or another game of the same person, to say. */
    makeCode() {
        return this.#change("POST", ["me", "codes"]);
    }

    /** This game plays for the player whose code was said; with `preview` it only answers what would be. */
    async join(code, { preview = false } = {}) {
        const joined = await this.#change("POST", ["me", "join"], { code, preview });
        if (!preview) this.#begin(joined.player);
        return joined;
    }

    /** Where the player stands, in every game and window. */
    games() {
        return this.#mine(["games"]);
    }

    /** The player's own results, of all boards or one. */
    results(board) {
        return this.#mine(["games", this.game, "results"], { board });
    }

    // Boards

    /**
     * A page of a board: of `window`, of a `period` that is over, on from `cursor` (`next` and `previous` of a page); `around`: true or the code of
     * a player; `friends`: the player and its friends alone.
     */
    async board(board, { window, period, limit, cursor, around, friends } = {}) {
        const parts = ["games", this.game, "boards", board];
        const query = { window, period, limit, cursor };
        let page;
        if (friends || around === true) page = await this.read([...parts, "me"], { ...query, scope: friends ? "friends" : null }, true);
        else page = await this.read(around ? [...parts, "around", around] : parts, query);
        const me = this.player?.code;
        const rows = page.rows.map((row) => {
            const { picture } = row.player;
            const player = picture ? { ...row.player, picture: this.wire.url + picture } : row.player;
            return { ...row, player, isMe: row.isMe ?? row.player.code === me };
        });
        return { ...page, rows };
    }

    /** Page after page of a board. */
    async* pages(board, options = {}) {
        for (let { cursor } = options; ;) {
            const page = await this.board(board, { ...options, cursor });
            yield page;
            cursor = page.next;
            if (!cursor) return;
        }
    }

    /** What of a board runs, with its seeds, and what is over. */
    seasons(board) {
        return this.read(["games", this.game, "boards", board, "seasons"]);
    }

    /** Shows a board in an element (docs/games.md); answers an object with `update(options)`, `refresh()` and `close()`. */
    mountBoard(element, options) {
        return new BoardMount(this, element, options);
    }

    // Friends

    friends() { return this.#mine(["friends"]); }
    friend(player) { return this.#mine(["friends", player]); }
    invitations() { return this.#mine(["invitations"]); }
    blocks() { return this.#mine(["blocks"]); }
    findPlayers(name) { return this.read(["players"], { name }, true); }
    /** Invites, or accepts; and takes back, declines or ends. */
    befriend(player) { return this.#change("PUT", ["me", "friends", player]); }
    unfriend(player) { return this.#change("DELETE", ["me", "friends", player]); }
    block(player) { return this.#change("PUT", ["me", "blocks", player]); }
    unblock(player) { return this.#change("DELETE", ["me", "blocks", player]); }
    /** How many invitations and duels wait for an answer. */
    badges() { return this.#mine(["waiting"]); }

    // Duels

    /** Those that are `running`, `waiting` or in the `archive`. */
    duels(state, { limit, cursor } = {}) { return this.#mine(["duels"], { state, limit, cursor }); }
    duel(duel) { return this.#mine(["duels", duel]); }
    accept(duel) { return this.#change("POST", ["me", "duels", duel, "accept"]); }
    decline(duel) { return this.#change("POST", ["me", "duels", duel, "decline"]); }
    cancel(duel) { return this.#change("POST", ["me", "duels", duel, "cancel"]); }
    giveUp(duel) { return this.#change("POST", ["me", "duels", duel, "giveUp"]); }
    rematch(duel) { return this.#change("POST", ["me", "duels", duel, "rematch"]); }

    /** Asks a friend for a duel; `seconds` from when it is accepted. `key`: the same one again, where no answer came, asks once. */
    challenge(player, board, { seconds = 86_400, goal, key = this.keys.next() } = {}) {
        return this.#change("POST", ["me", "duels"], { player, game: this.game, board, goal, seconds }, { "Idempotency-Key": key });
    }
}
