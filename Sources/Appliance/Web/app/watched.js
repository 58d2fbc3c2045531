// The tab "Watched": just what this person cares about, in the region that is looked at; what is down first.

import { el, setText, show, titled } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { makeGhosts, makeGroups, makeErrorPage } from "/app/groups.js";
import { makeAskLine } from "/app/notify.js";
import { eye } from "/app/signs.js";
import { leadsToHTTPS, makeSteps } from "/app/steps.js";

/** What says that a list which did not come yet will not come now. */
const cutOff = new Set(["silent", "unreachable", "offline", "notRefreshed"]);
/** Where the strip above all offers one more try already, or none would help. */
const offered = new Set([...cutOff, "old"]);

/** Builds the tab; `app` is what the app is wired with. */
export function makeWatched(root, app) {
    const cards = el("div", { class: "groups" });
    const ghosts = makeGhosts();
    const errorPage = makeErrorPage(() => app.refresh());
    const lack = makeLack(app);
    const first = el("a", { class: "first", href: "/app#realms", hidden: true }, eye(),
        el("span", { text: t("watched.first") }));
    const words = el("span");
    const empty = el("p", { class: "empty", hidden: true }, words,
        el("a", { class: "plain", href: "/app#realms", text: t("watched.choose") }));
    const elsewhere = el("p", { class: "list-note elsewhere", hidden: true });
    const origin = el("p", { class: "list-note", hidden: true });
    const prompt = makeAskLine(app);
    const steps = makeSteps(app);
    const groups = makeGroups(cards, (id, on) => app.list.watch(id, on), app.realmAddress);
    root.append(errorPage.root, ghosts.root, ...lack.nodes, cards, origin, first, empty, prompt.root, steps.root, elsewhere);
    /** What is on the screen until the tab changes: an eye turned off by accident can be turned on again. */
    let shown = new Set();
    let region = null;

    function update() {
        const { list, status, status: { trust } } = app;
        if (region !== list.region) shown = new Set();
        region = list.region;
        for (const id of list.realms) shown.add(id);
        // Whose list cannot be had still sees how the realms are.
        const isCutOff = !list.isKnown && (Boolean(app.listError) || cutOff.has(trust.kind));
        const sources = isCutOff ? everything(status, trust) : known(status, shown, trust);
        const count = sources.reduce((sum, one) => sum + one.realms.length, 0);
        groups.update(sources, trust, app.lookOf);
        const isUnofficial = sources.some((one) => one.isUnofficial && one.realms.length > 0);
        setText(origin, isUnofficial ? t("source.unofficial") : "");
        show(origin, isUnofficial);
        ghosts.set(trust.kind === "loading" || (!list.isKnown && !isCutOff));
        errorPage.set(trust);
        const isEmpty = list.isKnown && count === 0 && trust.kind !== "loading" && trust.kind !== "error";
        const regions = app.device?.regions ?? [];
        show(first, isEmpty && regions.length === 0);
        show(empty, isEmpty && regions.length > 0);
        setText(words, t("watched.none", { place: app.regionName(region) }));
        lack.update(isCutOff, count, trust.kind);
        prompt.update(count > 0 && !isCutOff && !leadsToHTTPS(app));
        steps.update(count > 0 && !isCutOff);
        const others = regions.filter((one) => one !== region).map((one) => app.regionName(one)).join(", ");
        setText(elsewhere, t("watched.others", { regions: others }));
        show(elsewhere, others !== "");
    }

    return {
        update,
        get counts() { return groups.counts; },
        /** The realm that is worst off, for a screen that has room beside the list. */
        get chosenFirst() { return groups.first; },
        /** The tab is opened: only what is watched now. */
        enter() {
            shown = new Set();
            update();
        },
    };
}

/** What stands above all realms where the person's own cannot be told apart. */
function makeLack(app) {
    const words = el("span");
    const again = el("button", { type: "button", class: "plain", text: t("page.tryAgain") });
    again.addEventListener("click", () => app.refresh());
    const note = el("p", { class: "empty", hidden: true }, words, again);
    const title = el("h2", { class: "as-seen", hidden: true });
    return { nodes: [note, title], update(isCutOff, count, kind) {
        show(note, isCutOff && kind !== "error");
        setText(words, app.listError ? t("watched.error", { why: app.listError }) : t("watched.later"));
        show(again, !offered.has(kind));
        show(title, isCutOff && count > 0);
        setText(title, t(kind === "fresh" ? "tab.realmsTitle" : "watched.asSeen"));
    } };
}

/** All realms of the region, as far as they are known. */
function everything(status, trust) {
    return trust.kind === "loading" || trust.kind === "error" ? [] : status.flavours;
}

/** The sources with the realms of `ids` alone; realms that are not listed at the moment keep their row. */
function known(status, ids, trust) {
    if (trust.kind === "loading" || trust.kind === "error") return [];
    const sources = status.flavours.map((one) =>
        ({ ...one, realms: one.realms.filter((realm) => ids.has(realm.id)) }));
    const found = new Set(sources.flatMap((one) => one.realms.map((realm) => realm.id)));
    const missing = [...ids].filter((id) => !found.has(id)).map(absent);
    if (missing.length > 0) sources.push({ name: "", look: "fresh", since: null, why: "", realms: missing });
    return sources;
}

const absents = new Map();

/** A realm that was watched and is not listed; the same object each time, so that its row is left alone. */
function absent(id) {
    if (!absents.has(id)) {
        const [flavour, slug] = id.split("/");
        absents.set(id, { id, slug: slug ?? id, flavour, name: titled(slug ?? id), state: "unknown", isMissing: true,
            category: titled(flavour), neighbours: [] });
    }
    return absents.get(id);
}
