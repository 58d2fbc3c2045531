// A board in a page: its rows, or the game's own, kept up to date while somebody can see them.

import { wordsOf } from "./sdkwords.js";
import { propertiesOf, style } from "./theme.js";

/** How often a board that is seen is asked for, how seldom without an answer, and how old the one is that is asked for again; in milliseconds. */
const pace = 20_000;
const slowest = 300_000;
const youngest = 5000;
/** Boards are written ten times a second at most: when a result of one's own is not there it is looked for again after this, in milliseconds. */
const settled = 300;
const mostLooks = 4;

/** An element with text; whatever came over the wire stands there as text, never as markup. */
function make(tag, name, text = "") {
    const node = document.createElement(tag);
    if (name) [node.className, node.part] = [name, name];
    node.textContent = text;
    return node;
}

/** A sheet made by script needs no exception in a page's content security policy; older browsers take an element. */
function dress(root) {
    try {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(style);
        root.adoptedStyleSheets = [sheet];
    } catch {
        root.append(make("style", "", style));
    }
}

export class BoardMount {
    #host = make("div");
    #board = make("section", "board");
    #title = make("h2", "title");
    #tabs = make("div", "tabs");
    #list = make("ol", "rows");
    #note = make("p", "note");
    #options = {};
    #words = wordsOf();
    #page = null;
    #at = null;
    #timer = null;
    #soon = null;
    /** Where the own result of a moment ago stands by its answer, and how often it was looked for. */
    #sent = null;
    #looks = 0;
    #failures = 0;
    /** Which question the newest answer is waited for. */
    #turn = 0;
    #isInView = !globalThis.IntersectionObserver;
    #notBefore = 0;
    #window = null;
    #asked = "";
    #error = null;
    /** What the rows were drawn from. */
    #drawn = [];
    #stops = [];

