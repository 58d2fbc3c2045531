// The page of one realm, where notices lead: its state, since when, its history, and an eye.

// Before every other module: some ask for words while they are loaded.
import "/app/language.js";
import { el, setChildren, setText, show, titled } from "/assets/dom.js";
import { freshnessLook, freshnessWords } from "/assets/freshness.js";
import { makeHistory } from "/assets/history.js";
import { knownState } from "/assets/icons.js";
import { realmLocale } from "/assets/locale.js";
import { clockText } from "/assets/time.js";
import { t } from "/assets/words.js";
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
const past = makeHistory(t("realm.this"));
const others = el("ul", { class: "links" });
const group = el("section", { class: "sheet" }, el("h2", { text: t("realm.connected") }),
    el("p", { class: "list-note", text: t("realm.share") }), others);
const page = [el("h1", { class: "realm-title" }, sign, name), state, facts, trust, button,
    el("section", { class: "sheet" }, el("h2", { text: t("realm.past") }), past.root), group];

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
    document.title = t("realm.title", { name: shown, state: stateText(realm) });
    root.dataset.state = realm.state;
    root.classList.toggle("old", !isFresh);
    setChildren(sign, [arrow(realm.state)]);
    setText(name, shown);
    const marks = [realm.queue === true ? t("realm.queue") : null,
        realm.locked === true ? t("realm.locked") : null];
    setText(state, [stateText(realm), ...marks].filter(Boolean).join(" · "));
    const known = [titled(body.flavour), realm.category, populationText(realm)];
    setText(facts, known.filter(Boolean).join(" · "));
    setText(trust, keptAt === null ? `${freshnessWords(body.freshness)}.`
        : t("status.kept", { time: clockText(keptAt) }));
    show(trust, !isFresh);
    setText(byID("place"), String(body.region ?? "").toUpperCase());
    show(byID("place"), true);
    const neighbours = Array.isArray(body.connectedWith) ? body.connectedWith : [];
    setChildren(others, neighbours.map((one) => el("li", {}, el("a", {
        href: `/realms/${region}/${flavour}/${encodeURIComponent(one)}` }, el("bdi", { text: titled(one) })))));
    show(group, neighbours.length > 0);
    if (history) past.update(history);
    else past.fail(t("realm.noHistory"));
    drawEye();
}

function drawEye() {
    const isOn = id !== null && watched.watches(id);
    button.setAttribute("aria-pressed", String(isOn));
    setText(eyeWords, isOn ? t("realm.watched") : t("realm.watch"));
}

async function fetched(ask) {
    const [realm, history] = await Promise.all(
        [ask(`/v1/realms/${place}`), ask(`/v1/realms/${place}/history`).catch(() => null)]);
    if (!realm.body?.realm) throw new Error(t("realm.strange"));
    return { body: realm.body, keptAt: realm.keptAt, history: history?.body ?? null };
}

function fail(problem) {
    const isMissing = problem instanceof Refusal && problem.status === 404;
    document.title = t(isMissing ? "realm.noneTitle" : "realm.anyTitle");
    const title = t(isMissing ? "realm.none" : "realm.cannot");
    const advice = t("realm.advice");
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
        say(t("list.notSaved", { why: sentence(problem.message) }));
    }
});
addEventListener("online", () => watching.hurry());

startWorker();
patiently(fetched, draw).then(draw, (problem) => { if (id === null) fail(problem); });
fetchList().catch(() => {});
