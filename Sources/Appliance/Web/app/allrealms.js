// The tab "All realms": every realm of the region, to be found and to be watched.

import { el, keyed, setChildren, setText, show, titled } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { folded } from "/app/status.js";
import { makeRows } from "/app/rows.js";

const troubled = new Set(["down", "recovering", "maintenance", "unknown"]);

/** Builds the tab; `house` is what the app is wired with. */
export function makeAllRealms(root, house) {
    const field = el("input",
        { type: "search", id: "find", autocomplete: "off", spellcheck: "false", enterkeyhint: "search" });
    const version = el("select", { id: "version" });
    const only = el("button",
        { type: "button", class: "quiet", "aria-pressed": "false", text: t("find.troubled") });
    const tools = el("div", { class: "tools" },
        el("div", { class: "field grows" }, el("label", { for: "find", text: t("find.label") }), field),
        el("div", { class: "field" }, el("label", { for: "version", text: t("find.version") }), version),
        only);
    const count = el("p", { class: "list-note", role: "status" });
    const blocks = el("div");
    const views = new Map();
    root.append(tools, count, blocks);

    function update() {
        const { status } = house;
        const names = status.flavours.map((one) => one.name);
        if (version.dataset.names !== names.join()) showVersions(version, names);
        show(version.parentElement, names.length > 1);
        const wanted = folded(field.value.trim());
        const isOnly = only.getAttribute("aria-pressed") === "true";
        const fits = (realm) => (!isOnly || troubled.has(realm.state)) && realm.searched.includes(wanted);
        const chosen = status.flavours.filter((one) => !version.value || one.name === version.value);
        const shown = chosen.map((one) => ({
            ...one, total: one.realms.length, isTitled: names.length > 1, realms: one.realms.filter(fits),
        }));
        keyed(blocks, views, shown, (one) => one.name, () => makeBlock(house));
        setText(count, countText(shown, wanted || isOnly, house));
    }

    field.addEventListener("input", update);
    version.addEventListener("change", update);
    only.addEventListener("click", () => {
        only.setAttribute("aria-pressed", String(only.getAttribute("aria-pressed") !== "true"));
        update();
    });
    return { update, enter: update };
}

function showVersions(version, names) {
    const chosen = version.value;
    version.dataset.names = names.join();
    setChildren(version, [el("option", { value: "", text: t("find.all") }),
        ...names.map((name) => el("option", { value: name, text: titled(name) }))]);
    version.value = names.includes(chosen) ? chosen : "";
}

function countText(shown, isFiltered, { list, listTrouble }) {
    if (!list.isKnown && listTrouble) return t("find.noEyes", { why: listTrouble });
    if (!list.isKnown && shown.length > 0) return t("find.soon");
    const found = shown.reduce((sum, one) => sum + one.realms.length, 0);
    const total = shown.reduce((sum, one) => sum + one.total, 0);
    if (shown.length === 0) return "";
    if (!isFiltered) return t("find.tap", { realms: t("realms", { count: total }) });
    return found === 0 ? t("find.none") : t("find.some", { found, count: total });
}

function makeBlock(house) {
    const title = el("h2", { class: "small-title" });
    const trust = el("p", { class: "note" });
    const rows = el("ul", { class: "rows" });
    const listed = makeRows(rows, (id, on) => house.list.watch(id, on));
    const root = el("section", { class: "block" }, title, trust, rows);
    return {
        root,
        update(one) {
            setText(title, titled(one.name));
            show(title, one.isTitled);
            rows.setAttribute("aria-label", t("find.listed", { version: titled(one.name) }));
            setText(trust, `${one.words}.`);
            show(trust, one.look !== "fresh");
            show(root, one.realms.length > 0 || one.look !== "fresh");
            listed.update(one.realms, (id) => house.list.watches(id), {
                isKnown: house.list.isKnown, isOld: () => house.status.isOld || one.look !== "fresh",
            });
        },
    };
}
