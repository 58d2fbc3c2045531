// Taking everything along, and leaving for good.

import { el, setText } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { field, makeAction, resultLine, sheet } from "/app/parts.js";
import { known } from "/app/profileself.js";
import { sentence } from "/app/ask.js";

/** All that is stored of the player, as a file. */
export function makeExport(play) {
    const save = makeAction(t("profile.exportNow"), async () => {
        const body = await play.tell("GET", "/v1/me/export");
        const address = URL.createObjectURL(new Blob([JSON.stringify(body, null, 2)], { type: "application/json" }));
        const link = el("a", { href: address, download: "watchpost-player.json" });
        document.body.append(link);
        link.click();
        link.remove();
        setTimeout(() => URL.revokeObjectURL(address), 60_000);
        return t("profile.exported");
    }, { kind: "strong" });
    return { root: sheet(t("profile.export"), el("p", { class: "list-note", text: t("profile.exportNote") }), ...save.nodes) };
}

/** Deleting: the dialog says what goes, and wants the name. */
export function makeDelete(app, play) {
    const open = makeAction(t("profile.deleteOpen"), async () => {
        await known(play);
        ask(app, play);
        return "";
    }, { kind: "danger" });
    return { root: sheet(t("profile.delete"), el("p", { class: "list-note", text: t("profile.deleteNote") }), ...open.nodes) };
}

function ask(app, play) {
    const me = play.me.body;
    if (!me) return;
    const input = el("input", { type: "text", autocomplete: "off", spellcheck: "false", id: "delete-name" });
    const line = resultLine();
    const yes = el("button", { type: "submit", class: "danger", text: t("profile.deleteYes"), disabled: true });
    const no = el("button", { type: "button", class: "quiet", text: t("page.cancel") });
    const form = el("form", { novalidate: true }, el("h2", { text: t("profile.deleteTitle", { name: me.name }) }),
        el("p", { text: t("profile.deleteGoes") }), el("p", { text: t("profile.deleteStays") }),
        field(t("profile.deleteType", { name: me.name }), input), line, el("div", { class: "actions" }, yes, no));
    const dialog = el("dialog", { class: "asks", "aria-label": t("profile.deleteTitle", { name: me.name }) }, form);
    input.addEventListener("input", () => { yes.disabled = input.value.trim() === ""; });
    no.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove(), { once: true });
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        if (yes.disabled) return;
        yes.disabled = true;
        try {
            await play.tell("DELETE", "/v1/me", { name: input.value.trim() });
            dialog.close();
            await play.startAgain();
            app.announce(t("profile.deleted"));
            app.go("/app#games");
            app.refresh();
        } catch (problem) {
            yes.disabled = false;
            setText(line, sentence(problem.message));
            line.classList.add("bad");
            line.hidden = false;
        }
    });
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
}
