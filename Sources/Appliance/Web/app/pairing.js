// Pairing: who can read the appliance's own display may administer it.

import { el, list, setChildren, setText, show, titled } from "/assets/dom.js";
import { clockText, instant } from "/assets/time.js";
import { personal, sentence } from "/app/ask.js";
import { deviceID } from "/app/identity.js";
import { makeAction, makeCodeForm, sheet } from "/app/parts.js";

/** Asks for the six digits that stand on the appliance. */
export function makePairing(house) {
    const state = el("p", { class: "list-note" });
    const ask = makeAction("Show a code on the appliance", async () => {
        const answer = await personal("POST", "/v1/pairing");
        const place = answer?.shownOn === "display" ? "on the appliance’s display" : "in its journal";
        return `The code stands ${place} until ${clockText(instant(answer?.expiresAt))}`;
    });
    const redeem = makeCodeForm({ label: "Six-digit code", button: "Pair", pattern: /^\d{6}$/, numeric: true,
        send: async (code) => {
            try {
                house.device = await personal("POST", "/v1/pairing/redeem", { code });
            } catch (problem) {
                const left = problem.problem?.triesLeft;
                if (typeof left !== "number") throw problem;
                throw new Error(`wrong code; ${left === 1 ? "one try is" : `${left} tries are`} left`);
            }
            house.changed();
            return "Paired: this phone is an administrator now";
        } });
    const root = sheet("Pair this phone", state, ...ask.nodes, redeem.form);
    return { root, fill: redeem.fill, update() {
        const isPaired = house.device?.administrator === true;
        const others = house.device?.linkedDevices > 1 ? " So do the devices that are linked with it." : "";
        setText(state, isPaired ? "This phone is paired: it may change the appliance’s settings, and the realms "
            + "it watches drive the lamp “everything I watch”."
            : `A paired phone administers the appliance.${others} At home a code can be shown on its display; `
            + "“watchpost pair” prints one as well.");
        for (const node of [ask.button, redeem.form]) show(node, !isPaired);
    } };
}

/** For administrators: every phone, with test and revoke. */
export function makeAdmin(house) {
    const note = el("p", { class: "list-note", role: "status" });
    const rows = el("ul", { class: "devices" });
    const root = sheet("Phones of this appliance", note, rows);
    async function load() {
        if (house.device?.administrator !== true) return;
        try {
            const body = await personal("GET", "/v1/admin/devices?limit=500");
            const devices = list(body?.devices);
            setChildren(rows, devices.map((device) => deviceRow(device, load)));
            const count = Number(body?.total ?? devices.length);
            setText(note, count === 1 ? "One phone is registered." : `${count} phones are registered.`);
        } catch (problem) {
            setText(note, sentence(`The list could not be loaded: ${problem.message}`));
        }
    }
    return { root, load, update() {
        const isShown = house.device?.administrator === true;
        if (isShown && root.hidden) load();
        show(root, isShown);
    } };
}

function deviceRow(device, reload) {
    const path = `/v1/admin/devices/${encodeURIComponent(device.id)}`;
    const isOurs = device.id === deviceID();
    const test = makeAction("Send test", async () => {
        const answer = await personal("POST", `${path}/test`);
        if (answer?.accepted) return answer.detail ?? "taken by the push service";
        throw new Error(`${answer?.detail ?? "not delivered"}${answer?.reason ? ` (${answer.reason})` : ""}`);
    });
    const revoke = makeAction("Revoke", async () => {
        await personal("DELETE", path);
        await reload();
        return "";
    }, { sure: "Tap again to revoke", kind: "danger" });
    const facts = [isOurs ? "this phone" : null, device.administrator ? "administrator" : null,
        pushWords(device.push), device.seenAt ? `seen ${clockText(instant(device.seenAt))}` : null];
    return el("li", { class: "device" },
        el("p", {}, el("bdi", { class: "row-name", text: device.name || "No name" })),
        el("p", { class: "list-note", text: facts.filter(Boolean).join(" · ") }),
        el("div", { class: "actions" }, device.push ? test.button : null, isOurs ? null : revoke.button),
        test.line, revoke.line);
}

function pushWords(push) {
    if (!push) return "no notifications";
    const kind = push.kind === "apns" ? "APNs" : push.kind === "webpush" ? "Web Push" : titled(push.kind);
    return push.state === "disabled" ? `${kind}, disabled: ${push.reason ?? "no reason given"}` : kind;
}
