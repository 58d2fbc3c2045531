// Variables used by Scriptable.
// These must be at the very top of the file. Do not edit.
// icon-color: yellow; icon-glyph: map;

// Watchpost: which map is on, for the Home Screen and the Lock Screen, from your own box.
// It fetches the coming maps from there and nothing else, keeps them, and finds the one that is on by itself. iOS draws
// a widget when it likes, so it says times of day: a countdown would go on counting after its end.

/** The box's address, the modes to show, and the words; the box writes them here. */
const settings = null/*settings*/;

/** What an answer may have at most: it is kept, and drawn where memory is short. Characters, and entries. */
const most = { body: 200_000, entries: 400, name: 60, code: 8, tag: 100 };
/** Milliseconds: after no answer, after one that said nothing new, and the longest silence. */
const pauses = { failed: 300_000, same: 900_000, longest: 86_400_000 };
/** How far ahead is asked for: a weekend away from home. */
const hours = 72;
/** In seconds; a widget that takes long is not drawn at all. */
const patience = 8;

function t(key, values = {}) {
    const words = settings.words[key] ?? key;
    return words.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// What came over the wire: believed piece by piece.

/** An instant in milliseconds, or null. */
function instant(value) {
    const known = typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value);
    const at = known ? Date.parse(value) : NaN;
    return Number.isFinite(at) ? at : null;
}

/** Control characters, line ends, and signs that turn a line around. */
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g;

/** A name in one line and of a bounded length, without signs that turn the line around; empty when it is none. */
function named(value, longest) {
    if (typeof value !== "string") return "";
    const line = value.slice(0, 1000).replace(unseen, " ").trim();
    const letters = Array.from(line);
    return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : line;
}

/**
 * One stretch of a mode; `map` is empty where none is known, `end` null without a known one. A star stands before what no
 * schedule says, but somebody who watches the game.
 */
function checkedEntry(value) {
    const [start, end] = [instant(value?.start), instant(value?.end)];
    const hasEnd = value?.end !== undefined && value?.end !== null;
    if (typeof value?.mode !== "string" || start === null || (hasEnd && (end === null || end <= start))) return null;
    const map = named(value.map, most.name);
    const play = named(value.gameMode, most.name);
    const source = named(value.source, most.name);
    const star = map && source ? "*" : "";
    return {
        mode: value.mode, start, end, map: star + (map && play ? `${map} · ${play}` : map),
        code: star + (named(value.code, most.code) || named(map, most.code)), takeover: named(value.takeover, most.name),
        // Where the word of somebody who watches ends, no split has ended.
        isSilent: !map && Boolean(source),
    };
}

/** A timeline as `/v1/timeline` has it, or null. */
function checkedTimeline(body) {
    if (body === null || typeof body !== "object" || !Array.isArray(body.entries)) return null;
    const reloadAfter = instant(body.reloadAfter);
    if (reloadAfter === null || body.entries.length > most.entries) return null;
    const entries = body.entries.map(checkedEntry).filter((one) => one !== null).sort((a, b) => a.start - b.start);
    return { reloadAfter, validUntil: instant(body.validUntil), isStale: Boolean(body.stale), entries };
}

function parsed(text) {
    try {
        return typeof text === "string" && text.length <= most.body ? JSON.parse(text) : null;
    } catch {
        return null;
    }
}

// The store. On the phone and not in iCloud, from where a file may have to be fetched first.

function addressOf(modes) {
    const wanted = modes === null ? "" : `modes=${modes.map((mode) => encodeURIComponent(mode.key)).join(",")}&`;
    return `${settings.box}/v1/timeline?${wanted}hours=${hours}`;
}

/** A short name for a text (FNV-1a): every box and choice of modes has a file of its own. */
function digest(text) {
    let state = 0x811c9dc5;
    for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0), 0x01000193);
    return (state >>> 0).toString(16);
}

function storePath(files) {
    return files.joinPath(files.libraryDirectory(), `watchpost-${digest(addressOf(settings.modes))}.json`);
}

/** What is known before the box was ever asked. */
const nothing = { body: null, timeline: null, tag: null, seenAt: null, triedAt: 0, askAfter: 0, isOld: false };

