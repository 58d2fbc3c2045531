// What the box cannot do at the moment, for those who administer it: as its display and its status page say it.

import { el, list, setChildren, show } from "/assets/dom.js";
import { faultWords } from "/assets/faults.js";
import { Questions } from "/assets/questions.js";
import { t } from "/assets/words.js";
import { ask } from "/app/ask.js";
import { sign } from "/app/signs.js";

/** Builds the part of the tab; `load()` asks again; without a fault nothing is shown. */
export function makeBoxFaults(app) {
    const rows = el("ul", { class: "lines-card" });
    const root = el("section", { class: "lines", hidden: true }, el("h2", { text: t("settings.part.faults") }), rows);
    const questions = new Questions();

    function take({ body }) {
        const faults = list(body?.faults).filter((one) => typeof one?.code === "string");
        setChildren(rows, faults.map(faultRow));
        show(root, faults.length > 0 && app.device?.administrator === true);
    }

    return { root, update() {
        if (app.device?.administrator !== true) show(root, false);
    }, async load() {
        try {
            await questions.ask(() => ask("/v1/panel"), take);
        } catch {
            // The header says when the box does not answer.
        }
    } };
}

function faultRow(fault) {
    return el("li", {}, el("div", { class: "entry" }, el("span", { class: "line-sign" }, sign("warning")),
        el("span", { class: "line-name", text: faultWords(fault) }), el("span", { class: "line-value alarm", text: fault.code })));
}
