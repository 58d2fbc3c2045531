// The last few changes, as they arrive; a live region, so that they are also read out.

import { el, plural, setText, show } from "./dom.js";
import { clockText, instant, serverNow } from "./time.js";

const rowsKept = 4;
/** Events within this time are told together, in milliseconds: an outage is not read out realm by realm. */
const gather = 800;

const changes = {
    down: "went down", up: "is up again", maintenance: "went into maintenance",
    queueStarted: "has a queue now",
    queueEnded: "has no queue any more", locked: "was locked", unlocked: "was unlocked",
    appeared: "is listed now", vanished: "is no longer listed",
};

/** Builds the list in `root`; `tell` takes an event of the stream. */
export function makeNews(root, section) {
    let waiting = [];
    let timer = null;

    function flush() {
        timer = null;
        const told = waiting.length > rowsKept
            ? [...waiting.slice(-1),
                { at: serverNow(), text: `${plural(waiting.length - 1, "more change")}` }]
            : waiting;
        waiting = [];
        for (const { at, text } of told) {
            const time = el("time", { datetime: new Date(at).toISOString() });
            setText(time, clockText(at));
            root.prepend(el("li", {}, time, el("span", { text })));
        }
        while (root.children.length > rowsKept) root.lastElementChild.remove();
        show(section, true);
    }

    return {
        tell(name, data, modeName) {
            const text = sentence(name, data, modeName);
            if (!text) return;
            waiting.push({ at: instant(data.at) ?? serverNow(), text });
            timer ??= setTimeout(flush, gather);
        },
    };
}

function sentence(name, data, modeName) {
    const region = String(data.region ?? "").toUpperCase();
    switch (name) {
    case "realm": {
        const change = Object.hasOwn(changes, data.change) ? changes[data.change] : null;
        return change ? `${data.name ?? data.id} (${region}) ${change}` : null;
    }
    case "outage": {
        const what = data.scope === "category" && data.category ? `${data.category} (${region})` : region;
        const count = Array.isArray(data.realms) ? ` · ${plural(data.realms.length, "realm")}` : "";
        if (data.over) return `${what}: the outage is over${count}`;
        return `${what}: ${data.maintenance ? "maintenance" : "outage"}${count}`;
    }
    case "recovery": {
        const back = Array.isArray(data.realms) ? plural(data.realms.length, "realm") : "realms";
        return `${region}: ${back} up again · ${Number(data.stillDown) || 0} still down`;
    }
    case "freshness": {
        const words = { fresh: "is up to date again", stale: "became stale",
            noNetwork: "is cut off: no network" };
        const known = words[data.freshness?.state];
        return known ? `${region}: ${known}` : null;
    }
    case "rotation":
        return `${modeName ?? data.mode}: ${data.current?.map ?? "no map is known"}`;
    case "schedule":
        return data.accepted ? "A new schedule is in force" : "A new schedule file was refused";
    default:
        return null;
    }
}
