// Rows of realms: the whole row is one button that turns the eye.

import { el, keyed, setChildren, setText, show, titled } from "/assets/dom.js";
import { icon, stateWords } from "/assets/icons.js";
import { clockText, instant } from "/assets/time.js";
import { language, t } from "/assets/words.js";
import { arrow, eye } from "/app/signs.js";

/** So many connected realms are named in a row. */
const mostNames = 2;

/**
 * A list of rows in `container`. `tap(id, on)` is called with what is wanted. In the options of `update`
 * `isKnown` says whether the watch list is there, `isOld(realm)` whether a state may not look fresh.
 */
export function makeRows(container, tap) {
    const views = new Map();
    return {
        update(realms, watches, { isKnown, isOld }) {
            keyed(container, views, realms, (realm) => realm.id, () => makeRow(tap));
            for (const realm of realms) views.get(realm.id)?.mark(watches(realm.id), isKnown, isOld(realm));
        },
    };
}

function makeRow(tap) {
    const sign = el("span", { class: "row-sign" });
    const name = el("bdi");
    const state = el("span", { class: "row-state" });
    const facts = el("span");
    const marks = el("span", { class: "row-marks" });
    const button = el("button", { type: "button", class: "row-button", "aria-pressed": "false" }, sign,
        el("span", { class: "row-text" }, el("span", { class: "unseen", text: t("row.watch") }),
            el("span", { class: "row-name" }, name),
            el("span", { class: "row-facts" }, state, facts), marks), eye());
    const root = el("li", { class: "row" }, button);
    let realm = null;
    let drawn = "";
    button.addEventListener("click", () => tap(realm.id, button.getAttribute("aria-pressed") !== "true"));

    function update(next) {
        realm = next;
        const wanted = JSON.stringify([next, new Date().getDate()]);
        if (wanted === drawn) return;
        drawn = wanted;
        root.dataset.state = next.state;
        setChildren(sign, [arrow(next.state)]);
        setText(name, next.name);
        setText(state, stateText(next));
        setText(facts, factsText(next));
        setChildren(marks, [
            next.queue === true ? chip("queue", t("row.queue")) : null,
            next.locked === true ? chip("locked", t("row.locked")) : null,
        ]);
        show(marks, next.queue === true || next.locked === true);
    }

    function mark(isWatched, isKnown, isOld) {
        button.setAttribute("aria-pressed", String(isWatched));
        button.toggleAttribute("disabled", !isKnown);
        root.classList.toggle("watched", isWatched);
        root.classList.toggle("old", isOld);
    }

    return { root, update, mark };
}

function chip(kind, words) {
    return el("span", { class: `chip ${kind}` }, icon(kind), words);
}

/** `Down since 12:31`; what is not listed says so. */
export function stateText(realm) {
    if (realm.isMissing) return t("row.missing");
    const since = instant(realm.since);
    const words = stateWords(realm.state);
    const begin = words[0].toLocaleUpperCase(language()) + words.slice(1);
    const isSince = realm.state !== "up" && since !== null;
    return isSince ? t("row.since", { state: begin, time: clockText(since) }) : begin;
}

function factsText(realm) {
    const facts = [realm.category, populationText(realm), neighboursText(realm.neighbours)].filter(Boolean);
    return facts.length > 0 ? ` · ${facts.join(" · ")}` : "";
}

/** `recommended` is shown as the game shows it; locked and offline are said elsewhere. */
export function populationText(realm) {
    const word = String(realm.population ?? "");
    if (["", "locked", "offline", "unknown"].includes(word)) return "";
    const known = ["recommended", "low", "medium", "high", "full"].includes(word.toLowerCase());
    return t(`population.${known ? word.toLowerCase() : "other"}`, { word: titled(word) });
}

function neighboursText(names) {
    if (!names || names.length === 0) return "";
    const rest = names.length - mostNames;
    const shown = names.slice(0, mostNames).join(", ");
    return t("row.with", { names: rest > 0 ? t("row.more", { names: shown, count: rest }) : shown });
}
