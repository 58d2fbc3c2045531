// The tab "Settings": the region, notifications, this phone, pairing, and what this is.

import { el, setChildren, setText, show, webAddress } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { makeBoxSettings } from "/app/boxsettings.js";
import { makeDeadNotices } from "/app/deadnotices.js";
import { makeDevices } from "/app/devices.js";
import { storedLanguage } from "/app/identity.js";
import { chooseLanguage, languageNames } from "/app/language.js";
import { makeNotify } from "/app/notify.js";
import { makePairing } from "/app/pairing.js";
import { sheet } from "/app/parts.js";
import { makeLinking, makeNotices, makePhone } from "/app/phone.js";

/** Builds the tab; `house` is what the app is wired with. */
export function makeSettings(root, house) {
    const devices = makeDevices(house);
    const parts = {
        region: makeRegions(house), notify: makeNotify(house), notices: makeNotices(),
        phone: makePhone(house), language: makeLanguages(), pairing: makePairing(house),
        linking: makeLinking(house), box: makeBoxSettings(house), devices,
        dead: makeDeadNotices(house, devices.nameOf), about: makeAbout(house),
    };
    root.append(...Object.values(parts).map((part) => part.root));
    return {
        update() {
            for (const part of Object.values(parts)) part.update();
        },
        async enter() {
            this.update();
            if (!house.device) return;
            parts.notices.load();
            parts.box.load();
            // Who was not reached is said by name.
            await devices.load();
            parts.dead.load();
        },
        /** A scanned code is filled in; the tap is the owner's. */
        fill(kind, code) {
            (kind === "pair" ? parts.pairing : parts.linking).fill(code);
        },
    };
}

function makeRegions(house) {
    const legend = el("legend", { class: "unseen", text: t("settings.region") });
    const choices = el("fieldset", { class: "choices" }, legend);
    const rows = el("div");
    choices.append(rows);
    const root = sheet(t("settings.region"), choices);
    function choice(region) {
        const input = el("input", { type: "radio", name: "region", value: region.region });
        input.addEventListener("change", () => house.choose(region.region));
        return el("label", { class: "choice" }, input, el("span", { text: house.regionName(region.region) }));
    }
    return { root, update() {
        const wanted = house.status.regions.map((one) => one.region).join();
        if (rows.dataset.drawn !== wanted) setChildren(rows, house.status.regions.map(choice));
        rows.dataset.drawn = wanted;
        for (const input of rows.querySelectorAll("input")) input.checked = input.value === house.region;
        show(root, wanted !== "");
    } };
}

/** The language of the app on this phone; notices follow it. */
function makeLanguages() {
    const stored = storedLanguage() ?? "";
    const choices = [["", t("settings.asPhone")], ...Object.entries(languageNames)].map(([value, text]) => {
        const input = el("input", { type: "radio", name: "language", value, checked: value === stored });
        input.addEventListener("change", () => chooseLanguage(value || null));
        return el("label", { class: "choice" }, input, el("span", { text, lang: value || null }));
    });
    const legend = el("legend", { class: "unseen", text: t("settings.language") });
    const root = sheet(t("settings.language"), el("fieldset", { class: "choices" }, legend, ...choices));
    return { root, update() {} };
}

function makeAbout(house) {
    const version = el("p", { class: "list-note" });
    const site = el("a", { text: t("about.site"), rel: "noopener noreferrer" });
    const home = el("a", { href: "/", text: t("about.status") });
    const root = sheet(t("about.title"), el("p", { text: t("about.what") }), version,
        el("ul", { class: "links" }, el("li", {}, site), el("li", {}, home)),
        el("p", { class: "list-note", text: t("about.stored") }));
    return { root, update() {
        const { about } = house;
        setText(version, about ? t("about.version", { version: about.version }) : t("about.noVersion"));
        const address = webAddress(about?.site ?? "");
        show(site.parentElement, address !== null);
        if (address) site.href = address;
    } };
}
