// A board in a page of somebody else's. The appliance has written its first rows into the page; here they are kept up to date while
// somebody sees them. The page is nobody to its browser, and stores nothing.

/** How often the board is asked for, how seldom without an answer, and how long an answer may take, in milliseconds. */
const pace = 20_000;
const slowest = 300_000;
const patience = 15_000;
/** A player's key, as games make them. */
const credential = /^[\w-]{22}\.[\w-]{43}$/;

const board = document.querySelector("main");
const list = board.querySelector(".rows");
const note = board.querySelector(".note");
const tabs = [...board.querySelectorAll(".tab")];
const { game, board: slug, limit } = board.dataset;
const words = JSON.parse(board.dataset.words);
/** What is said below the rows that the page came with. */
const first = note.textContent;

const state = {
    span: board.dataset.window, token: null, isAround: false, page: null, own: null, at: Date.now(), error: null, refusal: "",
    failures: 0, notBefore: 0, turn: 0, isInView: !globalThis.IntersectionObserver, hasMoved: false, drawn: "",
};
let views = null;
let timer;

function say(key, values = {}) {
    return words[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** An element with text; whatever came over the wire stands there as text, never as markup. */
function make(tag, name, text = "") {
    const node = document.createElement(tag);
    if (name) node.className = name;
    node.textContent = text;
    return node;
}

/** The same elements as in the page's rows. */
function rowOf({ position, player, scoreText, isFriend }, isMine) {
    const item = make("li", isMine ? "row own" : "row");
    if (isMine) item.setAttribute("aria-current", "true");
    const name = make("span", "name");
    name.append(make("bdi", "", player.name));
    if (isMine || isFriend) name.append(" ", make("small", "", say(isMine ? "embed.you" : "embed.friend")));
    // The blanks are for a game's own style sheet, which may leave them side by side.
    item.append(make("span", "place", position), " ", name, " ", make("span", "score", scoreText));
    return item;
}

function draw() {
    const { page, own, span, isAround } = state;
    const drawn = JSON.stringify([page, own]);
    if (page && drawn !== state.drawn) drawRows(page.rows, own);
    state.drawn = drawn;
    for (const tab of tabs) mark(tab, "aria-current", tab.dataset.window === span);
    for (const view of views?.children ?? []) view.setAttribute("aria-pressed", String((view.name === "around") === isAround));
    const text = said();
    if (note.textContent !== text) note.textContent = text;
    note.hidden = text === "";
}

function mark(node, name, isSet) {
    if (isSet) node.setAttribute(name, "true");
    else node.removeAttribute(name);
}

function drawRows(rows, own) {
    const isMine = (row) => own !== null && row.player.code === own.player.code;
    const items = rows.map((row) => rowOf(row, isMine(row)));
    // Whoever is further down stays in sight below the others.
    if (own && !rows.some(isMine)) items.push(rowOf(own, true));
    list.replaceChildren(...items);
    const mine = list.querySelector(".own");
    if (!mine || !state.isAround || state.hasMoved) return;
    // Not scrollIntoView, which may scroll the page around this one.
    document.scrollingElement.scrollTop = mine.offsetTop - (innerHeight - mine.offsetHeight) / 2;
    state.hasMoved = true;
}

/** What is to be said below the rows: how old they are, why there are none, or nothing. */
function said() {
    const { error, page, at, own, refusal } = state;
    if (error?.isOurs && ![429, 503].includes(error.status)) return say("embed.refused", { why: error.message });
    if (error || navigator.onLine === false) {
        if (at === null) return say("embed.never");
        const isToday = new Date(at).toDateString() === new Date().toDateString();
        const form = isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
        return say("embed.offline", { time: new Intl.DateTimeFormat(document.documentElement.lang, form).format(at) });
    }
    if (refusal) return say("embed.refused", { why: refusal });
    if (!page) return at === null ? say("embed.loading") : first;
    if (page.rows.length === 0) return say("embed.nobody");
    return state.token && !own ? say("embed.notOn") : "";
}

/** Asks for a page of the board; throws what the appliance says against it, or that no answer came. */
async function ask(path, query, token) {
    const place = ["", "v1", "games", game, "boards", slug].join("/");
    const asked = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
    const headers = token ? { Authorization: `Bearer ${token}` } : {};
    const signal = AbortSignal.timeout?.(patience);
    const answer = await fetch(`${place}${path}?${asked}`, { headers, signal, cache: "no-cache", credentials: "omit" });
    if (answer.ok) return answer.json();
    const isProblem = answer.headers.get("Content-Type")?.startsWith("application/problem+json");
    const problem = isProblem ? await answer.json().catch(() => null) : null;
    const wait = Number(answer.headers.get("Retry-After")) * 1000 || 0;
    throw Object.assign(new Error(problem?.detail ?? ""), { status: answer.status, isOurs: Boolean(problem), wait });
}

/** The rows that are to be shown, and the player's own. */
async function read({ span, token, isAround }) {
    const query = { window: span, limit };
    const mine = token ? await ask("/me", isAround ? query : { ...query, limit: 1 }, token) : null;
    const page = isAround && mine ? mine : await ask("", query);
    return { page, own: mine?.own ?? null };
}

async function load() {
    clearTimeout(timer);
    const turn = state.turn += 1;
    try {
        const answer = await read(state);
        if (turn !== state.turn) return;
        Object.assign(state, answer, { at: Date.now(), error: null, failures: 0, notBefore: Date.now() + pace * (0.9 + Math.random() / 5) });
    } catch (error) {
        if (turn !== state.turn) return;
        if (state.token && [401, 403].includes(error.status)) {
            forget(error.message);
            return;
        }
        state.failures += 1;
        const wait = Math.max(error.wait ?? 0, Math.min(pace * 2 ** (state.failures - 1), slowest));
        Object.assign(state, { error, notBefore: Date.now() + wait * (0.9 + Math.random() / 5) });
    }
    mark(list, "aria-busy", false);
    if (!state.page && state.at === null) list.replaceChildren();
    draw();
    wake();
}

/** The player's key is none that is known: the board goes on without it, and says so. */
function forget(refusal) {
    Object.assign(state, { token: null, own: null, isAround: false, refusal });
    views?.remove();
    views = null;
    load();
}

/** Asks when it is time, if somebody can see it. */
function wake() {
    clearTimeout(timer);
    if (!state.isInView || document.visibilityState === "hidden") return;
    const wait = state.notBefore - Date.now();
    if (wait > 0) timer = setTimeout(wake, wait);
    else load();
}

function choose(change) {
    Object.assign(state, change, { page: null, at: null, error: null, failures: 0, drawn: "", hasMoved: false });
    // The rows stay until others are there: the page around this one would jump.
    mark(list, "aria-busy", true);
    draw();
    load();
}

/** Which rows: those around the player, or the first ones. */
function offerViews() {
    views = make("div", "views");
    views.setAttribute("role", "group");
    for (const [name, key] of [["around", "embed.around"], ["top", "embed.top"]]) {
        const view = Object.assign(make("button", "view", say(key)), { type: "button", name });
        view.addEventListener("click", () => choose({ isAround: name === "around" }));
        views.append(view);
    }
    list.before(views);
}

/**
 * The page around this one says who plays, and so does an app whose web view this is: its words come from this page itself, or from nobody.
 * The first key counts, and no other one after it.
 */
function hear({ source, data }) {
    const isAround = source === parent || (parent === window && source === null);
    if (!isAround || data?.watchpost !== "player" || typeof data.token !== "string" || !credential.test(data.token)) return;
    removeEventListener("message", hear);
    later.forEach(clearTimeout);
    offerViews();
    choose({ token: data.token, isAround: true });
}

for (const tab of tabs) {
    tab.addEventListener("click", (event) => {
        event.preventDefault();
        choose({ span: tab.dataset.window });
    });
}
addEventListener("message", hear);
document.addEventListener("visibilitychange", wake);
addEventListener("online", () => {
    state.notBefore = 0;
    wake();
});
addEventListener("offline", draw);
state.notBefore = Date.now() + pace;
globalThis.IntersectionObserver && new IntersectionObserver((seen) => {
    state.isInView = seen.at(-1).isIntersecting;
    wake();
}).observe(board);
// The page around this one may give it as much room as it needs; it is also how that page learns that somebody listens.
const tell = () => parent.postMessage({ watchpost: "height", height: document.documentElement.offsetHeight }, "*");
// One whose script comes later than this one hears of it, too.
const later = parent === window ? [] : [250, 1_000, 3_000, 8_000, 20_000].map((wait) => setTimeout(tell, wait));
if (parent !== window) globalThis.ResizeObserver ? new ResizeObserver(tell).observe(document.body) : tell();
wake();
