// Players from whom a game takes nothing.

import { el } from "./dom.js";
import { t } from "./words.js";
import { checkedForm } from "./checkedform.js";
import { mark, textEntry } from "./entries.js";
import { gamePath } from "./gamecalls.js";
import { laterPanel, pagedRows } from "./laterpanel.js";
import { ask } from "./session.js";
import { makeButton, momentText, resultLine } from "./siteforms.js";

/** Who is banned; `player`: who is to be, to begin with. */
export function gameBansPanel(app, slug, [code = ""]) {
    let wanted = code;
    return laterPanel(t("dev.bans"), async (again) => {
        const player = textEntry("player", t("dev.playerCode"), {
            value: wanted, maxlength: 16, autocapitalize: "none", note: t("dev.playerCodeNote"),
            check: (text) => (/^[a-z0-9]{1,16}$/.test(text.trim()) ? null : t("dev.badPlayer")),
        });
        const note = textEntry("note", t("dev.banReason"), {
            maxlength: 200, note: t("dev.banReasonNote"), check: (text) => (new Blob([text]).size > 200 ? t("dev.noteLong") : null),
        });
        const form = checkedForm(t("dev.ban"), [player, note], [player.root, note.root], async () => {
            try {
                await ask("PUT", gamePath(slug, "bans", player.get().trim()), { note: note.get().trim() || undefined });
            } catch (problem) {
                if (problem.status !== 404) throw problem;
                mark(player, problem.code === "player-not-here" ? problem.message : t("dev.noPlayer"));
                player.control.focus();
                return;
            }
            wanted = "";
            await again(t("dev.banned"));
        }, { kind: "danger" });
        const rows = await pagedRows(async () => ({ items: (await ask("GET", gamePath(slug, "bans"))).bans }),
            (one) => row(slug, one, again), t("dev.noBans"));
        return [el("p", { class: "small", text: t("dev.bansNote") }), form, el("h3", { text: t("dev.bannedNow") }), ...rows];
    });
}

function row(slug, one, again) {
    const line = resultLine();
    const lift = makeButton(t("dev.lift"), async () => {
        await ask("DELETE", gamePath(slug, "bans", one.player.code));
        await again(t("dev.lifted"));
    }, { line, name: t("dev.liftOne", { name: one.player.name }) });
    const code = el("bdi", { class: "small", translate: "no", text: one.player.code });
    return el("li", {}, el("div", {},
        el("p", {}, el("strong", {}, el("bdi", { text: one.player.name })), " ", code),
        one.note ? el("p", {}, el("bdi", { text: one.note })) : null,
        el("p", { class: "small", text: t("dev.bannedSince", { time: momentText(one.at) }) }), line), lift);
}
