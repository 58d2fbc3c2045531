// The section "Maps": which map is on in each mode, for how long, and what comes after.

import { el, keyed, list, setText, show } from "./dom.js";
import { endsSoonText, refusedText } from "./mode.js";
import { makeMapCard } from "./rotationcard.js";
import { serverNow } from "./time.js";
import { checkNotes, makeAttribution } from "./upstream.js";
import { t } from "./words.js";

/** After a slot has ended, news is asked for at most this often, in milliseconds. */
const hurry = 5000;

/** Builds the section; `onDue` is called when a slot has run out; `tick` moves the countdowns. */
export function makeRotations(root, onDue) {
    const cards = el("div", { class: "cards modes" });
    const none = el("p", { class: "empty", text: t("mode.none") });
    const source = el("p", { class: "source" });
    const refused = el("p", { class: "error-line", role: "status", hidden: true });
    const ends = el("p", { class: "error-line", role: "status", hidden: true });
    const attribution = makeAttribution("source", "upstream");
    root.replaceChildren(refused, ends, cards, none, source, attribution.root);
    const views = new Map();
    let asked = 0;
    return {
        /** `body` is `/v1/rotations`, `timeline` is `/v1/timeline` or null. */
        update(body, timeline, trusted) {
            const modes = list(body?.modes);
            const entries = list(timeline?.entries);
            const items = modes.map((mode) => ({
                mode, trusted, entries: entries.filter((entry) => entry.mode === mode.mode),
                notes: checkNotes(mode, body?.upstream),
            }));
            keyed(cards, views, items, (item) => String(item.mode.mode), makeMapCard);
            show(none, modes.length === 0);
            setText(refused, refusedText(body?.refused));
            show(refused, Boolean(body?.refused));
            const soon = endsSoonText(body?.modes);
            setText(ends, soon);
            show(ends, soon !== "");
            setText(source, body?.source ? t("mode.source", { source: body.source }) : "");
            attribution.update(body?.upstream);
        },
        tick() {
            const now = serverNow();
            const due = [...views.values()].map((view) => view.tick(now)).includes(true);
            if (due && now - asked > hurry) {
                asked = now;
                onDue();
            }
        },
    };
}
