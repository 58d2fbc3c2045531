// The tab "All realms": every realm of the region, to be found and to be watched.

import { el, setChildren, setText, show, titled } from "/assets/dom.js";
import { folded, isFound } from "/assets/locale.js";
import { t } from "/assets/words.js";
import { makeGhosts, makeGroups, makeErrorPage } from "/app/groups.js";
import { arrow, sign } from "/app/signs.js";

const affected = new Set(["down", "recovering", "maintenance", "unknown"]);

/** What the list is searched and narrowed with. */
function makeTools() {
    const field = el("input", { type: "search", id: "find", autocomplete: "off", spellcheck: "false",
        enterkeyhint: "search", placeholder: t("find.label"), "aria-label": t("find.label") });
    const versions = el("div", { class: "versions", role: "radiogroup", "aria-label": t("find.version"), hidden: true });
    const number = el("span");
    const only = el("button", { type: "button", class: "toggle", "aria-pressed": "false" }, arrow("down"),
        el("span", { text: t("find.affected") }), number);
    const tools = el("div", { class: "tools" }, el("div", { class: "finder" }, sign("find"), field), only, versions);
    only.addEventListener("click", () => {
        only.setAttribute("aria-pressed", String(only.getAttribute("aria-pressed") !== "true"));
    });
    return { field, versions, number, only, tools };
}

function makeVersion(value, text, checked, choose) {
    const input = el("input", { type: "radio", name: "version", value, checked });
    input.addEventListener("change", choose);
    return el("label", {}, input, el("span", { text }));
}

/** Builds the tab; `app` is what the app is wired with. */
export function makeAllRealms(root, app) {
    const { field, versions, number, only, tools } = makeTools();
    const ghosts = makeGhosts();
    const errorPage = makeErrorPage(() => app.refresh());
    const note = el("p", { class: "list-note", hidden: true });
    const cards = el("div", { class: "groups" });
    const clear = el("button", { type: "button", class: "plain", text: t("find.clear") });
    const none = el("p", { class: "empty", hidden: true }, el("span", { text: t("find.none") }), clear);
    const groups = makeGroups(cards, (id, on) => app.list.watch(id, on), app.realmAddress);
    root.append(tools, errorPage.root, ghosts.root, note, cards, none);
    let version = "";

    function update() {
        const { status, list, listError } = app;
        const { trust } = status;
        const names = status.flavours.map((one) => one.name);
        if (versions.dataset.names !== names.join()) showVersions(names);
        show(versions, names.length > 1);
        const wanted = folded(field.value);
        const isOnly = only.getAttribute("aria-pressed") === "true";
        const isAffected = (realm) => affected.has(realm.state);
        const fits = (realm) => (!isOnly || isAffected(realm)) && (!wanted || isFound(realm.searched, wanted));
        const chosen = status.flavours.filter((one) => !version || one.name === version);
        const sources = chosen.map((one) => ({ ...one, realms: one.realms.filter(fits), isShown: !wanted && !isOnly }));
        const down = chosen.reduce((sum, one) => sum + one.realms.filter(isAffected).length, 0);
        setText(number, down > 0 ? String(down) : "");
        groups.update(sources, trust, app.lookOf);
        ghosts.set(trust.kind === "loading");
        errorPage.set(trust);
        const count = sources.reduce((sum, one) => sum + one.realms.length, 0);
        show(none, count === 0 && (Boolean(wanted) || isOnly));
        const origin = chosen.some((one) => one.isUnofficial) ? t("source.unofficial") : "";
        setText(note, listError && !list.isKnown ? t("find.noEyes", { why: listError }) : origin);
        show(note, note.textContent !== "");
    }

    function showVersions(names) {
        versions.dataset.names = names.join();
        version = names.includes(version) ? version : "";
        setChildren(versions, [["", t("find.all")], ...names.map((name) => [name, titled(name)])].map(([value, text]) =>
            makeVersion(value, text, value === version, () => {
                version = value;
                update();
            })));
    }

    function reset() {
        field.value = "";
        only.setAttribute("aria-pressed", "false");
        update();
        field.focus();
    }

    field.addEventListener("input", update);
    clear.addEventListener("click", reset);
    only.addEventListener("click", update);
    return { update, enter: update, get counts() { return groups.counts; }, get chosenFirst() { return groups.first; } };
}
