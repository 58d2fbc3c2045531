// The realms of one region and version: fetched when opened, troubled ones first, searchable.

import { el, list, plural, setChildren, setText, show, titled } from "./dom.js";
import { freshnessLook, freshnessWords } from "./freshness.js";
import { icon, knownState, stateWords } from "./icons.js";
import { folded, isFound, realmLocale } from "./locale.js";
import { clockText, instant } from "./time.js";

/** Rows before "Show all": a phone should not scroll past hundreds of healthy realms. */
const firstRows = 24;
const gravity = ["down", "recovering", "maintenance", "unknown", "suspected", "up"];
let numbering = 0;

/**
 * Makes the folded list; what is in `head` opens it, `tail` stands above its rows. `count` labels it, `refresh` fetches
 * again if it is open.
 */
export function makeRealmList(place, label, get, head, tail) {
    numbering += 1;
    const words = el("span", { class: "unseen" });
    const summary = el("summary", {}, ...head, words, icon("open"));
    const field = el("input",
        { type: "search", id: `search-${numbering}`, autocomplete: "off", spellcheck: "false" });
    const search = el("div", { class: "search" }, el("label", { for: field.id, text: "Find a realm" }),
        field);
    const note = el("p", { class: "list-note", role: "status" });
    const rows = el("ul", { class: "realms", "aria-label": `Realms of ${label}` });
    const more = el("button", { type: "button", class: "quiet" });
    const root = el("details", { class: "realm-list" }, summary,
        el("div", { class: "realm-body" }, tail, search, note, rows, more));
    let realms = null;
    let all = false;
    let state = { fresh: true, words: "" };
    let trusted = true;
    let language = null;

    async function load() {
        if (!realms) setText(note, "Loading…");
        try {
            const { body, changed } = await fetchList(place, get);
            state = { fresh: freshnessLook(body.freshness) === "fresh",
                words: freshnessWords(body.freshness) };
            language = typeof body.locale === "string" ? body.locale.replace("_", "-") : null;
            if (changed || !realms) realms = list(body.realms).map(prepared).sort(byTrouble);
            draw();
        } catch (problem) {
            const what = realms ? "This list is not up to date" : "The list could not be loaded";
            setText(note, `${what}: ${problem.message}`);
            rows.classList.add("old");
        }
    }

    function draw() {
        if (!realms) return;
        const wanted = folded(field.value);
        const found = wanted ? realms.filter((realm) => isFound(realm.searched, wanted)) : realms;
        const shown = all || wanted ? found : found.slice(0, firstRows);
        setChildren(rows, shown.map((realm) => row(realm, language)));
        rows.classList.toggle("old", !state.fresh || !trusted);
        show(search, realms.length > 8);
        show(more, shown.length < found.length);
        setText(more, `Show all ${plural(found.length, "realm")}`);
        setText(note, noteText(found.length, wanted));
    }

    function noteText(found, wanted) {
        const said = [];
        if (!state.fresh) said.push(`${state.words}.`);
        else if (!trusted) said.push("Last seen, not up to date.");
        const all = plural(realms.length, "realm");
        if (wanted) said.push(found === 0 ? "No realm has such a name." : `${found} of ${all}`);
        else if (realms.length === 0) said.push("No realms are listed.");
        else if (!said.length) said.push(all);
        return said.join(" ");
    }

    root.addEventListener("toggle", () => { if (root.open) load(); });
    field.addEventListener("input", draw);
    more.addEventListener("click", () => {
        all = true;
        const place = rows.children.length;
        draw();
        const next = rows.children[place];
        next?.setAttribute("tabindex", "-1");
        next?.focus();
    });
    return {
        root,
        count(number, fresh) {
            setText(words, number > 0 ? `. All ${plural(number, "realm")} of ${label}` : `. Realms of ${label}`);
            if (trusted !== fresh) {
                trusted = fresh;
                draw();
            }
        },
        refresh() {
            if (root.open) load();
        },
    };
}

/** A locale that the appliance refuses costs the translation, not the list. */
async function fetchList(place, get) {
    try {
        return await get(listAddress(place));
    } catch (problem) {
        if (problem.status !== 400 || viewersLocale() === "en_US") throw problem;
        return get(listAddress(place, "en_US"));
    }
}

function viewersLocale() {
    return realmLocale(navigator.languages ?? [navigator.language]);
}

/** Where the realms of a version are listed, with their names in the viewer's language. */
export function listAddress(place, locale = viewersLocale()) {
    return `/v1/regions/${encodeURIComponent(place.region)}/realms`
        + `?flavour=${encodeURIComponent(place.flavour)}&locale=${locale}`;
}

function prepared(realm) {
    const state = knownState(realm.state);
    const others = Array.isArray(realm.otherNames) ? realm.otherNames : [];
    const searched = folded([realm.name ?? "", realm.slug ?? "", realm.category ?? "", ...others].join(" "));
    return { ...realm, state, name: String(realm.name ?? realm.slug ?? "?"), searched };
}

function byTrouble(left, right) {
    return gravity.indexOf(left.state) - gravity.indexOf(right.state)
        || Number(right.queue === true) - Number(left.queue === true)
        || Number(right.locked === true) - Number(left.locked === true)
        || left.name.localeCompare(right.name);
}

function row(realm, language) {
    const since = instant(realm.since);
    const words = [stateWords(realm.state)];
    if (realm.state !== "up" && since !== null) words.push(`since ${clockText(since)}`);
    const facts = [realm.category, populationWords(realm)].filter(Boolean).join(" · ");
    const marks = [
        realm.queue === true ? el("span", { class: "chip queue" }, icon("queue"), "Queue") : null,
        realm.locked === true ? el("span", { class: "chip locked" }, icon("locked"), "Locked") : null,
    ];
    return el("li", { class: `realm ${realm.state}` }, icon(realm.state),
        el("div", { class: "realm-text" },
            el("p", { class: "realm-name" }, el("bdi", { text: realm.name, lang: language })),
            el("p", { class: "realm-facts" },
                el("span", { class: "realm-state", text: words.join(" ") }), facts ? ` · ${facts}` : "")),
        ...marks);
}

/** `recommended` is shown as the game shows it; locked and offline are said elsewhere. */
function populationWords(realm) {
    const word = String(realm.population ?? "");
    if (["", "locked", "offline", "unknown"].includes(word)) return "";
    return word === "recommended" ? "New Players" : `${titled(word)} population`;
}
