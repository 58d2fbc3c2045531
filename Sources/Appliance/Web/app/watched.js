// The tab "Watched": just what this person cares about, in the region that is looked at.

import { el, setChildren, setText, show, titled } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { makeRows } from "/app/rows.js";
import { kinds } from "/app/watching.js";
import { makeSwitch } from "/app/signs.js";

/** Builds the tab; `house` is what the app is wired with. */
export function makeWatched(root, house) {
    const note = el("p", { class: "empty", role: "status" });
    const rows = el("ul", { class: "rows", "aria-label": t("tab.watchedTitle") });
    const listed = makeRows(rows, (id, on) => house.list.watch(id, on));
    const elsewhere = el("p", { class: "list-note" });
    const switches = kinds.map((kind) =>
        [kind, makeSwitch(t(`tell.${kind}`), (on) => house.list.tell(kind, on))]);
    const legend = el("h2");
    const told = el("section", { class: "sheet" }, legend, ...switches.map(([, one]) => one.root));
    const links = el("ul", { class: "links" });
    const pages = el("details", { class: "pages" }, el("summary", { text: t("watched.history") }), links);
    root.append(note, rows, elsewhere, pages, told);
    /** What is on the screen until the tab changes: an eye turned off by accident can be turned on again. */
    let shown = new Set();
    let region = null;

    function update() {
        const { list, status } = house;
        if (region !== list.region) shown = new Set();
        region = list.region;
        for (const id of list.realms) shown.add(id);
        const realms = known(status, shown);
        listed.update(realms, (id) => list.watches(id), {
            isKnown: list.isKnown, isOld: (realm) => status.isOld || realm.look !== "fresh",
        });
        setText(note, emptyText(house));
        show(note, realms.length === 0);
        showLinks(realms);
        setText(legend, t("watched.tell", { region: house.regionName(region) }));
        for (const [kind, one] of switches) one.set(list.tells(kind), list.isKnown);
        const elsewhereWatched = (house.device?.regions ?? []).filter((one) => one !== region);
        const others = elsewhereWatched.map((one) => house.regionName(one));
        setText(elsewhere, t("watched.others", { regions: others.join(", ") }));
        show(elsewhere, others.length > 0);
    }

    function showLinks(realms) {
        show(pages, realms.length > 0);
        const wanted = JSON.stringify(realms.map((realm) => [realm.id, realm.name]));
        if (links.dataset.drawn === wanted) return;
        links.dataset.drawn = wanted;
        setChildren(links, realms.map((realm) => el("li", {}, el("a", { href: realmPage(region, realm.id) },
            el("bdi", { text: realm.name })))));
    }

    return {
        update,
        /** The tab is opened: only what is watched now. */
        enter() {
            shown = new Set();
            update();
        },
    };
}

/** Realms that are not listed at the moment keep their row. */
function known(status, ids) {
    const listed = status.flavours.flatMap((one) =>
        one.realms.filter((realm) => ids.has(realm.id)).map((realm) => ({ ...realm, look: one.look })));
    const found = new Set(listed.map((realm) => realm.id));
    const missing = [...ids].filter((id) => !found.has(id)).map((id) => ({
        id, name: titled(id.split("/")[1] ?? id), state: "unknown", isMissing: status.flavours.length > 0,
        category: titled(id.split("/")[0]), look: "stale",
    }));
    return [...listed, ...missing];
}

/** The address of the page that notices link to. */
export function realmPage(region, id) {
    return `/realms/${encodeURIComponent(region)}/${id.split("/").map(encodeURIComponent).join("/")}`;
}

function emptyText({ list, listTrouble, regionName }) {
    if (list.isKnown) {
        const place = regionName(list.region);
        return t("watched.none", { place });
    }
    if (listTrouble) {
        return t("watched.trouble", { why: listTrouble });
    }
    return t("watched.fetching");
}
