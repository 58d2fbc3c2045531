// Where one was: the room, the tab of each room, the page that was open in a tab, how far each list was scrolled, and what was chosen in it. Kept on this phone as
// soon as there is more than one room, so that the app opens where it was closed.

const key = "watchpost.places";
/** Lists whose place is kept: what is older is forgotten. */
const most = 60;
/** Lists of which is kept how many rows were at hand. */
const mostRows = 12;

/** Whether this phone was forgotten: the page that still stands is left, and must write nothing then. */
let isForgotten = false;

/** Where one was is gone, and is kept no more until the app is opened again. */
export function forgetPlaces() {
    isForgotten = true;
    try {
        localStorage.removeItem(key);
    } catch {
        // Storage is switched off: there is nothing.
    }
}

/** Reads and writes the one row of this phone's storage. */
export class Places {
    #said;
    #isKept = false;

    constructor() {
        this.#said = stored();
        this.#isKept = this.#said !== null;
        this.#said ??= {};
    }

    /** The rooms that were there last time. */
    get rooms() {
        return Array.isArray(this.#said.rooms) ? this.#said.rooms : [];
    }

    /** Which rooms there are now; with one alone nothing is worth keeping. */
    setRooms(names) {
        this.#isKept = names.length > 1;
        this.#said.rooms = names;
        this.write();
    }

    get room() {
        return this.#said.room ?? null;
    }

    /** The tab of a room that was seen last. */
    tabOf(room) {
        return this.#said.tabs?.[room];
    }

    setTab(room, tab) {
        this.#said.room = room;
        this.#said.tabs = { ...this.#said.tabs, [room]: tab };
    }

    /** The page that was open in a tab, as its address says it behind "#"; null: its list was shown. */
    pageOf(tab) {
        const page = this.#said.pages?.[tab];
        return typeof page === "string" && page.startsWith(`${tab}/`) ? page : null;
    }

    setPage(tab, page) {
        this.#said.pages = { ...this.#said.pages, [tab]: page };
    }

    /** How far a list was scrolled, in points. */
    scroll(list) {
        return Number(this.#said.scroll?.[list]) || 0;
    }

    /** Whether a place is known at all. */
    knows(list) {
        return this.#said.scroll !== undefined && Object.hasOwn(this.#said.scroll, list);
    }

    setScroll(list, y) {
        const { [list]: _, ...others } = this.#said.scroll ?? {};
        const kept = Object.entries(others).slice(1 - most);
        this.#said.scroll = { ...Object.fromEntries(kept), [list]: Math.round(y) };
    }

    /** What was chosen in a list: a window, a part; null when nothing was. */
    choice(name) {
        return this.#said.choices?.[name] ?? null;
    }

    setChoice(name, value) {
        const { [name]: _, ...others } = this.#said.choices ?? {};
        this.#said.choices = { ...Object.fromEntries(Object.entries(others).slice(1 - most)), [name]: value };
        this.write();
    }

    /** Which rows of a long list were at hand; null: those that it begins with. */
    rows(list) {
        return this.#said.rows?.[list] ?? null;
    }

    setRows(list, rows) {
        const { [list]: _, ...others } = this.#said.rows ?? {};
        const kept = Object.entries(others).slice(1 - mostRows);
        this.#said.rows = { ...Object.fromEntries(kept), ...(rows === null ? {} : { [list]: rows }) };
        this.write();
    }

    write() {
        try {
            if (this.#isKept && !isForgotten) localStorage.setItem(key, JSON.stringify(this.#said));
            else localStorage.removeItem(key);
        } catch {
            // Storage is switched off or full: places last as long as the page.
        }
    }
}

function stored() {
    try {
        const said = JSON.parse(localStorage.getItem(key));
        return said !== null && typeof said === "object" ? said : null;
    } catch {
        return null;
    }
}

/**
 * Goes back to a place in a list that may still be growing, also above it: as soon as it is long enough, and again until all of it is
 * there, unless the person scrolls meanwhile. `wanted`: where it has not come to yet.
 */
export function makeReturn() {
    let wanted = null;
    let until = 0;
    const forget = () => { wanted = null; };
    for (const name of ["wheel", "touchstart", "keydown", "pointerdown"]) addEventListener(name, forget, { passive: true });

    function retry(isGrowing) {
        if (wanted === null) return;
        scrollTo(0, wanted);
        const isThere = Math.abs(scrollY - wanted) < 2;
        if ((isThere && (!isGrowing || wanted === 0)) || Date.now() > until) forget();
    }

    return {
        retry,
        forget,
        get wanted() {
            return wanted;
        },
        to(y) {
            wanted = y;
            until = Date.now() + 8000;
            // The drawing that follows says whether all of it is there.
            retry(true);
        },
    };
}
