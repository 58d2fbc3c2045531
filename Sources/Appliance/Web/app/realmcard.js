// The card of a realm's page: its name, how it is and since when, and what is not fresh about that.

import { categoryWords } from "/assets/category.js";
import { el, setChildren, setHint, setText, show, titled } from "/assets/dom.js";
import { reasonOf } from "/assets/reasons.js";
import { clockText, instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { lastingText, populationText, stateText, tagsOf } from "/app/rows.js";
import { arrow } from "/app/signs.js";
import { nameLanguage } from "/app/status.js";

/** States in which something is to be waited for. */
export const unwell = ["maintenance", "down", "recovering"];

/** `menu` is that of the realm. */
export function makeRealmCard(menu) {
    const name = el("bdi", { lang: nameLanguage });
    const title = el("h1", { class: "realm-title" }, name);
    const stateSign = el("span", { class: "realm-sign" });
    const state = el("span");
    const lasting = el("p", { class: "facts" });
    const facts = el("p", { class: "facts" });
    const tags = el("p", { class: "row-tags" });
    const why = el("p", { class: "realm-why", hidden: true });
    const origin = el("p", { class: "facts", hidden: true });
    const root = el("section", { class: "realm-card" }, el("div", { class: "realm-head" }, title, menu.root),
        el("p", { class: "realm-now" }, stateSign, state), lasting, facts, tags, why, origin, menu.marks);

    function staleWords({ since, reason } = {}) {
        const time = instant(since);
        return [time === null ? t("strip.staleNow") : t("strip.staleHere", { time: clockText(time) }), reasonOf(reason)]
            .filter(Boolean).join(" ");
    }

    return { root,
        /** `shown` is the realm's name in the person's language, `kind` how far the facts are to be trusted. */
        draw(realm, { shown, flavour, kind, freshness, isUnofficial, neighbours }) {
            const isOld = kind !== "fresh";
            setText(name, shown);
            setChildren(stateSign, [arrow(realm.state)]);
            setText(state, stateText(realm, isOld));
            setText(lasting, isOld ? "" : lastingWords(realm, neighbours.length));
            show(lasting, lasting.textContent !== "");
            setText(facts, [titled(flavour), categoryWords(realm.category), populationText(realm)].filter(Boolean).join(" · "));
            setChildren(tags, tagsOf(realm).map((words) => el("span", { class: "tag", text: words })));
            show(tags, tags.childElementCount > 0);
            setText(why, kind === "stale" ? staleWords(freshness) : "");
            setHint(why, kind === "stale" ? String(freshness?.reason ?? "") : "");
            show(why, why.textContent !== "");
            setText(origin, isUnofficial ? t("source.unofficial") : "");
            show(origin, isUnofficial);
        } };
}

function lastingWords(realm, others) {
    const since = instant(realm.since);
    if (since === null || !unwell.includes(realm.state)) return "";
    const lasts = lastingText(serverNow() - since);
    return others === 0 ? t("realm.soFar", { lasts }) : t("realm.soFarWith", { lasts, count: others });
}