    /** `client` answers questions about boards; `options` as for `update`. */
    constructor(client, element, options) {
        this.client = client;
        this.update(options);
        const root = this.#host.attachShadow({ mode: "open" });
        dress(root);
        this.#note.setAttribute("role", "status");
        this.#tabs.setAttribute("role", "group");
        this.#board.append(this.#title, this.#tabs, this.#list, this.#note);
        root.append(this.#board);
        element.append(this.#host);
        this.#listen();
        this.#wake();
    }

    /** Changes what is shown, and how: members that are not named stay. Throws words about a theme that is none, and changes nothing. */
    update(options) {
        const wanted = { window: "all", limit: 10, ...this.#options, ...options };
        const properties = propertiesOf(wanted.theme);
        if (typeof wanted.board !== "string" || !wanted.board) throw new TypeError("mountBoard needs a board");
        const { board, window, period, limit, around, friends, language } = wanted;
        this.#options = { ...wanted, windows: [window].flat() };
        for (const name of [...this.#host.style]) this.#host.style.removeProperty(name);
        for (const [name, value] of properties) this.#host.style.setProperty(name, value);
        this.#words = wordsOf(language);
        this.#host.lang = this.#words.tag;
        const asked = JSON.stringify([board, window, period, limit, around, friends]);
        if (asked === this.#asked) return this.#draw();
        this.#asked = asked;
        return this.#choose(this.#options.windows[0]);
    }

    /** Asks now. */
    refresh() {
        return this.#load();
    }

    /** Takes the board out of the page, and stops asking. */
    close() {
        clearTimeout(this.#timer);
        clearTimeout(this.#soon);
        this.#turn += 1;
        for (const stop of this.#stops) stop();
        this.#stops = [];
        this.#isInView = false;
        this.#host.remove();
    }

    #listen() {
        const on = (target, name, hear) => {
            target.addEventListener(name, hear);
            this.#stops.push(() => target.removeEventListener(name, hear));
        };
        on(document, "visibilitychange", () => this.#wake());
        on(globalThis, "online", () => this.#wake());
        on(globalThis, "offline", () => this.#draw());
        on(this.client, "player", () => {
            this.#at = null;
            this.#wake();
        });
        on(this.client, "sent", ({ detail }) => {
            if (detail.board !== this.#options.board) return;
            [this.#sent, this.#looks] = [detail.result?.standings ?? [], 0];
            clearTimeout(this.#soon);
            this.#soon = setTimeout(() => this.#wake());
        });
        if (!globalThis.IntersectionObserver) return;
        const observer = new IntersectionObserver((seen) => {
            this.#isInView = seen.at(-1).isIntersecting;
            this.#wake();
        });
        observer.observe(this.#host);
        this.#stops.push(() => observer.disconnect());
    }

    /** Whether somebody can see it. */
    get isSeen() {
        return this.#isInView && this.#host.isConnected && document.visibilityState !== "hidden";
    }

    /** Asks, if somebody can see it, and once the answer that is there is old enough. */
    #wake() {
        clearTimeout(this.#timer);
        if (!this.isSeen) return;
        const now = Date.now();
        const age = this.#sent ? settled : youngest;
        // Also where the clock was turned back.
        const wait = Math.max(this.#notBefore - now, Math.min((this.#at ?? 0) + age - now, age));
        if (wait > 0) this.#timer = setTimeout(() => this.#wake(), wait);
        else this.#load();
    }

    #choose(window) {
        [this.#window, this.#page, this.#at, this.#error, this.#failures] = [window, null, null, null, 0];
        this.#turn += 1;
        this.#draw();
        this.#wake();
    }

    async #load() {
        const turn = this.#turn += 1;
        const { board, limit, around, friends, period } = this.#options;
        clearTimeout(this.#timer);
        try {
            const page = await this.client.board(board, { window: this.#window, period, limit, around, friends });
            if (turn !== this.#turn) return;
            [this.#page, this.#at, this.#error, this.#failures] = [page, Date.now(), null, 0];
        } catch (error) {
            if (turn !== this.#turn) return;
            [this.#error, this.#notBefore] = [error, Date.now() + (error.wait ?? 0)];
            this.#failures += 1;
        }
        this.#draw();
        let wait = Math.min(pace * 2 ** Math.max(0, this.#failures - 1), slowest) * (0.9 + Math.random() / 5);
        if (!this.#isBehind()) this.#sent = null;
        else wait = settled * 2 ** this.#looks++;
        this.#timer = setTimeout(() => this.#wake(), wait);
    }

    /** Whether the page lacks what the box answered to the own result. */
    #isBehind() {
        const { around, friends, period, limit } = this.#options;
        const own = this.#sent?.find(({ window }) => window === this.#window);
        if (!own || period || this.#error || this.#looks === mostLooks) return false;
        const shown = this.#page.own ?? this.#page.rows.find(({ isMe }) => isMe);
        return shown ? shown.scoreText !== own.scoreText : around === true || friends || own.position <= limit;
    }

    #draw() {
        const { windows, title, row, board } = this.#options;
        const { say } = this.#words;
        this.#title.textContent = title ?? "";
        this.#title.hidden = !title;
        this.#board.setAttribute("aria-label", title ?? `${say("board")} ${board}`);
        this.#drawTabs(windows);
        const drawn = [JSON.stringify(this.#page), this.#words.tag, row];
        if (drawn.some((one, place) => one !== this.#drawn[place])) this.#drawRows(row);
        this.#drawn = drawn;
        this.#note.textContent = this.#said();
        this.#note.hidden = this.#note.textContent === "";
    }

    #drawTabs(windows) {
        this.#tabs.hidden = windows.length < 2;
        if (this.#tabs.childElementCount !== windows.length) this.#tabs.replaceChildren(...windows.map(() => make("button", "tab")));
        windows.forEach((window, place) => {
            const tab = this.#tabs.children[place];
            Object.assign(tab, { type: "button", textContent: this.#words.say(window), onclick: () => this.#choose(window) });
            tab.setAttribute("aria-pressed", String(window === this.#window));
        });
    }

    /** Rows of the game's own lie in the page itself, so that its style sheets reach them. */
    #drawRows(row) {
        const rows = this.#page?.rows ?? [];
        let own = null;
        try {
            own = row ? rows.map((entry) => this.#ownRow(row, entry)) : null;
        } catch (problem) {
            // A mistake of the game's must not take the board away.
            console.error(problem);
        }
        this.#host.replaceChildren(...(own ?? []));
        this.#list.replaceChildren(...(own ? [make("slot")] : rows.map((entry) => this.#row(entry))));
        this.#list.setAttribute("role", "list");
    }

    #ownRow(row, entry) {
        const item = make("div");
        item.setAttribute("role", "listitem");
        const node = row(entry);
        if (!(node instanceof Node)) throw new TypeError("mountBoard: row answers a Node");
        item.append(node);
        return item;
    }

    #row({ position, player, scoreText, isMe, isFriend }) {
        const { say, tag } = this.#words;
        const item = make("li", isMe ? "row own" : "row");
        if (isMe) item.setAttribute("aria-current", "true");
        const name = make("span", "name");
        name.append(make("bdi", "", player.name));
        if (isMe || isFriend) name.append(" ", make("small", "", say(isMe ? "you" : "friend")));
        item.append(make("span", "place", position.toLocaleString(tag)), name, make("span", "score", scoreText));
        return item;
    }

    /** What is to be said below the rows: how old they are, why there are none, or nothing. */
    #said() {
        const { say, tag } = this.#words;
        const error = this.#error;
        if (error?.isOurs && ![429, 503].includes(error.status)) return say("refused", { why: error.message });
        if (error || navigator.onLine === false) {
            if (this.#at === null) return say("never");
            const isToday = new Date(this.#at).toDateString() === new Date().toDateString();
            const form = { dateStyle: isToday ? undefined : "medium", timeStyle: "short" };
            return say("offline", { time: new Date(this.#at).toLocaleString(tag, form) });
        }
        if (!this.#page) return say("loading");
        if (this.#page.rows.length === 0) return say("nobody");
        return (this.#options.around === true || this.#options.friends) && !this.#page.own ? say("notOn") : "";
    }
}
