// Pairing: who can read the appliance's own display may administer it.

import { el, setText, show } from "/assets/dom.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { personal } from "/app/ask.js";
import { makeAction, makeCodeForm, sheet } from "/app/parts.js";

/** Asks for the six digits that stand on the appliance. */
export function makePairing(app) {
    const state = el("p", { class: "list-note" });
    const ask = makeAction(t("pair.show"), async () => {
        const answer = await personal("POST", "/v1/pairing");
        const place = answer?.shownOn === "display" ? "pair.onDisplay" : "pair.inJournal";
        return t(place, { time: clockText(instant(answer?.expiresAt)) });
    });
    const redeem = makeCodeForm({ label: t("pair.code"), button: t("pair.pair"), pattern: /^\d{6}$/,
        numeric: true, send: async (code) => {
            try {
                app.device = await personal("POST", "/v1/pairing/redeem", { code });
            } catch (problem) {
                const left = problem.problem?.triesLeft;
                if (typeof left !== "number") throw problem;
                throw new Error(t("pair.wrong", { count: left }));
            }
            app.changed();
            return t("pair.done");
        } });
    const next = nextSteps();
    const root = sheet(t("pair.title"), state, ...ask.nodes, redeem.form, next);
    return { root, fill: redeem.fill, update() {
        const isPaired = app.device?.administrator === true;
        const isLinked = app.device?.linkedDevices > 1;
        setText(state, isPaired ? t("pair.isPaired")
            : t("pair.isNot", { others: isLinked ? t("pair.linked") : "" }));
        for (const node of [ask.button, redeem.form]) show(node, !isPaired);
        show(next, isPaired);
    } };
}

/** Where to go on: what a phone is paired for. */
function nextSteps() {
    const ways = [["settings/box", "settings.box"], ["settings/panel", "settings.panel"], ["maps/edit", "edit.title"],
        ["settings/phones", "settings.phones"]];
    return el("section", { hidden: true }, el("h3", { class: "next-head", text: t("pair.next") }), el("ul", {},
        ...ways.map(([way, words]) => el("li", {}, el("a", { class: "plain", href: `/app#${way}`, text: t(words) })))));
}
