// The tab "Settings": lines with their values; each opens a page of its own.

import { el, setText, show } from "/assets/dom.js";
import { chooseLanguage, languageNames, storedLanguage } from "/assets/language.js";
import { clockText, instant } from "/assets/time.js";
import { language, t } from "/assets/words.js";
import { makeAlerts } from "/app/alerts.js";
import { makeBoxFaults } from "/app/boxfaults.js";
import { makeBoxSettings } from "/app/boxsettings.js";
import { makeDeadNotices } from "/app/deadnotices.js";
import { makeDesk } from "/app/desk.js";
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
const owners = ["box", "panel", "phones", "undelivered", "developers"];

/** Builds the tab; `app` is what the app is wired with. */
export function makeSettings(root, app) {
    const devices = makeDevices(app);
    const box = makeBoxSettings(app);
    const pages = {
        phone: makePhone(app), linked: makeLinking(app), language: makeLanguages(),
        notifications: makeNotify(app), told: makeTold(app), alerts: makeAlerts(app),
        quiet: makeQuietHours(app), notices: makeNotices(app), pair: makePairing(app),
        box: box.name, panel: box.panel, phones: devices, undelivered: makeDeadNotices(app, devices.nameOf),
        developers: makeDesk(app), about: makeAbout(app),
    };
    const faults = makeBoxFaults(app);
    const parts = [faults, ...makeLines(app, pages, box, devices)];
    root.append(...parts.map((one) => one.root));
    return {
        chosenFirst: "/app#settings/phone",
        /** A page by its name; an unknown one is the first. */
        page: (key) => settingPage(app, pages[key] ?? pages.phone, owners.includes(key)),
        update() {
            for (const one of parts) one.update();
        },
        async enter() {
            this.update();
            if (!app.device) return;
            pages.notices.load();
            if (!isPaired(app)) return;
            box.load();
            faults.load();
            // Who was not reached is said by name.
            await devices.load();
            await pages.undelivered.load();
            await pages.developers.load();
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

function isPaired(app) {
    return app.device?.administrator === true;
}

/** The lines of the tab with their values. */
function makeLines(app, pages, box, devices) {
    const paired = () => isPaired(app);
    const version = () => (app.about ? String(app.about.version ?? "") : "");
    const linked = () => (app.device?.linkedDevices > 1 ? String(app.device.linkedDevices) : "");
    const count = (number) => (typeof number === "number" ? String(number) : "");
    return [
        part("you", [makeLine("phone", "phone", () => app.device?.name ?? ""), makeLine("linked", "link", linked),
            makeRegionLine(app), makeLine("language", "words", () => languageNames[language()])]),
        part("notifications", [makeTellLine(app), makeLine("told", "words", () => toldValue(app)),
            makeLine("alerts", "clock", () => count(app.alerts.value?.maps?.length)),
            makeLine("quiet", "moon", () => quietValue(app)),
            makeLine("notices", "tray", () => count(app.notices?.length))]),
        part("appliance", [makeLine("pair", "box", () => "", () => !paired()),
            makeLine("box", "box", () => box.nameValue, paired), makeLine("panel", "settings", () => box.panelValue, paired),
            makeLine("phones", "people", () => count(devices.total), paired),
            makeLine("undelivered", "warning", () => count(pages.undelivered.count), paired,
                () => (pages.undelivered.count > 0 ? "alarm" : "")),
            makeLine("developers", "letter", () => pages.developers.value, () => paired() && pages.developers.isThere, () => "news"),
            makeLine("about", "about", version)]),
    ];
}

/** A page of a line; one of the owner's says what it needs where the phone is not paired. */
function settingPage(app, page, isOwners) {
    const needed = el("p", { class: "empty" }, el("span", { text: t("pair.needed") }),
        el("a", { class: "plain", href: "/app#settings/pair", text: t("settings.pair") }));
    const words = page.root.querySelector("h1")?.textContent ?? "";
    const heading = el("h1", { class: "unseen", text: words, hidden: true });
    const root = el("div", { class: "setting-page" }, heading, needed, page.root);
    const title = t("page.title", { tab: words });
    return { root, title, enter: () => page.enter?.(), refresh: () => page.refresh?.(), update() {
        page.update();
        show(needed, isOwners && app.device !== null && !isPaired(app));
        // A page that is not shown takes its title along.
        show(heading, page.root.hidden);
    } };
}

function part(name, lines) {
    const root = el("section", { class: "lines" }, el("h2", { text: t(`settings.part.${name}`) }),
        el("ul", { class: "lines-card" }, ...lines.map((one) => one.root)));
    return { root, update() {
        for (const one of lines) one.update();
    } };
}

/** One line: sign, name, value, and the way to its page; `look()` is a class of the value. */
function makeLine(name, mark, valueOf, isShown = () => true, look = () => "") {
    const value = el("span", { class: "line-value" });
    const link = el("a", { class: "entry", href: `/app#settings/${name}` }, el("span", { class: "line-sign" }, sign(mark)),
        el("span", { class: "line-name", text: t(`settings.${name}`) }), value, chevron());
    const root = el("li", {}, link);
    return { root, update() {
        show(root, isShown());
        setText(value, valueOf() ?? "");
        value.className = `line-value ${look()}`.trim();
    } };
}

function chevron() {
    const node = sign("forth");
    node.classList.add("chevron");
    return node;
}

/** The region opens the same sheet as the header's. */
function makeRegionLine(app) {
    const value = el("span", { class: "line-value" });
    const button = el("button", { type: "button", class: "entry", "aria-haspopup": "dialog" },
        el("span", { class: "line-sign" }, sign("globe")), el("span", { class: "line-name", text: t("settings.region") }),
        value, chevron());
    button.addEventListener("click", () => app.openRegions());
    return { root: el("li", {}, button), update() {
        setText(value, app.region ? app.regionName(app.region) : "");
    } };
}

/** The switch, what was told last, and where to go when it cannot be turned here. */
function makeTellLine(app) {
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
        // A second tap is too early: the switch stays where the first one put it.
        if (isBusy) return toggle.set(!on);
        isBusy = true;
        said = "";
        try {
            await (on ? enable(app) : disable(app));
        } catch (problem) {
            said = problem.message;
            app.announce(said);
        }
        isBusy = false;
        return app.changed();
    }

    function words(kind) {
        if (said && kind !== "on") return said[0].toLocaleUpperCase() + said.slice(1);
        if (kind !== "on") return kind === "waiting" ? t("notify.looking") : t(["off", "refused"].includes(kind)
            ? `turned.${kind}` : `ask.${kind}`);
        const last = app.notices?.find((one) => one.state === "sent");
        return last ? t("told.last", { time: clockText(instant(last.at)), title: last.title }) : t("told.on");
    }

    return { root, update() {
        const { kind } = notifyState(app);
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

function makeAbout(app) {
    const version = el("p", { class: "list-note" });
    const manual = el("a", { href: "/manual", target: "_blank", rel: "noopener", text: t("about.manual") });
    const home = el("a", { href: "/", text: t("about.status") });
    const root = sheet(t("about.title"), el("p", { text: t("about.what") }), version,
        el("ul", { class: "links" }, el("li", {}, manual), el("li", {}, home)),
        el("p", { class: "list-note", text: t("about.stored") }));
    return { root, update() {
        const { about } = app;
        setText(version, about ? t("about.version", { version: about.version }) : t("about.noVersion"));
    } };
}
