// The event stream. It only says what changed; the facts are fetched, so that a lost event costs nothing.

const names = ["realm", "outage", "recovery", "freshness", "rotation", "schedule", "reset"];
const firstWait = 2000;
const longestWait = 60_000;

/**
 * Opens the stream while the page is visible and keeps trying; `on.event(name, data)`, `on.open()`,
 * `on.error()`.
 */
export class LiveStream {
    #source = null;
    #retry = null;
    #wait = firstWait;

    constructor(address, on) {
        this.address = address;
        this.on = on;
    }

    /** Whether events arrive now. */
    get isOpen() {
        return this.#source?.readyState === EventSource.OPEN;
    }

    open() {
        if (this.#source || typeof EventSource !== "function") return;
        clearTimeout(this.#retry);
        const source = new EventSource(this.address);
        this.#source = source;
        source.addEventListener("open", () => {
            this.#wait = firstWait;
            this.on.open();
        });
        source.addEventListener("error", () => this.#failed(source));
        for (const name of names) {
            source.addEventListener(name, (event) => this.on.event(name, parsed(event.data)));
        }
    }

    close() {
        clearTimeout(this.#retry);
        this.#source?.close();
        this.#source = null;
    }

    /** A browser gives up for good after a refusal (503: too many streams), so the retry is our own. */
    #failed(source) {
        if (source !== this.#source) return;
        this.close();
        this.on.error();
        this.#retry = setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2));
        this.#wait = Math.min(this.#wait * 2, longestWait);
    }
}

function parsed(text) {
    try {
        const value = JSON.parse(text);
        return value !== null && typeof value === "object" ? value : {};
    } catch {
        return {};
    }
}
