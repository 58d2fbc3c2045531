// The tab "Settings": the region, notifications, this phone, pairing, and what this is.

import { el, setChildren, setText, show, webAddress } from "/assets/dom.js";
import { makeNotify } from "/app/notify.js";
import { makeAdmin, makePairing } from "/app/pairing.js";
import { sheet } from "/app/parts.js";
import { makeLinking, makeNotices, makePhone } from "/app/phone.js";

/** Builds the tab; `house` is what the app is wired with. */
export function makeSettings(root, house) {
    const parts = {
        region: makeRegions(house), notify: makeNotify(house), notices: makeNotices(),
        phone: makePhone(house), pairing: makePairing(house), linking: makeLinking(house),
        admin: makeAdmin(house), about: makeAbout(house),
    };
    root.append(...Object.values(parts).map((part) => part.root));
    return {
        update() {
            for (const part of Object.values(parts)) part.update();
        },
        enter() {
            this.update();
            if (!house.device) return;
            parts.notices.load();
            parts.admin.load();
        },
        /** A scanned code is filled in; the tap is the owner's. */
        fill(kind, code) {
            (kind === "pair" ? parts.pairing : parts.linking).fill(code);
        },
    };
}

function makeRegions(house) {
    const choices = el("fieldset", { class: "choices" }, el("legend", { class: "unseen", text: "Region" }));
    const rows = el("div");
    choices.append(rows);
    const root = sheet("Region", choices);
    function choice(region) {
        const input = el("input", { type: "radio", name: "region", value: region.region });
        input.addEventListener("change", () => house.choose(region.region));
        return el("label", { class: "choice" }, input, el("span", { text: region.name ?? region.region }));
    }
    return { root, update() {
        const wanted = house.status.regions.map((one) => one.region).join();
        if (rows.dataset.drawn !== wanted) setChildren(rows, house.status.regions.map(choice));
        rows.dataset.drawn = wanted;
        for (const input of rows.querySelectorAll("input")) input.checked = input.value === house.region;
        show(root, wanted !== "");
    } };
}

function makeAbout(house) {
    const version = el("p", { class: "list-note" });
    const site = el("a", { text: "Web site of Watchpost", rel: "noopener noreferrer" });
    const what = "Watchpost is a small box at home that watches World of Warcraft realms and the Apex Legends map "
        + "rotation. It tells your phone when something changes, from anywhere.";
    const small = "On this phone are stored: its own random key, and the region. Not affiliated with Blizzard "
        + "Entertainment, Electronic Arts or Respawn Entertainment.";
    const home = el("a", { href: "/", text: "Status page of this appliance" });
    const root = sheet("About", el("p", { text: what }), version,
        el("ul", { class: "links" }, el("li", {}, site), el("li", {}, home)),
        el("p", { class: "list-note", text: small }));
    return { root, update() {
        const { about } = house;
        setText(version, about ? `Version ${about.version}` : "The version is not known right now.");
        const address = webAddress(about?.site ?? "");
        show(site.parentElement, address !== null);
        if (address) site.href = address;
    } };
}