/** What the last runs kept; one that cannot be read is none. */
function readStore() {
    try {
        const files = FileManager.local();
        const path = storePath(files);
        const kept = files.fileExists(path) ? parsed(files.readString(path)) : null;
        const numbers = ["triedAt", "askAfter"].every((name) => Number.isFinite(kept?.[name]));
        if (kept?.address !== addressOf(settings.modes) || !numbers) return nothing;
        const timeline = checkedTimeline(kept.body);
        const isWhole = timeline !== null && Number.isFinite(kept.seenAt);
        const { triedAt, askAfter } = kept;
        if (!isWhole) return { ...nothing, triedAt, askAfter: Math.min(askAfter, triedAt + pauses.failed) };
        const { body, seenAt } = kept;
        return { body, timeline, tag: checkedTag(kept.tag), seenAt, triedAt, askAfter, isOld: kept.isOld === true };
    } catch {
        return nothing;
    }
}

/** Where it cannot be written, the box is asked again at the next run. */
function writeStore({ body, tag, seenAt, triedAt, askAfter, isOld }) {
    try {
        const files = FileManager.local();
        const kept = { address: addressOf(settings.modes), body, tag, seenAt, triedAt, askAfter, isOld };
        files.writeString(storePath(files), JSON.stringify(kept));
    } catch (problem) {
        console.warn(String(problem));
    }
}

// Asking the box, at most as often as it says.

function checkedTag(value) {
    const isOne = typeof value === "string" && /^(W\/)?"[\x21\x23-\x7e]*"$/.test(value);
    return isOne && value.length <= most.tag ? value : null;
}

/** A field of an answer's head; iOS writes the names as it likes. */
function field(headers, name) {
    const key = Object.keys(headers ?? {}).find((one) => one.toLowerCase() === name);
    return key === undefined ? null : headers[key];
}

/** The status, the tag and the text of an answer; never one from somewhere else. */
async function load(address, tag) {
    const request = new Request(address);
    request.timeoutInterval = patience;
    request.headers = { Accept: "application/json", ...(tag === null ? {} : { "If-None-Match": tag }) };
    request.onRedirect = () => null;
    const text = await request.loadString().catch((problem) => {
        // "Not modified" has no text, which is no failure.
        if (request.response?.statusCode === 304) return "";
        throw problem;
    });
    const { statusCode, headers } = request.response ?? {};
    return { status: statusCode, tag: checkedTag(field(headers, "etag")), text };
}

/** A box that does not know one of the modes any more is asked for all that it has. */
async function ask(tag) {
    const answer = await load(addressOf(settings.modes), tag);
    return answer.status === 400 ? load(addressOf(null), tag) : answer;
}

/** What is known now: the store, or the box's answer where it is time to ask. */
async function renewed(kept, at) {
    const isDue = at >= Math.min(kept.askAfter, kept.triedAt + pauses.longest) || at < kept.triedAt;
    if (!isDue) return kept;
    let known = { ...kept, triedAt: at, askAfter: at + pauses.failed, isOld: kept.timeline !== null };
    try {
        const answer = await ask(kept.tag);
        const body = answer.status === 200 ? parsed(answer.text) : null;
        const timeline = checkedTimeline(body);
        if (timeline !== null) {
            const { tag } = answer;
            const askAfter = timeline.reloadAfter > at ? timeline.reloadAfter : at + pauses.same;
            known = { body, timeline, tag, seenAt: at, triedAt: at, askAfter, isOld: false };
        } else if (answer.status === 304 && kept.timeline !== null) {
            const askAfter = Math.max(kept.timeline.reloadAfter, at + pauses.same);
            known = { ...kept, seenAt: at, triedAt: at, askAfter, isOld: false };
        }
    } catch (problem) {
        console.warn(String(problem));
    }
    writeStore(known);
    return known;
}

// What there is to say of a mode.

function timeOf(at) {
    const clock = new DateFormatter();
    clock.useNoDateStyle();
    clock.useShortTimeStyle();
    return clock.string(new Date(at));
}

