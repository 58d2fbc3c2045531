// The tab "Settings": lines with their values; each opens a page of its own.

import { el, setText, show, webAddress } from "/assets/dom.js";
import { chooseLanguage, languageNames, storedLanguage } from "/assets/language.js";
import { clockText, instant } from "/assets/time.js";
import { language, t } from "/assets/words.js";
import { makeAlerts } from "/app/alerts.js";
import { makeBoxSettings } from "/app/boxsettings.js";
import { makeDeadNotices } from "/app/deadnotices.js";
import { makeDevices } from "/app/devices.js";
import { makeLinking } from "/app/linking.js";
import { disable, enable, makeNotify, notifyState } from "/app/notify.js";
import { makePairing } from "/app/pairing.js";
import { sheet } from "/app/parts.js";
import { makeNotices, makePhone } from "/app/phone.js";
import { makeQuietHours, quietValue } from "/app/quiet.js";
import { makeTold, toldValue } from "/app/told.js";
import { makeSwitch, sign } from "/app/signs.js";

/** The pages that only a paired phone may use. */
const owners = ["box", "panel", "phones", "undelivered"];

/** Builds the tab; `house` is what the app is wired with. */
export function makeSettings(root, house) {
    const devices = makeDevices(house);
    const box = makeBoxSettings(house);
    const pages = {
        phone: makePhone(house), linked: makeLinking(house), language: makeLanguages(),
        notifications: makeNotify(house), told: makeTold(house), alerts: makeAlerts(house),
        quiet: makeQuietHours(house), notices: makeNotices(house), pair: makePairing(house),
        box: box.name, panel: box.panel, phones: devices, undelivered: makeDeadNotices(house, devices.nameOf),
        about: makeAbout(house),
    };
    const parts = makeLines(house, pages, box, devices);
    root.append(...parts.map((one) => one.root));
    return {
        chosenFirst: "/app#settings/phone",
        /** A page by its name; an unknown one is the first. */
        page: (key) => settingPage(house, pages[key] ?? pages.phone, owners.includes(key)),
        update() {
            for (const one of parts) one.update();
        },
        async enter() {
            this.update();
            if (!house.device) return;
            pages.notices.load();
            if (!isPaired(house)) return;
            box.load();
            // Who was not reached is said by name.
            await devices.load();
            await pages.undelivered.load();
            this.update();
        },
        loadNotices: () => pages.notices.load(),
        offer: (modes) => pages.alerts.offer(modes),
        /** A scanned code is filled in; the tap is the owner's. */
        fill(kind, code) {
            (kind === "pair" ? pages.pair : pages.linked).fill(code);
        },
    };
}

function isPaired(house) {
    return house.device?.administrator === true;
}

/** The lines of the tab with their values. */
function makeLines(house, pages, box, devices) {
    const paired = () => isPaired(house);
    const version = () => (house.about ? String(house.about.version ?? "") : "");
    const linked = () => (house.device?.linkedDevices > 1 ? String(house.device.linkedDevices) : "");
    const count = (number) => (typeof number === "number" ? String(number) : "");
    return [
        part("you", [makeLine("phone", "phone", () => house.device?.name ?? ""), makeLine("linked", "link", linked),
            makeRegionLine(house), makeLine("language", "words", () => languageNames[language()])]),
        part("notifications", [makeTellLine(house), makeLine("told", "words", () => toldValue(house)),
            makeLine("alerts", "clock", () => count(house.alerts.value?.maps?.length)),
            makeLine("quiet", "moon", () => quietValue(house)),
            makeLine("notices", "tray", () => count(house.notices?.length))]),
        part("appliance", [makeLine("pair", "box", () => "", () => !paired()),
            makeLine("box", "box", () => box.nameValue, paired), makeLine("panel", "settings", () => box.panelValue, paired),
            makeLine("phones", "people", () => count(devices.total), paired),
            makeLine("undelivered", "warning", () => count(pages.undelivered.count), paired,
                () => pages.undelivered.count > 0),
            makeLine("about", "about", version)]),
    ];
}

