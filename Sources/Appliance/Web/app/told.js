// What this person is told about the realms they watch, in the region that is looked at.

import { el, setText, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { notifyState } from "/app/notify.js";
import { sheet } from "/app/parts.js";
import { makeSwitch } from "/app/signs.js";
import { kinds } from "/app/watching.js";

/** Builds the page; `app` is what the app is wired with. */
export function makeTold(app) {
    const off = el("p", { class: "note" }, t("told.off"),
        el("a", { class: "plain", href: "/app#settings/notifications", text: t("alerts.turnOn") }));
    const where = el("p", { class: "list-note" });
    const switches = kinds.map((kind) => [kind, makeSwitch(t(`tell.${kind}`), (on) => app.list.tell(kind, on))]);
    const root = sheet(t("settings.told"), off, where, ...switches.map(([, one]) => one.root));
    return { root, update() {
        const { list } = app;
        // A switch that looks on promises a notice; without notifications there is none.
        const isTold = notifyState(app).kind === "on";
        show(off, !isTold && notifyState(app).kind !== "waiting");
        setText(where, t("told.where", { region: app.regionName(app.region) }));
        for (const [kind, one] of switches) one.set(isTold && list.tells(kind), isTold && list.isKnown);
    } };
}

/** `Down and up, queues`: the value of the line. */
export function toldValue(app) {
    if (!app.list.isKnown) return "";
    if (notifyState(app).kind !== "on") return t("settings.off");
    const words = kinds.filter((kind) => app.list.tells(kind)).map((kind) => t(`tell.${kind}`));
    if (words.length === 0) return t("told.nothing");
    const short = words.slice(0, 2).join(", ");
    return words.length > 2 ? t("told.more", { words: words[0], count: words.length - 1 })
        : short[0] + short.slice(1).toLocaleLowerCase();
}
