// The page of one realm, where notices lead: its state, since when, its history, and an eye.

import { el, setChildren, setText, show, titled } from "/assets/dom.js";
import { freshnessLook, freshnessWords } from "/assets/freshness.js";
import { makeHistory } from "/assets/history.js";
import { knownState } from "/assets/icons.js";
import { realmLocale } from "/assets/locale.js";
import { clockText } from "/assets/time.js";
import { patiently, Refusal, sentence } from "/app/ask.js";
import { enrol, startWorker } from "/app/device.js";
import { knownCredential } from "/app/identity.js";
import { populationText, stateText } from "/app/rows.js";
import { arrow, eye } from "/app/signs.js";
import { Watching } from "/app/watching.js";

const byID = (id) => document.getElementById(id);
const [, , region, flavour, slug] = location.pathname.split("/");
const place = [region, flavour, slug].join("/");
const root = byID("realm");
const watching = new Watching({ changed: () => drawEye(), say });
const watched = watching.of(decodeURIComponent(region ?? ""));
let id = null;

const sign = el("span", { class: "realm-sign" });
const name = el("bdi");
const state = el("p", { class: "realm-now", role: "status" });
const facts = el("p", { class: "list-note" });
const trust = el("p", { class: "note", hidden: true });
const eyeWords = el("span");
const button = el("button", { type: "button", class: "strong eye-button", "aria-pressed": "false" },
    eye(), eyeWords);
const past = makeHistory("This realm");
const others = el("ul", { class: "links" });
const group = el("section", { class: "sheet" }, el("h2", { text: "Connected realms" }),
    el("p", { class: "list-note", text: "They share one world with this realm and go down together." }), others);
const page = [el("h1", { class: "realm-title" }, sign, name), state, facts, trust, button,
    el("section", { class: "sheet" }, el("h2", { text: "The last 24 hours" }), past.root), group];

function say(words) {
    setText(byID("say"), words ?? "");
    show(byID("say"), Boolean(words));
}

function draw({ body, keptAt, history }) {
    const realm = { ...body.realm, state: knownState(body.realm?.state) };
    id = String(realm.id);
    if (root.firstElementChild !== page[0]) setChildren(root, page);
    const locale = realmLocale(navigator.languages ?? [navigator.language]);
    const shown = String(body.names?.[locale] ?? realm.name ?? slug);
    const isFresh = keptAt === null && freshnessLook(body.freshness) === "fresh";
    document.title = `${shown}: ${stateText(realm)} · Watchpost`;
    root.dataset.state = realm.state;
    root.classList.toggle("old", !isFresh);
    setChildren(sign, [arrow(realm.state)]);
    setText(name, shown);
    const marks = [realm.queue === true ? "queue" : null, realm.locked === true ? "locked" : null];
    setText(state, [stateText(realm), ...marks].filter(Boolean).join(" · "));
    const known = [titled(body.flavour), realm.category, populationText(realm)];
    setText(facts, known.filter(Boolean).join(" · "));
    setText(trust, keptAt === null ? `${freshnessWords(body.freshness)}.`
        : `Stale: last known at ${clockText(keptAt)}; the appliance cannot be reached.`);
    show(trust, !isFresh);
    setText(byID("place"), String(body.region ?? "").toUpperCase());
    show(byID("place"), true);
    const neighbours = Array.isArray(body.connectedWith) ? body.connectedWith : [];
    setChildren(others, neighbours.map((one) => el("li", {}, el("a", {
        href: `/realms/${region}/${flavour}/${encodeURIComponent(one)}` }, el("bdi", { text: titled(one) })))));
    show(group, neighbours.length > 0);
    if (history) past.update(history);
    else past.fail("The history could not be loaded.");
    drawEye();
}

function drawEye() {
    const isOn = id !== null && watched.watches(id);
    button.setAttribute("aria-pressed", String(isOn));
    setText(eyeWords, isOn ? "Watched" : "Watch this realm");
}

async function fetched(ask) {
    const [realm, history] = await Promise.all(
        [ask(`/v1/realms/${place}`), ask(`/v1/realms/${place}/history`).catch(() => null)]);
    if (!realm.body?.realm) throw new Error("the answer is not about a realm");
    return { body: realm.body, keptAt: realm.keptAt, history: history?.body ?? null };
}

function fail(problem) {
    const isMissing = problem instanceof Refusal && problem.status === 404;
    document.title = isMissing ? "No such realm · Watchpost" : "Realm · Watchpost";
    const title = isMissing ? "There is no such realm." : "This realm cannot be shown right now.";
    const advice = "It may have been renamed or merged. The app lists every realm there is.";
    setChildren(root, [el("h1", { text: title }), el("p", { class: "note", text: sentence(problem.message) }),
        isMissing ? el("p", { class: "empty", text: advice }) : null]);
}

/** The list of a phone that is known; a visitor becomes one with the first tap on the eye. */
async function fetchList() {
    if (knownCredential() !== null) await watched.load();
}

button.addEventListener("click", async () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    try {
        if (knownCredential() === null) await enrol(null);
        if (!watched.isKnown) await watched.load();
        watched.watch(id, on);
    } catch (problem) {
        say(`Not saved: ${sentence(problem.message)}`);
    }
});
addEventListener("online", () => watching.hurry());

startWorker();
patiently(fetched, draw).then(draw, (problem) => { if (id === null) fail(problem); });
fetchList().catch(() => {});
