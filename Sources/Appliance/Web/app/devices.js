// For administrators: every phone of the appliance, with test, revoke and the right to administer.

import { el, keyed, list, setText, show, titled } from "/assets/dom.js";
import { Questions } from "/assets/questions.js";
import { pushReason } from "/assets/reasons.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { deviceID } from "/app/identity.js";
import { makeAction, sheet } from "/app/parts.js";

/** So many phones are asked for at once. */
const page = 100;

/** The phones as far as they were asked for. */
class Phones {
    devices = [];
    /** Where the next page begins; null: nowhere. */
    next = null;
    total = null;
    /** Push services that addresses of phones name and that the appliance does not know. */
    unknownServices = [];
    #questions = new Questions();
    /** Whoever asked for more keeps it: so many have to come, if there are as many. */
    #wanted = 0;

    load() {
        return this.#questions.ask(() => this.#fetched(), (found) => {
            Object.assign(this, found, { devices: [...new Map(found.devices.map((one) => [one.id, one])).values()] });
            this.#wanted = Math.max(this.#wanted, this.devices.length);
        });
    }

    more() {
        this.#wanted = this.devices.length + 1;
        return this.load();
    }

    /** After something was done about one of them. */
    loadAnew() {
        this.#questions.outdate();
        return this.load();
    }

    async #fetched() {
        let found = await fetchPage(null);
        while (found.next !== null && found.devices.length < this.#wanted) {
            const { devices, ...rest } = await fetchPage(found.next);
            found = { ...rest, devices: [...found.devices, ...devices] };
        }
        return found;
    }
}

async function fetchPage(place) {
    const after = place === null ? "" : `&after=${place}`;
    const body = await personal("GET", `/v1/admin/devices?limit=${page}${after}`);
    const devices = list(body?.devices);
    const { next = null, total = devices.length, unknownServices } = body ?? {};
    return { devices, next, total: Number(total), unknownServices };
}

/** Builds the sheet; `app` is what the app is wired with. */
export function makeDevices(app) {
    const phones = new Phones();
    const note = el("p", { class: "list-note", role: "status" });
    const unknown = el("div");
    const rows = el("ul", { class: "devices" });
    const more = makeAction(t("devices.more"), async () => {
        await phones.more();
        draw();
        return "";
    });
    const root = sheet(t("devices.title"), note, unknown, rows, ...more.nodes);
    const views = new Map();

    /** A row stays, with what came of its buttons, while nothing about its device changes. */
    function draw(words = "") {
        show(more.button, phones.next !== null);
        setText(note, [words, t("devices.count", { count: phones.total })].filter(Boolean).join(" "));
        unknown.replaceChildren(...serviceNotes(phones.unknownServices));
        const keyOf = ({ seenAt, ...facts }) => JSON.stringify([facts, whenWords(seenAt)]);
        keyed(rows, views, phones.devices, keyOf, (device) => ({ root: deviceRow(device, app, changed), update() {} }));
        app.changed();
    }

    const changed = (words) => drawAfter(() => phones.loadAnew(), words);
    const load = () => drawAfter(() => phones.load());

    async function drawAfter(loaded, words) {
        if (app.device?.administrator !== true) return;
        try {
            await loaded();
            draw(words);
        } catch (problem) {
            setText(note, sentence(t("devices.failed", { why: problem.message })));
        }
    }

    return { root, load, enter: load,
        get total() { return phones.total; },
        /** What a phone is called; undefined for one that is no more, null while not all are known. */
        nameOf(id) {
            const known = phones.devices.find((one) => one.id === id);
            if (known) return String(known.name ?? "");
            return phones.total !== null && phones.next === null ? undefined : null;
        },
        update() {
            show(root, app.device?.administrator === true);
        } };
}

/** `changed(words)` is called when something was done about the phone. */
function deviceRow(device, app, changed) {
    const name = device.name || t("devices.noName");
    const path = `/v1/admin/devices/${encodeURIComponent(device.id)}`;
    const isOurs = device.id === deviceID();
    const test = makeAction(t("devices.test"), async () => {
        const answer = await personal("POST", `${path}/test`);
        if (answer?.accepted) return t("notify.took");
        throw new Error(t("notify.undelivered", { why: pushReason(answer) }));
    });
    const revoke = makeAction(t("devices.revoke"), async () => {
        await personal("DELETE", path);
        await changed(sentence(t("devices.revoked")));
        return "";
    }, { sure: t("devices.revokeSure", { name }), kind: "danger" });
    const unpair = makeAction(t("devices.unpair"), async () => {
        await personal("DELETE", `${path}/administrator`);
        if (isOurs) app.device = { ...app.device, administrator: false };
        app.changed();
        await changed(sentence(t("devices.unpaired")));
        return "";
    }, { sure: t("devices.unpairSure", { name }), kind: "danger" });
    const facts = [isOurs ? t("devices.ours") : null,
        device.administrator ? t("devices.administrator") : null, pushWords(device.push), whenWords(device.seenAt)];
    return el("li", { class: "device" },
        el("p", {}, el("bdi", { class: "row-name", text: name })),
        el("p", { class: "list-note", text: facts.filter(Boolean).join(" · ") }),
        el("div", { class: "actions" }, device.push ? test.button : null,
            device.administrator ? unpair.button : null, isOurs ? null : revoke.button),
        test.line, unpair.line, revoke.line);
}

/** What its owner may want to know of push services that phones named and the box does not know. */
function serviceNotes(services) {
    const names = Array.isArray(services) ? services.filter((one) => typeof one === "string") : [];
    return names.map((service) => el("p", { class: "list-note", text: t("devices.unknownService", { service }) }));
}

function whenWords(seenAt) {
    return seenAt ? t("devices.seen", { time: clockText(instant(seenAt)) }) : null;
}

/** How a channel is called. */
export function channelWords(kind) {
    return ["apns", "webpush"].includes(kind) ? t(`push.${kind}`) : titled(kind);
}

function pushWords(push) {
    if (!push) return t("push.none");
    const kind = channelWords(push.kind);
    if (push.state !== "disabled") return kind;
    return t("push.disabled", { kind, why: pushReason(push) });
}
