// The season of a board: which one runs, and its end, now or at an instant.

import { el } from "./dom.js";
import { t } from "./words.js";
import { orderingEntries } from "./boardentries.js";
import { checkedForm, sureButton } from "./checkedform.js";
import { momentEntry } from "./entries.js";
import { gamePath } from "./gamecalls.js";
import { laterPanel } from "./laterpanel.js";
import { ask } from "./session.js";
import { makeButton, momentText, resultLine } from "./siteforms.js";

/** `find()` answers the board as it is now. */
export function seasonPanel(slug, name, find) {
    return laterPanel(t("dev.seasons"), async (again) => {
        const { season, order: now, operator: counts } = await find();
        const line = resultLine();
        const send = async (wish, words) => {
            try {
                await ask("POST", gamePath(slug, "boards", name, "seasons"), { season: season?.number ?? 0, ...wish });
            } catch (problem) {
                if (problem.status !== 409) throw problem;
                await again(t("dev.seasonConflict"), true);
                return;
            }
            await again(words);
        };
        const [order, operator] = orderingEntries();
        order.set(now);
        operator.set(counts);
        const changed = () => ({
            order: order.get() === now ? undefined : order.get(), operator: operator.get() === counts ? undefined : operator.get(),
        });
        const next = el("details", {}, el("summary", { text: t("dev.nextRules") }), el("p", { class: "small", text: t("dev.nextRulesNote") }),
            el("div", { class: "pair" }, order.root, operator.root));
        if (!season) {
            const begin = makeButton(t("dev.beginSeason"), () => send(changed(), t("dev.seasonBegun")), { line });
            return [el("p", { text: t("dev.noSeason") }), next, el("div", { class: "actions" }, begin), line];
        }
        const finish = () => send(changed(), t("dev.seasonEnded"));
        const end = sureButton(t("dev.endSeason"), t("dev.endSeasonSure", { number: season.number }), finish, { line });
        return [facts(season), next, end, line, planning(season, send)];
    });
}

function facts({ number, from, until }) {
    const words = t("dev.seasonSince", { number, from: momentText(from) });
    return el("p", { text: until ? `${words} ${t("dev.seasonUntil", { until: momentText(until) })}` : words });
}

/** An end at an instant, or a planned one that is withdrawn. */
function planning({ until }, send) {
    const at = momentEntry("at", t("dev.seasonEnd"), { note: t("dev.momentNote") });
    at.check = () => {
        if (!at.get()) return t("dev.needed");
        return Date.parse(at.get()) <= Date.now() ? t("dev.momentOver") : null;
    };
    const form = checkedForm(t("dev.planEnd"), [at], [at.root], () => send({ at: at.get() }, t("dev.endPlanned")), { kind: "quiet" });
    if (!until) return form;
    const line = resultLine();
    const keep = makeButton(t("dev.keepSeason"), () => send({ keep: true }, t("dev.seasonKept")), { line });
    return el("div", { class: "group" }, form, el("div", { class: "actions" }, keep), line);
}
