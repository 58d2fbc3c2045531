// Realms in cards: what is down first, then maintenance, what is stale, what is unknown, what is up.

import { el, refocus, setHint, setText, show, titled } from "/assets/dom.js";
import { clockText } from "/assets/time.js";
import { t } from "/assets/words.js";
import { sentence } from "/app/ask.js";
import { makeRow } from "/app/rows.js";
import { sign } from "/app/signs.js";
import { silence } from "/app/silence.js";

const order = ["down", "maintenance", "stale", "unknown", "up"];
const kindOf = { down: "down", recovering: "down", maintenance: "maintenance", up: "up", suspected: "up" };
const gravity = ["down", "recovering", "maintenance", "unknown", "suspected", "up"];
/** Rows of short lists glide to their new place; long ones do not. */
const mostGliding = 40;

/**
 * The cards of one tab in `root`. `tap` and `address` are the rows'. `update(sources, look)` takes
 * `{ name, look, since, why, realms }` of each version of the game and `look(realm)` of a row; `trust` is that of all.
 */
export function makeGroups(root, tap, address) {
    const views = new Map();
    const groups = new Map();
    let counts = [];
    let ordered = null;
    let first = null;

    function update(sources, trust, lookOf) {
        const wanted = sorted(sources, trust);
        const focused = document.activeElement;
        const order = wanted.map((one) => `${one.key}:${one.realms.map((realm) => realm.id).join()}`).join(";");
        const tops = order === ordered ? null : placesOf(views);
        ordered = order;
        const seen = new Set();
        let place = root.firstElementChild;
        for (const one of wanted) {
            const group = groups.get(one.key) ?? makeGroup(one);
            groups.set(one.key, group);
            group.update(one);
            if (group.root === place) place = place.nextElementSibling;
            else root.insertBefore(group.root, place);
            fill(group.rows, one, trust, lookOf, seen);
        }
        for (const [id, view] of views) {
            if (seen.has(id)) continue;
            view.root.remove();
            views.delete(id);
        }
        for (const [key, group] of groups) {
            if (wanted.some((one) => one.key === key)) continue;
            group.root.remove();
            groups.delete(key);
        }
        refocus(root, focused);
        glide(views, tops);
        counts = wanted.map((one) => [one.kind, one.title]);
        const listed = wanted.flatMap((one) => one.realms).find((one) => !one.isMissing);
        first = listed ? address(listed.id) : null;
    }

    function fill(rows, group, trust, lookOf, seen) {
        let place = rows.firstElementChild;
        for (const realm of group.realms) {
            if (seen.has(realm.id)) continue;
            seen.add(realm.id);
            const view = views.get(realm.id) ?? makeRow(tap, address);
            views.set(realm.id, view);
            view.update(realm, { ...lookOf(realm), isOld: group.kind === "stale" });
            if (view.root === place) place = place.nextElementSibling;
            else rows.insertBefore(view.root, place);
        }
    }

    return { update, get counts() { return counts; },
        /** The page of the realm that is worst off. */
        get first() { return first; } };
}

