// What the tabs of the room Play share: the player of this phone, its games, friends and what waits for an answer; and when to ask.

import { list } from "/assets/dom.js";
import { sentence } from "/app/ask.js";
import { forgetPlay } from "/app/identity.js";
import { isMissing, Pages, Source, tellArena } from "/app/playask.js";
import { t } from "/assets/words.js";

/** How often what is on the screen is asked for again, in milliseconds. */
const pace = 20_000;
/** The type of an invitation that was declined. */
const declined = 3;
/** Boards and players whose answers stay at hand. */
const mostSources = 60;

/** Whether this appliance has an arena: without one the path is not there. Asked is with the list of games that the room shows. */
export async function hasArena(app) {
    const { games } = playOf(app);
    await games.load();
    if (isMissing(games.error)) return false;
    if (games.error) throw games.error;
    return true;
}

/** The one of the app that is wired; made when the first tab of the room is. */
export function playOf(app) {
    app.play ??= new Play(app);
    return app.play;
}

class Play {
    #sources = new Map();
    #refreshing = null;

    constructor(app) {
        this.app = app;
        this.me = this.source("/v1/me");
        this.games = this.source("/v1/games");
        this.mine = this.source("/v1/me/games");
        this.waiting = this.source("/v1/me/waiting");
        this.friends = this.source("/v1/me/friends");
        this.invitations = this.source("/v1/me/invitations");
        this.blocks = this.source("/v1/me/blocks");
        this.running = this.source("/v1/me/duels?state=running");
        this.open = this.source("/v1/me/duels?state=waiting");
        const archive = (cursor) => `/v1/me/duels?state=archive&limit=20${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
        this.archive = new Pages(this.source(archive(null)), "duels", archive);
        setInterval(() => this.refresh(), pace);
    }

    /** What an address answers; the same object for the same address. */
    source(path) {
        const known = this.#sources.get(path);
        if (known) return known;
        if (this.#sources.size > mostSources) {
            const spare = [...this.#sources].find(([, one]) => !Object.values(this).includes(one) && one !== this.archive?.first);
            if (spare) this.#sources.delete(spare[0]);
        }
        const made = new Source(path, () => {
            if (made.error) this.app.meet(made.error);
            this.app.changed();
        });
        this.#sources.set(path, made);
        return made;
    }

    /** The code by which others know this phone's player, or null. */
    get code() {
        return this.me.body?.code ?? null;
    }

    /** A game as everybody sees it, or null; one that is not known keeps its name in paths. */
    game(slug) {
        return list(this.games.body?.games).find((one) => one.game === slug) ?? null;
    }

    /** The path of a game's icon, or null. */
    icon(slug) {
        return this.game(slug)?.icon ?? null;
    }

    /** The icons of all games in their order: rows that show some are drawn again when these change. */
    get icons() {
        return list(this.games.body?.games).map((one) => one.icon ?? null);
    }

    /** A board of a game, or null. */
    board(game, slug) {
        return list(this.game(game)?.boards).find((one) => one.board === slug) ?? null;
    }

    isFriend(code) {
        return list(this.friends.body?.friends).some((one) => one.player?.code === code);
    }

    /** Challenges that wait for this player's answer. */
    get toAnswer() {
        return list(this.open.body?.duels).filter((one) => one.state === "waiting" && one.isMine !== true);
    }

    /** Invitations that wait for this player's answer: a declined one waits no more, and can be accepted all the same. */
    get toAccept() {
        return this.#received.filter((one) => one.type !== declined);
    }

    /** Invitations that this player declined. */
    get declined() {
        return this.#received.filter((one) => one.type === declined);
    }

    get #received() {
        return list(this.invitations.body?.received).filter((one) => one.player);
    }

    /** What this player and another one are to each other: what the box says, with declined invitations told apart. */
    relationTo({ code }, relation) {
        return relation === "received" && this.declined.some((one) => one.player.code === code) ? "declined" : relation;
    }

    get duelCount() {
        return Number(this.waiting.body?.duels) || 0;
    }

    get invitationCount() {
        return Number(this.waiting.body?.invitations) || 0;
    }

    /** Whether the room is what one looks at. */
    get isShown() {
        return !document.hidden && this.app.room === "play";
    }

    /** `sources()` of a view are asked for when it is opened, when the app wants it, and from time to time. */
    follow(tab, sources) {
        const load = (isWanted) => Promise.all(sources().map((one) => one.load(isWanted)));
        const view = { enter: () => load(true), refresh: () => (this.isShown && this.app.tab === tab ? load(true) : undefined),
            poll: () => (this.app.tab === tab ? load(false) : undefined) };
        (this.views ??= []).push(view);
        return view;
    }

    /** The page that is open beside or on top of a tab; null when it is left. */
    setPage(page) {
        this.page = page;
    }

    /** What is on the screen is asked for once more. */
    refresh() {
        if (!this.isShown) return undefined;
        this.#refreshing ??= Promise.all([this.waiting.load(false), ...(this.views ?? []).map((one) => one.poll()), this.page?.poll?.()])
            .finally(() => { this.#refreshing = null; });
        return this.#refreshing;
    }

    /** Tells the arena something, and asks again for what that changed; throws words for people. */
    async tell(method, path, body, changed = [], key = null) {
        try {
            return await tellArena(method, path, body, key);
        } catch (problem) {
            this.app.meet(problem);
            throw problem;
        } finally {
            for (const one of [...changed, this.waiting]) one.loadAfter();
        }
    }

    /** A tap whose answer nobody waits for: what went wrong is said above the tabs. */
    async act(work) {
        try {
            const answer = await work();
            this.app.say(null);
            return answer;
        } catch (problem) {
            this.app.say(t("play.notDone", { why: sentence(problem.message) }));
            return null;
        }
    }

    /** This phone plays for another player now, or for none: nothing of what was heard is true any more. */
    forget() {
        forgetPlay();
        for (const one of this.#sources.values()) one.forget();
        this.app.changed();
    }

    /** Forgets, and hears who the player is now. */
    async startAgain() {
        this.forget();
        await Promise.all([this.me.load(), this.waiting.load()]);
    }
}
