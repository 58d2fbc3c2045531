// A stand-in for the app Scriptable, written from its documentation (docs.scriptable.app). Each line of standard input is
// a world with a script in it, as JSON; the answer is a line that says what it drew, asked and kept. Nothing of the
// appliance's is loaded, and no world sees another one.

"use strict";

const vm = require("node:vm");

/** The world of the run, what was seen of it, and the phone's files. */
let world = null;
let seen = null;
let files = null;

class Text {
    constructor(text) {
        if (typeof text !== "string") throw new TypeError("addText expects a string");
        Object.assign(this, { text, font: null, textColor: null, lineLimit: 0, minimumScaleFactor: 1 });
    }
}

class Stack {
    constructor() {
        Object.assign(this, { elements: [], spacing: 0, vertical: false });
    }

    addText(text) { return this.add(new Text(text)); }
    addSpacer(length = null) { return this.add({ spacer: length }); }
    addStack() { return this.add(new Stack()); }
    layoutVertically() { this.vertical = true; }

    add(element) {
        this.elements.push(element);
        return element;
    }
}

class ListWidget extends Stack {
    constructor() {
        super();
        Object.assign(this, { vertical: true, url: null, refreshAfterDate: null, backgroundColor: null, addAccessoryWidgetBackground: false });
        seen.widget = this;
    }

    async presentMedium() { seen.present = "medium"; }
}

class Color {
    constructor(hex) {
        if (!/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`not a colour: ${hex}`);
        this.hex = hex;
    }

    static dynamic(light, dark) {
        if (!(light instanceof Color && dark instanceof Color)) throw new TypeError("two colours are expected");
        return { light, dark };
    }
}

const Font = Object.fromEntries(["systemFont", "boldSystemFont", "mediumSystemFont"].map((name) => [name, (size) => ({ name, size })]));

/** Answers of the box: by address, or `default`; `error` is no answer. */
class Request {
    constructor(url) {
        Object.assign(this, { url, method: "GET", headers: {}, timeoutInterval: 60, onRedirect: null, response: null });
    }

    async loadString() {
        seen.requests.push({ url: this.url, headers: this.headers, timeout: this.timeoutInterval });
        const answer = world.answers[this.url] ?? world.answers.default ?? { error: "The Internet connection appears to be offline." };
        if (world.fetch) return this.really();
        if (answer.error) throw new Error(answer.error);
        if (answer.redirect && (this.onRedirect === null || this.onRedirect(new Request(answer.redirect)) !== null)) {
            this.response = { url: answer.redirect, statusCode: 200, headers: {} };
            return answer.text;
        }
        this.response = { url: this.url, statusCode: answer.status, mimeType: "application/json", headers: answer.headers ?? {} };
        if (answer.status === 304 && world.strict304) throw new Error("The response could not be read as a string.");
        return answer.text ?? "";
    }

    /** Asks the real box at the address of the loopback, whatever the script calls it. */
    async really() {
        const address = new URL(this.url);
        const answer = await fetch(world.fetch + address.pathname + address.search, { headers: this.headers, redirect: "manual" });
        const headers = Object.fromEntries([...answer.headers].map(([name, value]) => [name[0].toUpperCase() + name.slice(1), value]));
        this.response = { url: this.url, statusCode: answer.status, headers };
        return answer.text();
    }
}

function missing(path) {
    if (!Object.hasOwn(files, path)) throw new Error(`no such file: ${path}`);
    return path;
}

const manager = {
    libraryDirectory: () => "/library",
    joinPath: (left, right) => `${left}/${right}`,
    fileExists: (path) => Object.hasOwn(files, path),
    readString: (path) => files[missing(path)],
    writeString(path, text) {
        if (world.readOnly) throw new Error("the disk is full");
        files[path] = text;
    },
};

/** iOS' own formatter; 24 hours, and UTC, unless the world says otherwise. */
class DateFormatter {
    constructor() {
        Object.assign(this, { locale: null, dateFormat: null, time: false });
    }

    useNoDateStyle() {}
    useShortTimeStyle() { this.time = true; }

    string(date) {
        const form = (options) => new Intl.DateTimeFormat(this.locale ?? "en-GB", { timeZone: process.env.TZ, ...options }).format(date);
        if (this.time) return form({ hour: "2-digit", minute: "2-digit" });
        if (this.dateFormat === "EEE") return form({ weekday: "short" });
        // A pattern has an order of its own, whatever the language's is.
        const parts = [form({ day: "numeric" }), form({ month: "short" }), form({ year: "numeric" })];
        if (this.dateFormat === "d MMM") return parts.slice(0, 2).join(" ");
        if (this.dateFormat === "d MMM y") return parts.join(" ");
        throw new Error(`an unknown form: ${this.dateFormat}`);
    }
}

class FixedDate extends Date {
    constructor(...values) {
        super(...(values.length === 0 ? [FixedDate.now()] : values));
    }

    static now() { return Date.parse(world.now); }
}

const surroundings = () => ({
    ListWidget, Color, Font, Request, DateFormatter, Date: FixedDate,
    FileManager: { local: () => manager, iCloud() { throw new Error("iCloud is switched off"); } },
    Script: { setWidget(widget) { seen.set += widget === seen.widget; }, complete() { seen.completed += 1; }, name: () => "Watchpost" },
    config: { runsInApp: false, runsInWidget: true, runsInAccessoryWidget: false, widgetFamily: "medium", ...world.config },
    args: { widgetParameter: world.parameter ?? null, queryParameters: {} },
    console: { log() {}, warn: (text) => seen.warnings.push(text), error: (text) => seen.warnings.push(text) },
});

/** Every text with its size and colour, in the order of the elements; columns of a row one after the other. */
function texts(stack) {
    return stack.elements.flatMap((one) => {
        if (one instanceof Text) return [{ text: one.text, size: one.font?.size, lines: one.lineLimit, colour: one.textColor?.light?.hex ?? null }];
        return one instanceof Stack ? texts(one) : [];
    });
}

async function run(line) {
    world = JSON.parse(line);
    process.env.TZ = world.zone;
    seen = { requests: [], present: null, set: 0, completed: 0, warnings: [], widget: null };
    files = { ...world.files };
    const context = vm.createContext(surroundings(), { codeGeneration: { strings: false, wasm: false } });
    // Scriptable runs a script as the body of an asynchronous function.
    await vm.runInContext(`(async () => {${world.script}\n})()`, context, { timeout: 5000 });
    const { widget, ...rest } = seen;
    const stacks = (place) => place.elements.filter((one) => one instanceof Stack);
    const columns = stacks(widget).flatMap(stacks).map((one) => texts(one).map((text) => text.text));
    return {
        ...rest, files, columns, texts: texts(widget), url: widget.url, refreshAfter: widget.refreshAfterDate.toISOString(),
        ground: widget.backgroundColor?.light?.hex ?? null, accessoryGround: widget.addAccessoryWidgetBackground,
    };
}

async function main() {
    for await (const line of require("node:readline").createInterface({ input: process.stdin })) {
        const answer = await run(line).catch((problem) => ({ problem: String(problem?.stack ?? problem) }));
        process.stdout.write(`${JSON.stringify(answer)}\n`);
    }
}

main();