/** A page of a line; one of the owner's says what it needs where the phone is not paired. */
function settingPage(house, page, isOwners) {
    const needed = el("p", { class: "empty" }, el("span", { text: t("pair.needed") }),
        el("a", { class: "plain", href: "/app#settings/pair", text: t("settings.pair") }));
    const root = el("div", { class: "setting-page" }, needed, page.root);
    const title = t("page.title", { tab: page.root.querySelector("h2")?.textContent ?? "" });
    return { root, title, enter: () => page.enter?.(), update() {
        page.update();
        show(needed, isOwners && house.device !== null && !isPaired(house));
    } };
}

function part(name, lines) {
    const root = el("section", { class: "lines" }, el("h2", { text: t(`settings.part.${name}`) }),
        el("ul", { class: "lines-card" }, ...lines.map((one) => one.root)));
    return { root, update() {
        for (const one of lines) one.update();
    } };
}

/** One line: sign, name, value, and the way to its page. */
function makeLine(name, mark, valueOf, isShown = () => true, isAlarm = () => false) {
    const value = el("span", { class: "line-value" });
    const link = el("a", { class: "entry", href: `/app#settings/${name}` }, el("span", { class: "line-sign" }, sign(mark)),
        el("span", { class: "line-name", text: t(`settings.${name}`) }), value, chevron());
    const root = el("li", {}, link);
    return { root, update() {
        show(root, isShown());
        setText(value, valueOf() ?? "");
        value.classList.toggle("alarm", isAlarm());
    } };
}

function chevron() {
    const node = sign("forth");
    node.classList.add("chevron");
    return node;
}

/** The region opens the same sheet as the header's. */
function makeRegionLine(house) {
    const value = el("span", { class: "line-value" });
    const button = el("button", { type: "button", class: "entry", "aria-haspopup": "dialog" },
        el("span", { class: "line-sign" }, sign("globe")), el("span", { class: "line-name", text: t("settings.region") }),
        value, chevron());
    button.addEventListener("click", () => house.openRegions());
    return { root: el("li", {}, button), update() {
        setText(value, house.region ? house.regionName(house.region) : "");
    } };
}

/** The switch, what was told last, and where to go when it cannot be turned here. */
function makeTellLine(house) {
    const state = el("span", { class: "line-note" });
    const toggle = makeSwitch("", (on) => turn(on));
    const input = toggle.root.querySelector("input");
    toggle.words.replaceWith(el("span", { class: "line-sign" }, sign("bell")),
        el("span", { class: "line-name" }, el("span", { text: t("notify.title") }), state));
    toggle.root.classList.add("entry");
    const way = el("a", { class: "entry", href: "/app#settings/notifications" }, el("span", { class: "line-sign" }, sign("bell")),
        el("span", { class: "line-name" }, el("span", { text: t("notify.title") }), el("span", { class: "line-note" })), chevron());
    const root = el("li", { class: "tell-line" }, toggle.root, way);
    let said = "";
    let isBusy = false;

    async function turn(on) {
        isBusy = true;
        said = "";
        try {
            await (on ? enable(house) : disable(house));
        } catch (problem) {
            said = problem.message;
            house.announce(said);
        }
        isBusy = false;
        house.changed();
    }

    function words(kind) {
        if (said && kind !== "on") return said[0].toLocaleUpperCase() + said.slice(1);
        if (kind !== "on") return kind === "waiting" ? t("notify.looking") : t(["off", "refused"].includes(kind)
            ? `turned.${kind}` : `ask.${kind}`);
        const last = house.notices?.find((one) => one.state === "sent");
        return last ? t("told.last", { time: clockText(instant(last.at)), title: last.title }) : t("told.on");
    }

    return { root, update() {
        const { kind } = notifyState(house);
        const isTurned = ["on", "off", "refused", "waiting"].includes(kind);
        show(toggle.root, isTurned);
        show(way, !isTurned);
        root.classList.toggle("is-on", kind === "on");
        for (const node of [state, way.querySelector(".line-note")]) setText(node, words(kind));
        if (!isBusy) toggle.set(kind === "on", kind !== "waiting");
        input.setAttribute("aria-busy", String(isBusy));
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
    const root = sheet(t("settings.language"), el("fieldset", { class: "choices" }, legend, ...choices),
        el("p", { class: "list-note", text: t("language.note") }));
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
