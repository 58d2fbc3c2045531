// Rows of realms: the row is one button that turns the eye; beside it is the way to the realm's page.

import { categoryWords } from "/assets/category.js";
import { el, setChildren, setText, show, titled } from "/assets/dom.js";
import { clockText, instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { dayWords, makeDayBar } from "/app/daybar.js";
import { arrow, disc, eye } from "/app/signs.js";
import { nameLanguage } from "/app/status.js";

/** So many connected realms are named to readers. */
const mostNames = 2;
const day = 86_400_000;
let numbering = 0;

/** One row; `tap(id, on)` is called with what is wanted, `address(id)` is where its page is. */
export function makeRow(tap, address) {
    const parts = makeParts();
    const { root, button } = parts;
    let [drawn, look, minute] = [null, "", null];
    let realm = null;
    button.addEventListener("click", () => tap(realm.id, button.getAttribute("aria-pressed") !== "true"));

    /** Nothing is touched unless the facts are others; `isOld` says that they are only what was last seen. */
    function update(next, { isWatched, isKnown, isUnsaved, isOld, isChosen, past: hours }) {
        realm = next;
        const today = new Date(serverNow()).getDate();
        const flags = `${isWatched} ${isKnown} ${isUnsaved} ${isOld} ${isChosen}`;
        const isSame = drawn?.realm === next && drawn.today === today && drawn.isOld === isOld;
        if (!isSame || drawn.hours !== hours) write(parts, next, { isOld, hours, address });
        drawn = { realm: next, today, isOld, hours };
        if (flags !== look) mark(parts, { isWatched, isKnown, isUnsaved, isOld, isChosen });
        look = flags;
        last(next, isOld);
    }

    /** How long it has lasted, where there is room for that; written once a minute. */
    function last(next, isOld) {
        const since = instant(next.since);
        const isOutage = !isOld && since !== null && ["down", "recovering", "maintenance"].includes(next.state);
        const minutes = isOutage ? Math.floor((serverNow() - since) / 60_000) : null;
        if (minutes === minute) return;
        minute = minutes;
        setText(parts.lasting, isOutage ? `, ${lastingText(serverNow() - since)}` : "");
    }

    return { root, update };
}

/** The elements of a row. */
function makeParts() {
    numbering += 1;
    const sign = el("span", { class: "row-sign" });
    const name = el("bdi", { class: "row-name" });
    const state = el("span", { class: "row-state" });
    const lasting = el("span", { class: "row-lasting" });
    const rest = el("span");
    const tags = el("span", { class: "row-tags" });
    const facts = el("span", { class: "row-facts", id: `facts-${numbering}` }, state, lasting, rest);
    const past = el("span", { class: "unseen", id: `past-${numbering}` });
    const bar = makeDayBar();
    const button = el("button", { type: "button", class: "row-button", "aria-pressed": "false",
        "aria-describedby": `facts-${numbering} past-${numbering}` }, sign,
        el("span", { class: "row-text" }, el("span", { class: "row-head" }, name, tags), facts, past, bar.root), eye());
    const more = el("a", { class: "row-more" }, disc());
    const root = el("li", { class: "row" }, button, more);
    return { root, button, more, sign, name, state, lasting, rest, tags, past, bar };
}

/** Writes what is known of the realm. */
function write({ root, button, more, sign, name, state, rest, tags, past, bar }, next, { isOld, hours, address }) {
    root.dataset.state = next.state;
    setChildren(sign, [arrow(next.state)]);
    setText(name, next.name);
    if (name.lang !== nameLanguage) name.lang = nameLanguage;
    setText(state, stateText(next, isOld));
    setText(rest, factsText(next));
    setChildren(tags, tagsOf(next).map((words) => el("span", { class: "tag", text: words })));
    show(tags, tags.childElementCount > 0);
    bar.draw(hours);
    setText(past, [neighboursText(next.neighbours), dayWords(hours)].filter(Boolean).join(". "));
    button.setAttribute("aria-label", t("row.watch", { name: next.name }));
    more.setAttribute("aria-label", t("row.details", { name: next.name }));
    more.setAttribute("href", address(next.id));
}

/** Shows what the person has made of it. */
function mark({ root, button, more }, { isWatched, isKnown, isUnsaved, isOld, isChosen }) {
    button.setAttribute("aria-pressed", String(isWatched));
    button.toggleAttribute("disabled", !isKnown);
    root.classList.toggle("watched", isWatched);
    root.classList.toggle("unsaved", isUnsaved);
    root.classList.toggle("old", isOld);
    root.classList.toggle("chosen", isChosen);
    if (isChosen) more.setAttribute("aria-current", "page");
    else more.removeAttribute("aria-current");
}

/** `Down since 12:31`, `Up 12 days`; what is only remembered says so, what is not listed, too. */
export function stateText(realm, isOld = false) {
    if (realm.isMissing) return t("row.missing");
    const since = instant(realm.since);
    if (realm.gone === true) return since === null ? t("now.gone") : t("since.gone", { time: clockText(since) });
    if (isOld) return t(`seen.${realm.state}`);
    if (since === null) return t(`now.${realm.state}`);
    const ago = serverNow() - since;
    if (realm.state === "up" && ago >= day) return t("now.upDays", { count: Math.floor(ago / day) });
    return t(`since.${realm.state}`, { time: clockText(since) });
}

/** `29 min`, `1 h 36 min`, `2 days`. */
export function lastingText(milliseconds) {
    const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
    if (minutes >= 2 * 1440) return t("lasting.days", { count: Math.floor(minutes / 1440) });
    if (minutes >= 60 && minutes % 60 === 0) return t("lasting.wholeHours", { hours: minutes / 60 });
    if (minutes >= 60) return t("lasting.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
    return minutes > 0 ? t("lasting.minutes", { minutes }) : t("lasting.moment");
}

function factsText(realm) {
    const count = realm.neighbours?.length ?? 0;
    // Room for one of them: who shares the server matters while choosing, how full it is to whoever waits for it.
    const isUp = realm.state === "up" || realm.state === "suspected";
    const more = isUp && count > 0 ? t("row.others", { count }) : populationText(realm);
    const facts = [categoryWords(realm.category), more].filter(Boolean);
    return facts.length > 0 ? ` · ${facts.join(" · ")}` : "";
}

/** Queue, Locked, New players: what makes a difference to whoever wants in. */
export function tagsOf(realm) {
    return [realm.queue === true ? t("row.queue") : null, realm.locked === true ? t("row.locked") : null,
        realm.population === "recommended" ? t("row.newPlayers") : null].filter(Boolean);
}

/** Locked, offline and recommended are said elsewhere. */
export function populationText(realm) {
    const word = String(realm.population ?? "");
    if (["", "locked", "offline", "unknown", "recommended"].includes(word)) return "";
    const known = ["low", "medium", "high", "full"].includes(word.toLowerCase());
    return t(`population.${known ? word.toLowerCase() : "other"}`, { word: titled(word) });
}

/** Who shares the server, for readers: the row itself has room for their number only. */
function neighboursText(names) {
    if (!names || names.length === 0) return "";
    const rest = names.length - mostNames;
    const shown = names.slice(0, mostNames).join(", ");
    return t("row.with", { names: rest > 0 ? t("row.more", { names: shown, count: rest }) : shown });
}
