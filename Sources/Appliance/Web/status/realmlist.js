// The realms of one region and version: fetched when opened, what is down first, searchable.

import { el, list, setChildren, setText, show } from "./dom.js";
import { freshnessCaption, freshnessLook } from "./freshness.js";
import { icon } from "./icons.js";
import { folded, isFound, realmLocale } from "./locale.js";
import { Questions } from "./questions.js";
import { bySeverity, prepared, realmRow } from "./realmrow.js";
import { t } from "./words.js";

/** Rows before "Show all": a phone should not scroll past hundreds of healthy realms. */
const firstRows = 24;
let numbering = 0;

/**
 * Makes the folded list; what is in `head` opens it, `tail` stands above its rows. `count` labels it, `refresh` fetches
 * again if it is open.
 */
export function makeRealmList(place, label, get, head, tail) {
    const parts = makeParts(label, head, tail);
    const { root, words, field } = parts;
    const questions = new Questions();
    let realms = null;
    /** What they were made of. */
    let known = null;
    let isWhole = false;
    let state = { fresh: true, words: "" };
    let trusted = true;
    let language = null;

    function take({ body }) {
        state = { fresh: freshnessLook(body.freshness) === "fresh",
            words: freshnessCaption(body.freshness) };
        language = typeof body.locale === "string" ? body.locale.replace("_", "-") : null;
        if (body !== known) realms = list(body.realms).map(prepared).sort(bySeverity);
        known = body;
        draw();
    }

    async function load() {
        if (!realms) setText(parts.note, t("listing.loading"));
        try {
            await questions.ask(() => fetchList(place, get), take);
        } catch (problem) {
            setText(parts.note, t(realms ? "listing.old" : "listing.failed", { why: problem.message }));
            parts.rows.classList.add("old");
        }
    }

    function draw() {
        if (realms) drawList(parts, { place, realms, isWhole, state, trusted, language });
    }

    root.addEventListener("toggle", () => { if (root.open) load(); });
    field.addEventListener("input", draw);
    parts.more.addEventListener("click", () => {
        isWhole = true;
        const next = parts.rows.children.length;
        draw();
        parts.rows.children[next]?.setAttribute("tabindex", "-1");
        parts.rows.children[next]?.focus();
    });
    return {
        root,
        count(number, fresh) {
            setText(words, number > 0 ? t("listing.summary", { count: number, place: label })
                : t("listing.some", { place: label }));
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

/** The elements of a list. */
function makeParts(label, head, tail) {
    numbering += 1;
    const words = el("span", { class: "unseen" });
    const summary = el("summary", {}, ...head, words, icon("open"));
    const field = el("input",
        { type: "search", id: `search-${numbering}`, autocomplete: "off", spellcheck: "false" });
    const search = el("div", { class: "search" }, el("label", { for: field.id, text: t("find.label") }), field);
    const note = el("p", { class: "list-note", role: "status" });
    const rows = el("ul", { class: "realms", "aria-label": t("listing.label", { place: label }) });
    const more = el("button", { type: "button", class: "quiet" });
    const root = el("details", { class: "realm-list" }, summary,
        el("div", { class: "realm-body" }, tail, search, note, rows, more));
    return { root, words, field, search, note, rows, more };
}

/** Draws the rows that are wanted, and says how many there are and how far they can be trusted. */
function drawList({ field, search, note, rows, more }, { place, realms, isWhole, state, trusted, language }) {
    const wanted = folded(field.value);
    const found = wanted ? realms.filter((realm) => isFound(realm.searched, wanted)) : realms;
    const shown = isWhole || wanted ? found : found.slice(0, firstRows);
    const held = rows.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    setChildren(rows, shown.map((realm) => realmRow(realm, place, language)));
    // Who is on a realm's link by keyboard stays on it.
    if (held) rows.querySelector(`a[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    rows.classList.toggle("old", !state.fresh || !trusted);
    show(search, realms.length > 8);
    show(more, shown.length < found.length);
    setText(more, t("listing.all", { count: found.length }));
    const said = [];
    if (!state.fresh) said.push(t("listing.stale", { words: state.words }));
    else if (!trusted) said.push(t("listing.seen"));
    if (wanted) said.push(foundWords(found.length, realms.length));
    else if (realms.length === 0) said.push(t("listing.empty"));
    else if (!said.length) said.push(t("realms", { count: realms.length }));
    setText(note, said.join(" "));
}

function foundWords(count, all) {
    return count === 0 ? t("listing.none") : t("listing.found", { count, total: t("realms.of", { count: all }) });
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
