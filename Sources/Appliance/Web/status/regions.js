// The table of the realms: a row for each region, a cell for each version of the game; what is down stands first.

import { el, keyed, list, setChildren, setText, show, titled, webAddress } from "./dom.js";
import { makeFlavour, worst } from "./flavour.js";
import { freshnessLook } from "./freshness.js";
import { makeHistories } from "./histories.js";
import { icon } from "./icons.js";
import { fullName, regionName } from "./places.js";
import { clockText } from "./time.js";
import { isSharedDoubt } from "./verdict.js";
import { t } from "./words.js";

/** Versions that have columns of their own; more of them stand below each other. */
const mostColumns = 3;

/**
 * Builds the table; `get` fetches, `onPast` hears of each version's last 24 hours. `update(body, trusted)` draws,
 * `tick(at)` says how old it is, `refresh(region, flavour)` fetches details again, `retell()` has `onPast` hear once more of what is known.
 */
export function makeRegions(root, get, onPast) {
    const head = el("div", { class: "table-head", "aria-hidden": "true" });
    const rows = el("div", { class: "regions" });
    const table = el("div", { class: "card table" }, head, rows);
    const none = el("p", { class: "empty", text: t("regions.none") });
    root.replaceChildren(table, none);
    const histories = makeHistories(get);
    const views = new Map();
    let order = [];
    let at = null;
    return {
        update(body, trusted) {
            const regions = list(body?.regions);
            show(none, regions.length === 0);
            show(table, regions.length > 0);
            const columns = versions(regions);
            const isSaid = isSharedDoubt(regions);
            table.dataset.columns = columns.length <= mostColumns ? columns.length : "many";
            setChildren(head, [t("regions.region"), ...columns.map((one) => t("regions.column", { version: titled(one) }))]
                .map((text) => el("span", { text })));
            // A person who works in the table keeps their place; the order changes when they have left it.
            if (!held(rows)) order = bySeverity(regions, trusted).map((region) => String(region.region));
            const place = (region) => (order.indexOf(String(region.region)) + 1) || Infinity;
            const items = regions.toSorted((left, right) => place(left) - place(right))
                .map((region) => ({ region, trusted, isSaid, columns, at }));
            keyed(rows, views, items, (item) => String(item.region.region), () => makeRow(get, histories, onPast));
        },
        tick(when) {
            at = when;
            for (const view of views.values()) view.tick(at);
        },
        refresh(region, flavour) {
            for (const [key, row] of views) if (!region || key === region) row.refresh(flavour);
        },
        retell() {
            for (const row of views.values()) row.retell();
        },
    };
}

function held(rows) {
    return rows.contains(document.activeElement) || rows.querySelector("details[open]") !== null;
}

/** The versions of all regions, in the order in which they are first met. */
function versions(regions) {
    return [...new Set(regions.flatMap((region) => list(region.flavours).map((one) => String(one.flavour))))];
}

/** Down, then maintenance, then what nobody knows, then the others as the owner put them. */
function bySeverity(regions, trusted) {
    const gravity = (region) => Math.min(9, ...list(region.flavours).map((flavour) => {
        const fresh = trusted && freshnessLook(flavour.freshness) === "fresh";
        return { down: 0, recovering: 0, maintenance: 1, unknown: 2 }[worst(flavour, fresh)] ?? 9;
    }));
    return regions.toSorted((left, right) => gravity(left) - gravity(right));
}

function makeRow(get, histories, onPast) {
    const name = el("h3", { class: "region-name" });
    const age = el("p", { class: "age" });
    const page = el("a", { class: "out", target: "_blank", rel: "noopener noreferrer" });
    const window = el("p", { class: "chip window" }, icon("maintenance"), t("regions.window"));
    const body = el("div", { class: "flavours" });
    const root = el("article", { class: "region" },
        el("header", { class: "region-head" }, name, age, page, window), body);
    const views = new Map();
    let shown = null;

    function tick(at) {
        if (shown) setText(age, ageText(shown.region, shown.trusted, at));
    }

    return {
        root,
        tick,
        update({ region, trusted, isSaid, columns, at }) {
            shown = { region, trusted };
            setText(name, regionName(region));
            root.dataset.region = String(region.region ?? "");
            tick(at);
            const address = webAddress(region.statusPage);
            show(page, address !== null);
            if (address) page.setAttribute("href", address);
            setChildren(page, [t("regions.page"), el("span", { class: "unseen", text: t("regions.pageFor", { region: fullName(region) }) }),
                icon("away")]);
            show(window, region.maintenanceWindow === true);
            const flavours = list(region.flavours);
            root.dataset.state = rowState(flavours, trusted);
            const items = flavours.map((flavour) => ({ region, flavour, trusted, isSaid }));
            keyed(body, views, items, (item) => String(item.flavour.flavour),
                (item) => makeFlavour(item, get, histories, onPast));
            for (const [key, view] of views) view.root.dataset.column = columns.indexOf(key) + 1;
        },
        refresh(flavour) {
            for (const [key, view] of views) if (!flavour || key === flavour) view.refresh();
        },
        retell() {
            for (const view of views.values()) view.retell();
        },
    };
}

function rowState(flavours, trusted) {
    const states = flavours.map((flavour) =>
        worst(flavour, trusted && freshnessLook(flavour.freshness) === "fresh"));
    if (states.some((state) => state === "down" || state === "recovering")) return "down";
    return states.includes("maintenance") ? "maintenance" : "calm";
}

/** How old the row is: only where every version is fresh is it as new as the answer that brought it. */
function ageText(region, trusted, at) {
    const looks = list(region.flavours).map((flavour) => freshnessLook(flavour.freshness));
    const time = clockText(at);
    // The cells say so.
    if (looks.every((look) => look === "waiting")) return "";
    if (!trusted) return at === null ? t("age.stale") : t("age.staleAsOf", { time });
    if (!looks.includes("fresh")) return t("age.stale");
    return looks.every((look) => look === "fresh" || look === "waiting") ? t("bar.asOf", { time }) : t("age.partly");
}
