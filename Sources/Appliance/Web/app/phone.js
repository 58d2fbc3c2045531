// This phone: its name, the people it shares with, what it was told, and how to be forgotten.

import { el, list, setChildren, setText, show, webAddress } from "/assets/dom.js";
import { noticeReason } from "/assets/reasons.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { startOver, tell, unsubscribe } from "/app/device.js";
import { canTell, makeTest } from "/app/notify.js";
import { field, makeAction, sheet } from "/app/parts.js";
import { knowUnread, noticeQuestions } from "/app/unread.js";

/** The name under which administrators see this phone, and the way out. */
export function makePhone(app) {
    const name = el("input", { type: "text", maxlength: 64, autocomplete: "off" });
    const save = makeAction(t("phone.saveName"), async () => {
        app.device = await tell({ name: name.value.trim() });
        app.changed();
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
        const known = app.device?.name ?? "";
        if (document.activeElement !== name && name.dataset.known !== known) name.value = known;
        name.dataset.known = known;
    } };
}

const fates = ["pending", "sent", "dropped", "dead"];

/** What this phone was told lately, and a test of it. */
export function makeNotices(app) {
    const rows = el("ol", { class: "notices" });
    const note = el("p", { class: "list-note" });
    const test = makeTest(app);
    const root = sheet(t("notices.title"), ...test.nodes, note, rows);

    function take(body) {
        app.notices = list(body?.notices);
        knowUnread(body?.unread);
        setChildren(rows, app.notices.map(noticeRow));
        setText(note, rows.children.length > 0 ? "" : t("notices.none"));
        app.changed();
    }

    async function load() {
        try {
            await noticeQuestions.ask(() => personal("GET", "/notices"), take);
        } catch (problem) {
            setText(note, sentence(t("notices.failed", { why: problem.message })));
        }
        show(note, note.textContent !== "");
    }

    return { root, load, enter: load, update() {
        show(test.button, canTell(app));
    } };
}

function noticeRow(notice) {
    const address = webAddress(new URL(String(notice.link ?? "/app"), location.href).href);
    const title = address ? el("a", { href: address, text: notice.title, lang: notice.lang ?? null }) : el("span", { text: notice.title });
    const known = fates.includes(notice.state) ? t(`notices.${notice.state}`) : String(notice.state ?? "");
    const fate = [known, noticeReason(notice)].filter(Boolean).join(": ");
    return el("li", {}, el("p", { class: "notice-title" }, title), el("p", { text: notice.body }),
        el("p", { class: "list-note" },
            el("time", { datetime: notice.at, text: clockText(instant(notice.at)) }), ` · ${fate}`));
}