/** `15:30`, or `Tue 15:30` on another day; more than six days away with its date, in another year with that, too. */
function clockText(at, now) {
    const midnight = (instant) => new Date(instant).setHours(0, 0, 0, 0);
    const days = Math.round((midnight(at) - midnight(now)) / 86_400_000);
    if (days === 0) return timeOf(at);
    const day = new DateFormatter();
    day.locale = settings.language;
    const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
    day.dateFormat = Math.abs(days) < 7 ? "EEE" : isThisYear ? "d MMM" : "d MMM y";
    return `${day.string(new Date(at))} ${timeOf(at)}`;
}

/** A mode of which nothing is said yet; `isKnown` with a map, `end` of the stretch in milliseconds. */
function unsaid(mode) {
    const name = named(mode.name, most.name);
    return { name, code: "?", headline: "", until: "", takeover: "", coming: [], end: null, isKnown: false };
}

/** One of the stretches to come. */
function comingSlot(one, now) {
    const map = one.map || (one.end === null && !one.isSilent ? t("script.ended") : t("script.gap"));
    return { time: clockText(one.start, now), map };
}

/** Words for a mode at an instant. */
function look(mode, known, now) {
    const { timeline } = known;
    const said = unsaid(mode);
    if (timeline === null) return { ...said, headline: t("script.nothing"), until: t("script.unreachable") };
    const mine = timeline.entries.filter((one) => one.mode === mode.key);
    if (mine.length === 0) return { ...said, headline: t("script.gone") };
    const current = mine.find((one) => one.start <= now && (one.end === null || now < one.end)) ?? null;
    const later = mine.filter((one) => one.start > now);
    said.coming = later.map((one) => comingSlot(one, now));
    said.end = current?.end ?? later[0]?.start ?? null;
    if (current?.map) {
        const until = current.end === null ? t("script.noEnd") : t("script.until", { time: clockText(current.end, now) });
        const takeover = current.takeover ? t("script.takeover", { name: current.takeover }) : "";
        return { ...said, isKnown: true, code: current.code, headline: current.map, until, takeover };
    }
    const next = later.find((one) => one.map);
    if (current !== null && (next || current.end !== null)) {
        const time = clockText(next?.start ?? current.end, now);
        const until = next ? t("script.from", { time, map: next.map }) : t("script.until", { time });
        return { ...said, headline: t("script.gap"), until };
    }
    return { ...said, ...ending(current, mine[mine.length - 1], timeline.validUntil, now) };
}

/** Nothing is known any more: because nobody published how it goes on, or because the store does not reach so far. */
function ending(current, last, validUntil, now) {
    const isPast = validUntil !== null && validUntil <= now && last.end === validUntil;
    if (current === null && !isPast) return { headline: t("script.unknown") };
    if (current?.isSilent) return { headline: t("script.gap") };
    const time = clockText(current?.start ?? validUntil, now);
    return { headline: t("script.ended"), until: t("script.endedAt", { time }) };
}

/** What makes all of it doubtful, in words, or nothing. */
function doubt(known, now) {
    if (known.timeline === null) return "";
    const isPast = known.timeline.entries.every((one) => one.end !== null && one.end <= now);
    if (known.isOld || isPast) return t("script.asOf", { time: clockText(known.seenAt, now) });
    return known.timeline.isStale ? t("script.stale") : "";
}

// Drawing. The Lock Screen has its own colours.

const colours = {
    ground: Color.dynamic(new Color("#fffdf8"), new Color("#171e28")),
    ink: Color.dynamic(new Color("#1c2430"), new Color("#e9edf3")),
    soft: Color.dynamic(new Color("#545c69"), new Color("#a7b2c1")),
    accent: Color.dynamic(new Color("#7a5200"), new Color("#f0c15c")),
    stale: Color.dynamic(new Color("#7a4b00"), new Color("#edbe6b")),
};

function write(place, words, font, colour = null) {
    if (!words) return;
    const line = place.addText(words);
    line.font = font;
    line.lineLimit = 1;
    line.minimumScaleFactor = 0.6;
    if (colour !== null) line.textColor = colour;
}

