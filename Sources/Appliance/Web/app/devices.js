// For administrators: every phone of the appliance, with test, revoke and the right to administer.

import { el, list, setText, show, titled } from "/assets/dom.js";
import { pushReason } from "/assets/reasons.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { deviceID } from "/app/identity.js";
import { makeAction, sheet } from "/app/parts.js";

/** So many phones are asked for at once. */
const page = 100;

/** Builds the sheet; `house` is what the app is wired with. */
export function makeDevices(house) {
    const note = el("p", { class: "list-note", role: "status" });
    const rows = el("ul", { class: "devices" });
    const more = makeAction(t("devices.more"), async () => {
        rows.append(...await fetchPage(next));
        return "";
    });
    const root = sheet(t("devices.title"), note, rows, ...more.nodes);
    const names = new Map();
    let next = null;
    let total = null;

    /** The rows of one page; what comes after it is remembered. */
    async function fetchPage(place) {
        const after = place === null ? "" : `&after=${place}`;
        const body = await personal("GET", `/v1/admin/devices?limit=${page}${after}`);
        const devices = list(body?.devices);
        for (const device of devices) names.set(device.id, String(device.name ?? ""));
        next = body?.next ?? null;
        show(more.button, next !== null);
        total = Number(body?.total ?? devices.length);
        setText(note, t("devices.count", { count: total }));
        house.changed();
        return devices.map((device) => deviceRow(device, house, load));
    }

    async function load(words) {
        if (house.device?.administrator !== true) return;
        try {
            rows.replaceChildren(...await fetchPage(null));
            if (words) setText(note, `${words} ${note.textContent}`);
        } catch (problem) {
            setText(note, sentence(t("devices.failed", { why: problem.message })));
        }
    }

    return { root, load: () => load(), enter: () => load(),
        get total() { return total; },
        /** What a phone is called; undefined for one that is not on the list. */
        nameOf: (id) => names.get(id),
        update() {
            show(root, house.device?.administrator === true);
        } };
}

function deviceRow(device, house, reload) {
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
        if (isOurs) house.device = { ...house.device, administrator: false };
        house.changed();
        await reload(sentence(t("devices.unpaired")));
        return "";
    }, { sure: t("devices.unpairSure"), kind: "danger" });
    const seen = device.seenAt ? t("devices.seen", { time: clockText(instant(device.seenAt)) }) : null;
    const facts = [isOurs ? t("devices.ours") : null,
        device.administrator ? t("devices.administrator") : null, pushWords(device.push), seen];
    return el("li", { class: "device" },
        el("p", {}, el("bdi", { class: "row-name", text: device.name || t("devices.noName") })),
        el("p", { class: "list-note", text: facts.filter(Boolean).join(" · ") }),
        el("div", { class: "actions" }, device.push ? test.button : null,
            device.administrator ? unpair.button : null, isOurs ? null : revoke.button),
        test.line, unpair.line, revoke.line);
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
