// One realm in a list of the status page: its state, since when, and what else is to be known of it.

import { categoryWords } from "./category.js";
import { el, titled } from "./dom.js";
import { icon, knownState, stateWords } from "./icons.js";
import { folded } from "./locale.js";
import { clockText, instant } from "./time.js";
import { hasWords, t } from "./words.js";

const gravity = ["down", "recovering", "maintenance", "unknown", "suspected", "up"];

/** A realm from the wire, as lists sort and search it. */
export function prepared(realm) {
    const state = knownState(realm.state);
    const others = Array.isArray(realm.otherNames) ? realm.otherNames : [];
    const categories = [realm.category ?? "", categoryWords(realm.category)];
    const searched = folded([realm.name ?? "", realm.slug ?? "", ...categories, ...others].join(" "));
    return { ...realm, state, name: String(realm.name ?? realm.slug ?? "?"), searched };
}

/** What is down first, then queues and locks, then by name. */
export function bySeverity(left, right) {
    return gravity.indexOf(left.state) - gravity.indexOf(right.state)
        || Number(right.queue === true) - Number(left.queue === true)
        || Number(right.locked === true) - Number(left.locked === true)
        || left.name.localeCompare(right.name);
}

/** The row, which leads to the realm's page; `language` is that of the names (BCP 47), or null. */
export function realmRow(realm, place, language) {
    const since = instant(realm.since);
    const when = realm.state !== "up" && since !== null ? t("trust.since", { time: clockText(since) }) : "";
    const state = realm.gone === true ? t("state.gone") : stateWords(realm.state);
    const facts = [categoryWords(realm.category), populationWords(realm)].filter(Boolean).join(" · ");
    const marks = [
        realm.queue === true ? el("span", { class: "chip queue" }, icon("queue"), t("row.queue")) : null,
        realm.locked === true ? el("span", { class: "chip locked" }, icon("locked"), t("row.locked")) : null,
    ];
    const page = realm.slug ? `/realms/${[place.region, place.flavour, realm.slug].map(encodeURIComponent).join("/")}` : null;
    return el("li", { class: `realm ${realm.state}` }, el(page ? "a" : "div", { class: "realm-row", href: page }, icon(realm.state),
        el("div", { class: "realm-text" },
            el("p", { class: "realm-name" }, el("bdi", { text: realm.name, lang: language })),
            el("p", { class: "realm-facts" },
                el("span", { class: "realm-state", text: state + when }), facts ? ` · ${facts}` : "")),
        ...marks));
}

/** `recommended` is shown as the game shows it; locked and offline are said elsewhere. */
function populationWords(realm) {
    const word = String(realm.population ?? "");
    if (["", "locked", "offline", "unknown"].includes(word)) return "";
    if (word === "recommended") return t("listing.newPlayers");
    return hasWords(`crowd.${word}`) ? t(`crowd.${word}`) : t("crowd.other", { word: titled(word) });
}
