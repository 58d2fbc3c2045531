// This phone: its name, the people it shares with, what it was told, and how to be forgotten.

import { el, list, setChildren, setText, show, webAddress } from "/assets/dom.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { startOver, tell, unsubscribe } from "/app/device.js";
import { field, makeAction, makeCodeForm, sheet } from "/app/parts.js";

/** The name under which administrators see this phone, and the way out. */
export function makePhone(house) {
    const name = el("input", { type: "text", maxlength: 64, autocomplete: "off" });
    const save = makeAction(t("phone.saveName"), async () => {
        house.device = await tell({ name: name.value.trim() });
        house.changed();
        return t("phone.saved");
    });
    const forget = makeAction(t("phone.forget"), async () => {
        await personal("DELETE", "");
        await unsubscribe().catch(() => {});
        await startOver();
        return t("phone.forgotten");
    }, { sure: t("phone.forgetSure"), kind: "danger" });
    const note = el("p", { class: "list-note", text: t("phone.forgetNote") });
    const root = sheet(t("phone.title"), field(t("phone.name"), name), ...save.nodes, note, ...forget.nodes);
    return { root, update() {
        const known = house.device?.name ?? "";
        if (document.activeElement !== name && name.dataset.known !== known) name.value = known;
        name.dataset.known = known;
    } };
}

/** Another phone or computer of the same person: one list for both. */
export function makeLinking(house) {
    const code = el("output", { class: "big-code", hidden: true });
    const give = makeAction(t("link.show"), async () => {
        const answer = await personal("POST", "/link");
        setText(code, answer.code);
        show(code, true);
        return t("link.type", { time: clockText(instant(answer.expiresAt)) });
    });
    const join = makeCodeForm({ label: t("link.code"), button: t("link.join"),
        pattern: /^[0-9A-Z]{6,12}$/, send: async (text) => {
            house.device = await personal("POST", "/join", { code: text });
            await house.reload();
            return t("link.linked");
        } });
    const state = el("p", { class: "list-note" });
    const root = sheet(t("link.title"), state, ...give.nodes, code, join.form);
    return { root, fill: join.fill, update() {
        const count = house.device?.linkedDevices ?? 1;
        setText(state, count > 1 ? t("link.count", { count }) : t("link.note"));
    } };
}

const fates = ["pending", "sent", "dropped", "dead"];

/** What this phone was told lately. */
export function makeNotices() {
    const rows = el("ol", { class: "notices" });
    const note = el("p", { class: "list-note", role: "status" });
    const root = sheet(t("notices.title"), note, rows);
    async function load() {
        try {
            const { notices } = await personal("GET", "/notices");
            setChildren(rows, list(notices).map(noticeRow));
            setText(note, rows.children.length > 0 ? "" : t("notices.none"));
        } catch (problem) {
            setText(note, sentence(t("notices.failed", { why: problem.message })));
        }
        show(note, note.textContent !== "");
    }
    return { root, load, update() {} };
}

function noticeRow(notice) {
    const address = webAddress(new URL(String(notice.link ?? "/app"), location.href).href);
    const title = address ? el("a", { href: address, text: notice.title }) : el("span", { text: notice.title });
    const known = fates.includes(notice.state) ? t(`notices.${notice.state}`) : String(notice.state ?? "");
    const fate = [known, notice.reason].filter(Boolean).join(": ");
    return el("li", {}, el("p", { class: "notice-title" }, title), el("p", { text: notice.body }),
        el("p", { class: "list-note" },
            el("time", { datetime: notice.at, text: clockText(instant(notice.at)) }), ` · ${fate}`));
}
