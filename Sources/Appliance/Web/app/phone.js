// This phone: its name, the people it shares with, what it was told, and how to be forgotten.

import { el, list, setChildren, setText, show, webAddress } from "/assets/dom.js";
import { clockText, instant } from "/assets/time.js";
import { personal, sentence } from "/app/ask.js";
import { startOver, tell, unsubscribe } from "/app/device.js";
import { field, makeAction, makeCodeForm, sheet } from "/app/parts.js";

/** The name under which administrators see this phone, and the way out. */
export function makePhone(house) {
    const name = el("input", { type: "text", maxlength: 64, autocomplete: "off" });
    const save = makeAction("Save name", async () => {
        house.device = await tell({ name: name.value.trim() });
        house.changed();
        return "Saved";
    });
    const forget = makeAction("Forget this phone", async () => {
        await personal("DELETE", "");
        await unsubscribe().catch(() => {});
        await startOver();
        return "Forgotten";
    }, { sure: "Tap again: lists and alerts are deleted", kind: "danger" });
    const note = el("p", { class: "list-note", text: "The appliance deletes everything about this phone; what "
        + "linked phones share stays with them." });
    const root = sheet("This phone", field("Name", name), ...save.nodes, note, ...forget.nodes);
    return { root, update() {
        const known = house.device?.name ?? "";
        if (document.activeElement !== name && name.dataset.known !== known) name.value = known;
        name.dataset.known = known;
    } };
}

/** Another phone or computer of the same person: one list for both. */
export function makeLinking(house) {
    const code = el("output", { class: "big-code", hidden: true });
    const give = makeAction("Show a code", async () => {
        const answer = await personal("POST", "/link");
        setText(code, answer.code);
        show(code, true);
        return `Type it on the other device until ${clockText(instant(answer.expiresAt))}; it works once`;
    });
    const join = makeCodeForm({ label: "Code from the other device", button: "Link",
        pattern: /^[0-9A-Z]{6,12}$/, send: async (text) => {
            house.device = await personal("POST", "/join", { code: text });
            await house.reload();
            return "Linked: both devices share their watch lists now";
        } });
    const state = el("p", { class: "list-note" });
    const root = sheet("Link another device", state, ...give.nodes, code, join.form);
    return { root, fill: join.fill, update() {
        const count = house.device?.linkedDevices ?? 1;
        setText(state, count > 1 ? `${count} devices share your watch lists.`
            : "Linked devices share their watch lists; alerts and quiet hours stay each device’s own.");
    } };
}

const fates = { pending: "waiting", sent: "sent", dropped: "not sent", dead: "failed" };

/** What this phone was told lately. */
export function makeNotices() {
    const rows = el("ol", { class: "notices" });
    const note = el("p", { class: "list-note", role: "status" });
    const root = sheet("Recent notices", note, rows);
    async function load() {
        try {
            const { notices } = await personal("GET", "/notices");
            setChildren(rows, list(notices).map(noticeRow));
            setText(note, rows.children.length > 0 ? "" : "Nothing was sent to this phone yet.");
        } catch (problem) {
            setText(note, sentence(`The notices could not be loaded: ${problem.message}`));
        }
        show(note, note.textContent !== "");
    }
    return { root, load, update() {} };
}

function noticeRow(notice) {
    const address = webAddress(new URL(String(notice.link ?? "/app"), location.href).href);
    const title = address ? el("a", { href: address, text: notice.title }) : el("span", { text: notice.title });
    const fate = [fates[notice.state] ?? String(notice.state ?? ""), notice.reason].filter(Boolean).join(": ");
    return el("li", {}, el("p", { class: "notice-title" }, title), el("p", { text: notice.body }),
        el("p", { class: "list-note" },
            el("time", { datetime: notice.at, text: clockText(instant(notice.at)) }), ` · ${fate}`));
}
