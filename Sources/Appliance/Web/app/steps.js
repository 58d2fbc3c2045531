// What comes next, once the first realm is watched: a line for each, gone when it is done or when the person wants no more of it.

import { el, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { stepsKey as key } from "/app/identity.js";
import { notifyState } from "/app/notify.js";
import { sign } from "/app/signs.js";

/** Until the app is closed, where storage is switched off. */
const now = {};

/** `{ isOver, maps }`: none are wanted any more, and the maps were looked at. */
function stored() {
    try {
        return { ...JSON.parse(localStorage.getItem(key)), ...now };
    } catch {
        // Storage is switched off, or somebody else wrote there.
        return now;
    }
}

function change(more) {
    Object.assign(now, more);
    try {
        localStorage.setItem(key, JSON.stringify(stored()));
    } catch {
        // They come back with the next start.
    }
}

/** The maps are being looked at, whatever the way to them was. */
export function sawMaps() {
    if (stored().maps !== true) change({ maps: true });
}

/** Whether the way to the https address is among what comes next: it need not be said a second time. */
export function leadsToHTTPS(app) {
    return !stored().isOver && notifyState(app).kind === "insecure";
}

/** Builds the card; `update(isWanted)` shows what is left to do, where a realm is watched. */
export function makeSteps(app) {
    const pair = makeStep("/app#settings/pair", "box", t("steps.pair"), t("steps.pairNote"));
    const maps = makeStep("/app#maps", "maps", t("steps.maps"), t("steps.mapsNote"));
    const https = makeStep("/app#settings/notifications", "bell", t("steps.https"), t("steps.httpsNote"));
    const away = el("button", { type: "button", class: "plain", text: t("steps.away") });
    const title = el("h2", { id: "steps-title", text: t("steps.title") });
    const root = el("section", { class: "lines next-steps", "aria-labelledby": "steps-title", hidden: true }, title,
        el("ul", { class: "lines-card" }, pair, maps, https), away);
    away.addEventListener("click", () => {
        change({ isOver: true });
        app.changed();
    });

    return { root, update(isWanted) {
        const steps = stored();
        const left = [[pair, app.device?.administrator === false], [maps, steps.maps !== true],
            [https, notifyState(app).kind === "insecure"]];
        for (const [step, isLeft] of left) show(step, isLeft);
        show(root, isWanted && steps.isOver !== true && left.some(([, isLeft]) => isLeft));
    } };
}

function makeStep(address, mark, name, note) {
    const forth = sign("forth");
    forth.classList.add("chevron");
    return el("li", {}, el("a", { class: "entry", href: address }, el("span", { class: "line-sign" }, sign(mark)),
        el("span", { class: "line-name" }, el("span", { text: name }), el("span", { class: "line-note", text: note })),
        forth));
}
