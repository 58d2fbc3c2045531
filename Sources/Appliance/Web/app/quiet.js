// Quiet hours of this phone: nothing makes a sound in them.

import { el, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { timeField } from "/app/alertform.js";
import { field, sheet } from "/app/parts.js";
import { makeSwitch } from "/app/signs.js";

const usual = { from: "22:00", to: "07:00" };

/** Builds the sheet; quiet hours are part of the same document as the map alerts. */
export function makeQuietHours(app) {
    const [from, to] = [timeField(usual.from), timeField(usual.to)];
    const hours = el("div", { class: "pair" }, field(t("quiet.from"), from), field(t("quiet.until"), to));
    const toggle = makeSwitch(t("quiet.title"), (on) => send(on ? { from: from.value, to: to.value } : null));
    const note = el("p", { class: "list-note", text: t("quiet.note") });
    const root = sheet(t("quiet.title"), note, toggle.root, hours);

    function send(quietHours) {
        app.alerts.change((document) => ({ ...document, quietHours }));
    }

    for (const input of [from, to]) {
        input.addEventListener("change", () => {
            if (from.value && to.value && from.value !== to.value) send({ from: from.value, to: to.value });
        });
    }
    return { root, update() {
        const known = app.alerts.value;
        toggle.set(Boolean(known?.quietHours), known !== null);
        show(hours, Boolean(known?.quietHours));
        if (!known?.quietHours) return;
        for (const [input, value] of [[from, known.quietHours.from], [to, known.quietHours.to]]) {
            if (document.activeElement !== input) input.value = value;
        }
    } };
}

/** `22:00–07:00`: the value of the line. */
export function quietValue(app) {
    const known = app.alerts.value;
    if (!known) return "";
    return known.quietHours ? `${known.quietHours.from}–${known.quietHours.to}` : t("settings.off");
}
