// "Latest": what happened in the last 24 hours, from the histories of the versions and from the events as they arrive.

import { categoryWords } from "./category.js";
import { el, keyed, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { NamedTurns } from "./namedturns.js";
import { regionName, sourceName } from "./places.js";
import { struck } from "./affected.js";
import { bareClock, instant, serverNow } from "./time.js";
import { t } from "./words.js";

const rowsShown = 9;
const shownFor = 86_400_000;
/** An event and a stretch of the history that begin this close to each other are the same thing (ms). */
const same = 180_000;
/** A turn that is counted and one that is named, this close to each other, are the same turn (ms). */
const sameTurn = 60_000;
/** Events within this time are told together, in milliseconds: an outage is not read out realm by realm. */
const gather = 800;
const mostAtOnce = 4;

/** The sign of each change of a realm; its words are the rows `happened.…`. */
const changes = {
    down: "down", up: "up", maintenance: "maintenance", queueStarted: "queue", queueEnded: "up",
    locked: "locked", unlocked: "up", appeared: "up", vanished: "unknown",
};

/** Builds the list in `root`; `regionOf(code)` is the body of a region, or nothing while it is not known, and `get` fetches. */
export function makeLatest(root, section, regionOf, get) {
    const known = (code) => regionOf(code) ?? { region: code, name: code.toUpperCase() };
    const nameOf = (code) => regionName(known(code));
    /** Rows of the histories by version, and those that were told live: `{ at, sign, text, region, isNamed }`. */
    const past = new Map();
    const named = new NamedTurns(get);
    let told = [];
    let waiting = [];
    let timer = null;
    const views = new Map();

    function draw() {
        const since = serverNow() - shownFor;
        const live = told.filter((row) => row.at >= since);
        const remembered = [...past].flatMap(([key, counted]) => byName(named.of(key), key.split(" ")[0], counted, nameOf))
            .filter((row) => row.at >= since && !live.some((other) => isTold(row, other)));
        const rows = [...live, ...remembered].toSorted((left, right) => right.at - left.at).slice(0, rowsShown);
        keyed(root, views, rows, (row) => `${row.at} ${row.sign} ${row.text}`, makeLine);
        show(section, rows.length > 0);
    }

    function flush() {
        timer = null;
        const kept = waiting.length > mostAtOnce
            ? [...waiting.slice(-1), { at: serverNow(), sign: "unknown", region: null,
                text: t("latest.more", { count: waiting.length - 1 }) }]
            : waiting;
        told = [...kept, ...told].slice(0, rowsShown);
        waiting = [];
        draw();
    }

    return {
        /** Takes an event of the stream. */
        tell(name, data, modeName) {
            const row = sentence(name, data, modeName, nameOf);
            if (!row) return;
            waiting.push({ at: instant(data.at) ?? serverNow(), region: String(data.region ?? ""), isNamed: name === "realm", ...row });
            timer ??= setTimeout(flush, gather);
        },
        /** Takes the last 24 hours of a version. */
        learn(place, day) {
            const where = sourceName(known(place.region), place.flavour);
            const key = `${place.region} ${place.flavour}`;
            const rows = turns(day, place, where);
            past.set(key, rows);
            draw();
            named.learn(key, place, rows).then((isNew) => { if (isNew) draw(); });
        },
        draw,
    };
}

/** The turns of a version of `region`, by the names of their realms as far as they are known. */
function byName(turns, region, counted, nameOf) {
    const found = turns.map(({ at, kind: sign, name }) => (
        { at, sign, region, isNamed: true, text: t(`happened.${sign}`, { name, region: nameOf(region) }) }));
    const isFound = (row) => found.some((one) => one.sign === row.sign && Math.abs(one.at - row.at) < sameTurn);
    return [...found, ...counted.filter((row) => !isFound(row))];
}

/** Whether what is remembered was told live: of two realms that are named each is told. */
function isTold(row, live) {
    const isNear = live.region === row.region && live.sign === row.sign && Math.abs(live.at - row.at) < same;
    return isNear && (!row.isNamed || !live.isNamed || live.text === row.text);
}

function makeLine(row) {
    const time = el("time", { datetime: new Date(row.at).toISOString() });
    const root = el("li", { class: row.sign }, time, icon(row.sign), el("span", { text: row.text }));
    return {
        root,
        update(item) {
            setText(time, bareClock(item.at));
        },
    };
}

/** Where the state of a version turned, as rows. */
function turns({ parts }, place, where) {
    const rows = [];
    for (const [number, part] of parts.entries()) {
        const before = parts[number - 1];
        if (!before || before.to !== part.from) continue;
        const [was, is] = [kind(before.state), kind(part.state)];
        const text = was === is ? null : turnText(before, part, place, where, number === parts.length - 1);
        if (text) rows.push({ at: part.from, sign: is, region: place.region, text, count: is === "down" ? part.down : before.down });
    }
    return rows;
}

function kind(state) {
    return { recovering: "down", suspected: "up" }[state] ?? state;
}

function turnText(before, part, place, where, isLast) {
    const [was, is] = [kind(before.state), kind(part.state)];
    if (is === "down") return downText(part, place, where, isLast);
    if (is === "maintenance") return t("latest.pause", { where });
    if (is !== "up") return null;
    if (was === "maintenance") return t("latest.pauseOver", { where });
    if (was !== "down") return null;
    return before.down > 0 ? t("latest.upAgain", { count: before.down, where }) : t("latest.placeUp", { where });
}

function downText(part, place, where, isLast) {
    const named = isLast ? struck(place) : null;
    if (named?.length > 0) {
        const said = { name: named[0].name, count: named.length - 1, where };
        return t(said.count > 0 ? "latest.namedDown" : "latest.oneDown", said);
    }
    return part.down > 0 ? t("latest.someDown", { count: part.down, where }) : t("latest.placeDown", { where });
}

/** An event as a row: its sign and its words, or null when it is not for people. */
function sentence(name, data, modeName, nameOf) {
    const region = data.region ? nameOf(String(data.region)) : "";
    const realms = Array.isArray(data.realms) ? t("realms", { count: data.realms.length }) : t("latest.realms");
    switch (name) {
    case "realm": return changeRow(data, region);
    case "outage": return outageRow(data, region, realms);
    case "recovery":
        return { sign: "up", text: t("latest.recovery", { region, realms, down: Number(data.stillDown) || 0 }) };
    case "freshness": {
        const state = ["fresh", "stale", "noNetwork"].find((one) => one === data.freshness?.state);
        return state ? { sign: state === "fresh" ? "up" : "unknown", text: t(`source.${state}`, { region }) } : null;
    }
    case "rotation":
        return { sign: "map", text: `${modeName ?? data.mode}: ${data.current?.map ?? t("latest.noMap")}` };
    case "schedule":
        return { sign: "map", text: t(data.accepted ? "latest.schedule" : "latest.refused") };
    default:
        return null;
    }
}

function changeRow(data, region) {
    if (!Object.hasOwn(changes, data.change)) return null;
    return { sign: changes[data.change], text: t(`happened.${data.change}`, { name: data.name ?? data.id, region }) };
}

function outageRow(data, region, realms) {
    const what = data.scope === "category" && data.category ? `${categoryWords(data.category)}, ${region}` : region;
    const kind = data.maintenance ? "maintenance" : "outage";
    const sign = data.maintenance ? "maintenance" : data.over ? "up" : "down";
    return { sign, text: t(data.over ? `ended.${kind}` : `begun.${kind}`, { what, realms }) };
}
