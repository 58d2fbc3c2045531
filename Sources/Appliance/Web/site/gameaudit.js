// Who did what about results and players of a game.

import { el } from "./dom.js";
import { hasWords, t } from "./words.js";
import { gamePath, page } from "./gamecalls.js";
import { laterPanel, pagedRows } from "./laterpanel.js";
import { momentText } from "./siteforms.js";

/** The newest first. */
export function gameAuditPanel(app, slug) {
    return laterPanel(t("dev.audit"), async () => {
        const rows = await pagedRows(async (next) => {
            const answer = await page(gamePath(slug, "audit"), next);
            return { items: answer.entries, next: answer.next };
        }, row, t("dev.noAudit"));
        return [el("p", { class: "small", text: t("dev.auditNote") }), ...rows];
    });
}

function row(one) {
    const act = hasWords(`dev.act.${one.act}`) ? t(`dev.act.${one.act}`, { count: one.results }) : one.act;
    return el("li", {}, el("div", {},
        el("p", {}, el("strong", { text: act })), el("p", {}, el("bdi", { text: about(one.detail) })),
        el("p", { class: "small", text: `${momentText(one.at)} · ${who(one.by)}` })));
}

/** The appliance's own words begin with what it was about. */
function about(detail) {
    const [, kind, which] = /^(result|hiding|player) (.+)$/s.exec(detail) ?? [];
    if (!kind) return detail;
    return t(`dev.auditAbout.${kind}`, { which: kind === "hiding" ? which.split(":")[0] : which });
}

function who(by) {
    if (by.startsWith("developer ")) return t("dev.by.developer");
    if (by.startsWith("administrator ")) return t("dev.by.administrator");
    return by.endsWith(" owner") ? t("dev.by.owner") : by;
}
