// The status page: wires the parts to the appliance's API. Each part is loaded and drawn on its own.

import { el, list, setChildren, setHint, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { LiveStream } from "./live.js";
import { doubt, get, link } from "./net.js";
import { originWords } from "./origins.js";
import { Section } from "./section.js";
import { clockText } from "./time.js";
import { t } from "./words.js";

/**
 * The display turns its pages without an event, so the panel is asked this often (ms); it also notices a lost
 * link.
 */
const panelPeriod = 3000;
/** Everything else is asked for even if no event came: with a stream, and without one (ms). */
const calmPeriod = 60_000;
const streamlessPeriod = 15_000;
/** Changes that arrive together lead to one fetch (ms). */
const gather = 250;

const byID = (id) => document.getElementById(id);
const parts = {};
let latest = null;
let regionsView = null;
let rotationsView = null;
let lastCalm = 0;
let sumUp = () => {};

/** How far the realms were heard of: another part's answer does not speak for them. */
const heard = () => ({ state: link.state === "live" && parts.regions?.isDoubted ? "connecting" : link.state, at: parts.regions?.at ?? link.at });

/** Which sources are read, once it is known. */
function showOrigins() {
    const words = originWords(parts.regions?.body ?? null, parts.rotations?.body ?? null);
    setText(byID("origins"), words);
    show(byID("origins"), words !== "");
}

/** Loads a part's module; one that fails leaves a note in its own place. */
async function start(name, addresses, build) {
    const note = byID(`${name}-note`);
    try {
        const draw = await build(byID(`${name}-body`));
        parts[name] = new Section(note, addresses, draw);
        await parts[name].load();
    } catch (problem) {
        setText(note, t("part.failed"));
        setHint(note, problem.message);
        show(note, true);
    }
}

const builders = {
    panel: async (root) => {
        const { makePanel } = await import("./panel.js");
        const view = makePanel(root);
        return ([body], trusted) => view.update(body, trusted);
    },
    rotations: async (root) => {
        const { makeRotations } = await import("./rotations.js");
        rotationsView = makeRotations(root, () => parts.rotations.load());
        return ([body, timeline], trusted) => {
            rotationsView.update(body, timeline, trusted);
            showOrigins();
        };
    },
    regions: async (root) => {
        const modules = [import("./regions.js"), import("./verdict.js"), import("./affected.js")];
        const [{ makeRegions }, { verdict }, { nameAffected }] = await Promise.all(modules);
        regionsView = makeRegions(root, get, (place, past) => latest?.learn(place, past));
        sumUp = () => showVerdict(verdict(parts.regions?.body, heard()));
        return ([body], trusted) => {
            const draw = () => regionsView.update(body, parts.regions?.trusted ?? trusted);
            regionsView.tick(parts.regions?.at ?? null);
            draw();
            queueMicrotask(() => {
                sumUp();
                showLink();
                showOrigins();
            });
            nameAffected(body, get, () => {
                if (parts.regions?.body !== body) return;
                draw();
                sumUp();
                regionsView.retell();
            });
        };
    },
};


function noteRow({ sign, text, hint, way }) {
    const words = el("span", { text });
    if (way) words.append(" ", el("a", way));
    return el("li", { class: sign, title: hint || null }, sign ? icon(sign) : null, words);
}

/** The sign beside the sentence; a mood that is not sure never gets an arrow. */
const signs = { good: "up", bad: "down", pause: "maintenance", unsure: "unknown" };

function showVerdict({ mood, headline, notes }) {
    byID("verdict").dataset.mood = mood;
    setChildren(byID("verdict-sign"), [icon(signs[mood])]);
    setText(byID("verdict-words"), headline);
    const known = byID("verdict-notes");
    const wanted = JSON.stringify(notes);
    if (known.dataset.words !== wanted) setChildren(known, notes.map(noteRow));
    known.dataset.words = wanted;
    document.title = t("verdict.title", { headline });
}

function showLink() {
    const [state, words] = pillWords();
    document.documentElement.dataset.link = state;
    setText(byID("link-words"), words);
    const lost = link.state === "lost";
    show(byID("lost"), lost);
    setText(byID("lost-words"), lost && link.at !== null
        ? t("live.lostSince", { time: clockText(link.at) }) : lost ? t("live.unreachable") : "");
}

/** The page in a pill: it says "live" only when the appliance answers and every one of its sources is fresh. */
function pillWords() {
    if (link.state === "lost") return ["lost", t("live.lost")];
    const body = parts.regions?.body;
    const isLoading = !body && byID("regions-note").hidden;
    if (heard().state === "connecting" || isLoading) return ["connecting", t("live.connecting")];
    const time = clockText(parts.regions?.at ?? link.at);
    const looks = list(body?.regions).flatMap((region) => list(region.flavours))
        .map((flavour) => flavour.freshness?.state);
    if (!parts.regions?.trusted) return ["stale", body ? t("live.staleAsOf", { time }) : t("live.noData")];
    if (looks.length > 0 && looks.every((look) => look === "waiting")) return ["connecting", t("trust.waiting", { why: "" })];
    if (looks.length > 0 && !looks.includes("fresh")) return ["stale", t("live.stale")];
    if (looks.some((look) => look !== "fresh" && look !== "waiting")) return ["stale", t("live.partly", { time })];
    return ["live", t(stream.isOpen ? "live.live" : "live.often", { time })];
}

/** Which parts an event of the stream concerns. */
const concerned = {
    realm: ["regions", "panel"], outage: ["regions", "panel"], recovery: ["regions", "panel"],
    freshness: ["regions", "panel"], rotation: ["rotations", "panel"], schedule: ["rotations", "panel"],
    reset: ["regions", "rotations", "panel"],
};
const due = { parts: new Set(), details: new Map(), timer: null };

function onEvent(name, data) {
    const mode = list(parts.rotations?.body?.modes).find((one) => one.mode === data.mode);
    // The list may still be under way when the first event comes.
    begun.then(() => latest?.tell(name, data, mode?.name));
    for (const part of concerned[name] ?? []) due.parts.add(part);
    if (concerned[name]?.includes("regions")) {
        const flavour = data.flavour ?? String(data.id ?? "").split("/")[0];
        due.details.set(`${data.region ?? ""} ${flavour}`, [data.region ?? null, flavour || null]);
    }
    due.timer ??= setTimeout(fetchDue, gather);
}

function fetchDue() {
    for (const part of due.parts) parts[part]?.load();
    for (const [region, flavour] of due.details.values()) {
        const isWithinAnother = region && (due.details.has(" ") || (flavour && due.details.has(`${region} `)));
        if (!isWithinAnother) regionsView?.refresh(region, flavour);
    }
    forget();
}

function forget() {
    due.timer = null;
    due.parts.clear();
    due.details.clear();
}

/** Fetches everything that is shown. */
function refetch() {
    lastCalm = Date.now();
    for (const part of Object.values(parts)) part.load();
    regionsView?.refresh(null, null);
}

let opened = false;
const stream = new LiveStream("/v1/events", {
    open() {
        if (opened) refetch();
        opened = true;
        showLink();
    },
    error() {
        parts.panel?.load();
        showLink();
    },
    event: onEvent,
});

let timers = [];
let isBegun = false;

/** What is opened unseen, as a tab behind others, asks for nothing until somebody looks at it. */
function begin() {
    isBegun = true;
    lastCalm = Date.now();
    Promise.allSettled([
        start("panel", ["/v1/panel"], builders.panel),
        start("rotations", ["/v1/rotations", "/v1/timeline?hours=24"], builders.rotations),
        start("regions", ["/v1/regions"], builders.regions),
    ]).then(sumUp);
}

function wake() {
    if (timers.length > 0) return;
    if (isBegun) refetch();
    else begin();
    stream.open();
    timers = [setInterval(poll, panelPeriod), setInterval(tick, 1000)];
}

function sleep() {
    stream.close();
    timers.forEach(clearInterval);
    timers = [];
    // All of it is asked for when somebody looks again.
    clearTimeout(due.timer);
    forget();
    doubt();
}

function poll() {
    if (parts.panel) parts.panel.load();
    else get("/healthz").catch(() => {});
    if (Date.now() - lastCalm > (stream.isOpen ? calmPeriod : streamlessPeriod)) refetch();
}

function tick() {
    rotationsView?.tick();
    regionsView?.tick(parts.regions?.at ?? null);
    showLink();
}

link.watchers.add((state, before) => {
    showLink();
    for (const part of Object.values(parts)) part.redraw(false);
    sumUp();
    if (state === "live" && before === "lost") refetch();
});

for (const change of ["offline", "online"]) addEventListener(change, () => { if (!document.hidden) parts.panel?.load(); });
document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : wake()));
addEventListener("pagehide", sleep);
addEventListener("pageshow", (event) => { if (event.persisted && !document.hidden) wake(); });

/** The box stands beside the realms where there are two columns, else above them: the order that is seen. */
function placeBox() {
    const beside = getComputedStyle(byID("main")).display === "grid";
    const [column, before] = beside ? [byID("side"), byID("latest-part")] : [byID("realms").parentNode, byID("realms")];
    if (byID("box").parentNode !== column) column.insertBefore(byID("box"), before);
}
new ResizeObserver(placeBox).observe(byID("main"));

const regionOf = (code) => list(parts.regions?.body?.regions).find((region) => region.region === code);
const begun = import("./latest.js").then(({ makeLatest }) => {
    latest = makeLatest(byID("latest"), byID("latest-part"), regionOf, get);
    regionsView?.retell();
}, () => {});
if (!document.hidden) wake();
