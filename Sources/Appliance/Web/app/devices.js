// For administrators: every phone of the appliance, with test, revoke and the right to administer.

import { el, keyed, list, setText, show, titled } from "/assets/dom.js";
import { pushReason } from "/assets/reasons.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { deviceID } from "/app/identity.js";
import { makeAction, sheet } from "/app/parts.js";

/** So many phones are asked for at once. */
const page = 100;

/** Builds the sheet; `app` is what the app is wired with. */
export function makeDevices(app) {
    const note = el("p", { class: "list-note", role: "status" });
    const unknown = el("div");
    const rows = el("ul", { class: "devices" });
    const more = makeAction(t("devices.more"), async () => {
        draw([...devices, ...await fetchPage(next)]);
        return "";
    });
    const root = sheet(t("devices.title"), note, unknown, rows, ...more.nodes);
    const views = new Map();
    let devices = [];
    let next = null;
    let total = null;

    /** One page; what comes after it is remembered. */
    async function fetchPage(place) {
        const after = place === null ? "" : `&after=${place}`;
        const body = await personal("GET", `/v1/admin/devices?limit=${page}${after}`);
        const fetched = list(body?.devices);
        next = body?.next ?? null;
        show(more.button, next !== null);
        total = Number(body?.total ?? fetched.length);
        setText(note, t("devices.count", { count: total }));
        unknown.replaceChildren(...serviceNotes(body?.unknownServices));
        return fetched;
    }

    /** A row stays, with what came of its buttons, while nothing about its device changes. */
    function draw(wanted) {
        devices = [...new Map(wanted.map((one) => [one.id, one])).values()];
        const keyOf = ({ seenAt, ...facts }) => JSON.stringify([facts, whenWords(seenAt)]);
        keyed(rows, views, devices, keyOf, (device) => ({ root: deviceRow(device, app, load), update() {} }));
        app.changed();
    }

    async function load(words) {
        if (app.device?.administrator !== true) return;
        try {
            let fetched = await fetchPage(null);
            // Whoever asked for more, meanwhile or before, keeps it.
            while (next !== null && fetched.length < devices.length) fetched = [...fetched, ...await fetchPage(next)];
            draw(fetched);
            if (words) setText(note, `${words} ${note.textContent}`);
        } catch (problem) {
            setText(note, sentence(t("devices.failed", { why: problem.message })));
        }
    }

    return { root, load: () => load(), enter: () => load(),
        get total() { return total; },
        /** What a phone is called; undefined for one that is no more, null while not all are known. */
        nameOf(id) {
            const known = devices.find((one) => one.id === id);
            if (known) return String(known.name ?? "");
            return total !== null && next === null ? undefined : null;
        },
        update() {
            show(root, app.device?.administrator === true);
        } };
}

function deviceRow(device, app, reload) {
    const path = `/v1/admin/devices/${encodeURIComponent(device.id)}`;
    const isOurs = device.id === deviceID();
    const test = makeAction(t("devices.test"), async () => {
        const answer = await personal("POST", `${path}/test`);
        if (answer?.accepted) return t("notify.took");
        throw new Error(t("notify.undelivered", { why: pushReason(answer) }));
    });
    const revoke = makeAction(t("devices.revoke"), async () => {
        await personal("DELETE", path);
        await reload(sentence(t("devices.revoked")));
        return "";
    }, { sure: t("devices.revokeSure"), kind: "danger" });
    const unpair = makeAction(t("devices.unpair"), async () => {
        await personal("DELETE", `${path}/administrator`);
        if (isOurs) app.device = { ...app.device, administrator: false };
        app.changed();
        await reload(sentence(t("devices.unpaired")));
        return "";
    }, { sure: t("devices.unpairSure"), kind: "danger" });
    const facts = [isOurs ? t("devices.ours") : null,
        device.administrator ? t("devices.administrator") : null, pushWords(device.push), whenWords(device.seenAt)];
    return el("li", { class: "device" },
        el("p", {}, el("bdi", { class: "row-name", text: device.name || t("devices.noName") })),
        el("p", { class: "list-note", text: facts.filter(Boolean).join(" · ") }),
        el("div", { class: "actions" }, device.push ? test.button : null,
            device.administrator ? unpair.button : null, isOurs ? null : revoke.button),
        test.line, unpair.line, revoke.line);
}

/** What its owner may want to know of push services that phones named and the box does not know. */
function serviceNotes(services) {
    return list(services).map((service) =>
        el("p", { class: "list-note", text: t("devices.unknownService", { service: String(service) }) }));
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
