// The section "Realms": one card for each region, one block for each version of the game in it.

import { el, keyed, list, plural, setChildren, setText, show, titled, webAddress } from "./dom.js";
import { freshnessLook, freshnessWords } from "./freshness.js";
import { makeHistory } from "./history.js";
import { icon } from "./icons.js";
import { makeRealmList } from "./realmlist.js";
import { clockText, instant } from "./time.js";

/**
 * Builds the section; `get` fetches, `update(body, trusted)` draws, `refresh(region, flavour)` reloads
 * details.
 */
export function makeRegions(root, get) {
    const cards = el("div", { class: "cards regions" });
    const none = el("p", { class: "empty", text: "No region is configured on this appliance." });
    root.replaceChildren(cards, none);
    const views = new Map();
    return {
        update(body, trusted) {
            const regions = list(body?.regions);
            show(none, regions.length === 0);
            const items = regions.map((region) => ({ region, trusted }));
            keyed(cards, views, items, (item) => String(item.region.region), () => makeCard(get));
        },
        refresh(region, flavour) {
            for (const [key, card] of views) if (!region || key === region) card.refresh(flavour);
        },
    };
}

function makeCard(get) {
    const name = el("h3", { class: "card-title" });
    const code = el("span", { class: "code" });
    const page = el("a", { class: "out", target: "_blank", rel: "noopener noreferrer" });
    const window = el("p", { class: "chip window" }, icon("maintenance"), "Weekly maintenance window");
    const body = el("div", { class: "flavours" });
    const root = el("article", { class: "card region" },
        el("header", { class: "card-head" }, el("div", { class: "card-name" }, name, code), window, page),
            body);
    const views = new Map();
    return {
        root,
        update({ region, trusted }) {
            setText(name, region.name ?? region.region);
            setText(code, String(region.region ?? "").toUpperCase());
            const address = webAddress(region.statusPage);
            show(page, address !== null);
            if (address) page.setAttribute("href", address);
            setChildren(page,
                ["Blizzard’s page", el("span", { class: "unseen", text: ` for ${region.name}` }),
                    icon("away")]);
            show(window, region.maintenanceWindow === true);
            const items = list(region.flavours).map((flavour) => ({ region, flavour, trusted }));
            keyed(body, views, items, (item) => String(item.flavour.flavour),
                (item) => makeFlavour(item, get));
        },
        refresh(flavour) {
            for (const [key, view] of views) if (!flavour || key === flavour) view.refresh();
        },
    };
}

function makeFlavour(first, get) {
    const place = { region: String(first.region.region), flavour: String(first.flavour.flavour) };
    const label = `${first.region.name ?? place.region} ${titled(place.flavour)}`;
    const sign = el("span", { class: "sign" });
    const headline = el("p", { class: "headline" });
    const chips = el("ul", { class: "chips" });
    const trust = el("p", { class: "trust" });
    const outages = el("ul", { class: "outages" });
    const history = makeHistory(label);
    const realms = makeRealmList(place, label, get);
    const root = el("section", { class: "flavour" },
        el("div", { class: "verdict-row" }, sign,
            el("div", {}, el("h4", { text: titled(place.flavour) }), headline)),
        trust, outages, chips, history.root, realms.root);
    const address = `/v1/regions/${encodeURIComponent(place.region)}/history`
        + `?flavour=${encodeURIComponent(place.flavour)}&hours=24`;

    async function loadHistory() {
        try {
            history.update((await get(address)).body);
        } catch (problem) {
            history.fail(`No history: ${problem.message}`);
        }
    }

    loadHistory();
    return {
        root,
        update({ flavour, trusted }) {
            const look = trusted ? freshnessLook(flavour.freshness) : "stale";
            root.dataset.look = look;
            const state = worst(flavour, look === "fresh");
            root.dataset.state = state;
            setChildren(sign, [icon(state)]);
            setText(headline, headlineText(flavour, look));
            setChildren(trust,
                [trustSign(look), el("span", { text: trustText(flavour.freshness, trusted) })]);
            setChildren(chips, chipsOf(flavour.counts ?? {}));
            setChildren(outages, list(flavour.outages).map(outageRow));
            realms.count(Number(flavour.counts?.total) || 0, look === "fresh");
        },
        refresh() {
            loadHistory();
            realms.refresh();
        },
    };
}

/** The sign of the block: what is not fresh is unknown, whatever was true before. */
function worst(flavour, fresh) {
    const counts = flavour.counts ?? {};
    if (!fresh || !(counts.total > 0)) return "unknown";
    for (const state of ["down", "recovering", "maintenance"]) if (counts[state] > 0) return state;
    if (counts.unknown === counts.total) return "unknown";
    return counts.suspected > 0 ? "suspected" : "up";
}

function headlineText(flavour, look) {
    const counts = flavour.counts ?? {};
    if (look === "waiting" || !(counts.total > 0)) return "Nothing is known yet";
    const running = (Number(counts.up) || 0) + (Number(counts.suspected) || 0);
    const all = plural(counts.total, "realm");
    if (look !== "fresh") return `Not known now. Last seen: ${running} of ${all} up`;
    return running === counts.total ? `All ${all} up` : `${running} of ${all} up`;
}

function trustText(freshness, trusted) {
    return trusted ? freshnessWords(freshness) : "Not up to date: see the note at the top of the page";
}

function trustSign(look) {
    return el("span", { class: `trust-dot ${look}`, "aria-hidden": "true" });
}

function chipsOf(counts) {
    const kinds = [
        ["down", "down"], ["recovering", "coming back"], ["maintenance", "in maintenance"],
        ["suspected", "being checked"], ["unknown", "unknown"],
        ["queue", "with a queue"], ["locked", "locked"],
    ];
    return kinds.filter(([key]) => Number(counts[key]) > 0).map(([key, words]) =>
        el("li", { class: `chip ${key}` }, icon(key),
            `${Number(counts[key]).toLocaleString("en")} ${words}`));
}

function outageRow(outage) {
    const what = outage.scope === "region" ? "Whole region" : outage.category || "Part of the region";
    const since = instant(outage.since);
    const words = [`${what}: down`];
    if (since !== null) words.push(`since ${clockText(since)}`);
    const count = Number(outage.realms) || 0;
    return el("li", { class: "outage" }, icon("down"),
        el("span", { text: `${words.join(" ")} · ${plural(count, "realm")}` }));
}