/** The groups that have something to show, with their realms by name. */
function sorted(sources, trust) {
    const isOld = !["fresh", "stale"].includes(trust.kind);
    const found = new Map();
    const put = (key, kind, realm, more) => {
        if (!found.has(key)) found.set(key, { key, kind, realms: [], ...more });
        if (realm) found.get(key).realms.push(realm);
    };
    for (const source of sources) {
        const isStale = source.look !== "fresh";
        // What everything suffers from is one group.
        const key = isStale && !isOld ? `stale ${source.name}` : "stale";
        if (isStale && (source.realms.length > 0 || source.isShown)) put(key, "stale", null, { source });
        for (const realm of source.realms) {
            if (isStale || isOld) put(key, "stale", realm, isStale ? { source } : {});
            else put(kindOf[realm.state] ?? "unknown", kindOf[realm.state] ?? "unknown", realm);
        }
    }
    const groups = [...found.values()].sort((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
    for (const one of groups) {
        one.realms.sort((left, right) => (one.kind === "stale" ? rank(left) - rank(right) : 0)
            || left.name.localeCompare(right.name));
        one.title = t(`group.${one.kind}`, { count: one.realms.length });
        // What holds for everything stands in the strip above all cards.
        one.strip = one.source && !isOld ? stripText(one.source, sources.length > 1) : "";
    }
    return groups;
}

function rank(realm) {
    return gravity.indexOf(realm.state) < 3 ? 0 : 1;
}

/** `[bold, rest]` of why a source is not fresh. */
function stripText(source, isNamed) {
    const name = titled(source.name);
    const time = source.since === null ? "" : clockText(source.since);
    const key = { waiting: "waiting", failed: "failed" }[source.look] ?? "stale";
    const begin = t(key === "stale" && !time ? "strip.ever" : `strip.${key}`, { name, time });
    const rest = [source.look === "noNetwork" ? t("why.noNetwork") : source.why,
        source.realms.length > 0 ? t("strip.asSeen") : ""];
    return [isNamed || key !== "stale" || !time ? begin : t("strip.staleHere", { time }), rest.filter(Boolean).join(" ")];
}

function makeGroup({ kind }) {
    const title = el("h2");
    const note = el("p");
    const bold = el("strong");
    const rest = el("span");
    const strip = el("div", { class: "group-strip" }, sign("warning"), el("p", {}, bold, " ", rest));
    const rows = el("ul", { class: "rows" });
    const root = el("section", { class: "group", "data-kind": kind }, el("div", { class: "group-head" }, title, note),
        el("div", { class: "group-card" }, strip, rows));
    return { root, rows, update(group) {
        setText(title, group.title);
        rows.setAttribute("aria-label", group.title);
        show(title, group.realms.length > 0);
        show(rows, group.realms.length > 0);
        show(strip, Boolean(group.strip));
        if (group.strip) {
            setText(bold, group.strip[0]);
            setText(rest, group.strip[1]);
            setHint(rest, group.source.detail ?? "");
        }
        setText(note, group.note ?? "");
    } };
}

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** Where the rows of a short list are, to let them glide from there. */
function placesOf(views) {
    if (isStill.matches || views.size === 0 || views.size > mostGliding) return null;
    return new Map([...views].map(([id, view]) => [id, view.root.getBoundingClientRect().top]));
}

function glide(views, tops) {
    if (!tops) return;
    for (const [id, view] of views) {
        const before = tops.get(id);
        if (before === undefined) continue;
        const by = before - view.root.getBoundingClientRect().top;
        if (Math.abs(by) < 2 || before === 0) continue;
        view.root.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }],
            { duration: 240, easing: "ease-out" });
    }
}

/** Six grey rows, for the moment in which nothing is known yet. */
export function makeGhosts() {
    const rows = Array.from({ length: 6 }, () => el("li", { class: "ghost-row" }, el("i"), el("i")));
    const root = el("div", { class: "group-card ghosts", "aria-hidden": "true", hidden: true }, el("ul", {}, ...rows));
    let timer = null;
    return { root, set(isLoading) {
        if (isLoading && timer === null) timer = setTimeout(() => show(root, true), 300);
        if (isLoading) return;
        clearTimeout(timer);
        timer = null;
        show(root, false);
    } };
}

/** Nothing could be loaded at all, or nothing is heard yet: why, and one more try. */
export function makeErrorPage(retry) {
    const words = el("p");
    const button = el("button", { type: "button", class: "strong", text: t("page.tryAgain") });
    button.addEventListener("click", retry);
    const root = el("div", { class: "page-error", hidden: true }, sign("warning"), words, button);
    return { root, set(trust) {
        const isSilent = trust.kind === "loading" && silence.isThere;
        show(root, trust.kind === "error" || isSilent);
        if (isSilent) setText(words, sentence(t("ask.silent")));
        if (trust.kind === "error") setText(words, t("status.nothing", { why: trust.why }));
    } };
}
