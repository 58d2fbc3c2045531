// What else one can want about one realm: to be left alone for an hour, to be told urgently.

import { el, setText, show } from "/assets/dom.js";
import { clockText } from "/assets/time.js";
import { t } from "/assets/words.js";
import { sentence } from "/app/ask.js";
import { sign } from "/app/signs.js";

const hour = 60;

/** `region` and `id()` name the realm. */
export function makeRealmMenu(app, { region, id }) {
    const mute = el("button", { type: "button", class: "menu-line" });
    const urgent = el("button", { type: "button", class: "menu-line", "aria-pressed": "false" });
    const note = el("p", { class: "list-note", text: t("menu.note") });
    const close = el("button", { type: "button", class: "quiet", text: t("page.done") });
    const sheet = el("dialog", { class: "sheet-up", "aria-label": t("menu.title") }, el("h2", { text: t("menu.title") }),
        mute, urgent, note, el("div", { class: "actions" }, close));
    const open = el("button", { type: "button", class: "round", "aria-haspopup": "dialog", "aria-label": t("menu.title") },
        sign("more"));
    const root = el("div", { class: "realm-menu" }, open, sheet);
    const marks = el("p", { class: "realm-marks", hidden: true });
    let wish = { urgent: false, mutedUntil: null };

    async function set(change) {
        try {
            await app.wishes.set(region, id(), change);
        } catch (problem) {
            app.meet(problem);
            app.say(t("list.notSaved", { why: sentence(problem.message) }));
        }
    }

    open.addEventListener("click", () => sheet.showModal());
    close.addEventListener("click", () => sheet.close());
    sheet.addEventListener("click", (event) => {
        if (event.target === sheet) sheet.close();
    });
    mute.addEventListener("click", () => {
        set({ muteMinutes: wish.mutedUntil === null ? hour : 0 });
        sheet.close();
    });
    urgent.addEventListener("click", () => set({ urgent: !wish.urgent }));

    return { root, marks,
        /** They matter for watched realms only. */
        update(next, isWatched) {
            wish = next;
            show(root, isWatched);
            setText(mute, wish.mutedUntil === null ? t("menu.mute") : t("menu.unmute"));
            setText(urgent, t("menu.urgent"));
            urgent.setAttribute("aria-pressed", String(wish.urgent));
            const words = [wish.mutedUntil === null ? "" : t("menu.mutedUntil", { time: clockText(wish.mutedUntil) }),
                wish.urgent ? t("menu.isUrgent") : ""].filter(Boolean).join(" · ");
            setText(marks, words);
            show(marks, words !== "");
        } };
}