/** A mode as a column; `rows` is how many coming slots fit below it. */
function drawColumn(place, said, rows, size) {
    write(place, said.name, Font.mediumSystemFont(11), colours.soft);
    write(place, said.headline, Font.boldSystemFont(size), said.isKnown ? colours.ink : colours.stale);
    write(place, said.until, Font.systemFont(12), colours.ink);
    write(place, said.takeover, Font.mediumSystemFont(11), colours.accent);
    place.addSpacer(4);
    for (const slot of said.coming.slice(0, said.takeover ? rows - 1 : rows)) {
        write(place, `${slot.time}  ${slot.map}`, Font.systemFont(12), colours.soft);
    }
}

function drawHome(widget, family, all, note) {
    widget.backgroundColor = colours.ground;
    const isLarge = family === "large" || family === "extraLarge";
    const shown = all.slice(0, family === "small" ? 1 : isLarge ? 4 : 3);
    if (isLarge) {
        shown.forEach((said, place) => {
            if (place > 0) widget.addSpacer(8);
            drawColumn(widget, said, Math.floor(10 / shown.length), 18);
        });
    } else if (shown.length === 1) {
        drawColumn(widget, shown[0], 3, family === "small" ? 18 : 22);
    } else {
        const row = widget.addStack();
        row.spacing = 12;
        for (const said of shown) {
            const column = row.addStack();
            column.layoutVertically();
            drawColumn(column, said, 3, 16);
        }
    }
    widget.addSpacer();
    write(widget, note, Font.mediumSystemFont(11), colours.stale);
}

/** One line beside the clock: as short as it can be said. */
function inline(said, note) {
    const words = [said.headline, said.until, note].filter(Boolean);
    return words.join(" · ");
}

function drawLockScreen(widget, family, all, note, now) {
    if (all.length === 0) return;
    const [first] = all;
    if (family === "accessoryInline") {
        write(widget, inline(first, note), Font.systemFont(14));
    } else if (family === "accessoryCircular") {
        widget.addAccessoryWidgetBackground = true;
        write(widget, first.code, Font.boldSystemFont(17));
        write(widget, first.end === null ? "" : clockText(first.end, now), Font.systemFont(11));
        // There is no room for words: a mark says that it is doubtful.
        write(widget, note ? "(!)" : "", Font.systemFont(9));
    } else if (all.length > 1) {
        for (const said of all.slice(0, note ? 2 : 3)) {
            write(widget, `${said.headline} ${said.until}`.trim(), Font.systemFont(13));
        }
        write(widget, note, Font.systemFont(12));
    } else {
        write(widget, first.headline, Font.boldSystemFont(15));
        write(widget, first.until, Font.systemFont(13));
        const [slot] = first.coming;
        write(widget, note || first.takeover || (slot ? `${slot.time}  ${slot.map}` : ""), Font.systemFont(13));
    }
}

/** The widget's parameter may name some of the modes: one on each of several widgets. */
function chosenModes() {
    const wanted = String(args.widgetParameter ?? "").split(",").map((one) => one.trim().toLowerCase());
    const chosen = settings.modes.filter((mode) => wanted.includes(mode.key.toLowerCase()));
    return chosen.length > 0 ? chosen : settings.modes;
}

/** The end of the slot, or when the box may be asked, whichever comes first; not for ever, and not at once. */
function nextDrawing(all, known, now) {
    const times = [known.askAfter, ...all.map((said) => said.end)].filter((one) => one !== null && one > now);
    return new Date(Math.max(now + 60_000, Math.min(now + pauses.longest, ...times)));
}

const known = await renewed(readStore(), Date.now());
const now = Date.now();
const all = chosenModes().map((mode) => look(mode, known, now));
const family = config.widgetFamily ?? "medium";
const widget = new ListWidget();
widget.url = `${settings.box}/app#maps`;
widget.refreshAfterDate = nextDrawing(all, known, now);
if (family.startsWith("accessory")) drawLockScreen(widget, family, all, doubt(known, now), now);
else drawHome(widget, family, all, doubt(known, now));
if (config.runsInApp) await widget.presentMedium();
else Script.setWidget(widget);
Script.complete();
