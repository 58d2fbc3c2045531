// Map alerts: told some minutes before a map comes, or when it begins.

import { el, keyed, setText, show, titled } from "/assets/dom.js";
import { locale, t } from "/assets/words.js";
import { makeAlertForm } from "/app/alertform.js";
import { sheet } from "/app/parts.js";

/** The days as the API names them. */
export const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** `Mon` for 0. */
export function dayName(place) {
    // 5 January 1970 was a Monday.
    const names = new Intl.DateTimeFormat(locale(), { weekday: "short", timeZone: "UTC" });
    return names.format(Date.UTC(1970, 0, 5 + place));
}

/** Builds the sheet; the alerts are one document, sent whole like a watch list. */
export function makeAlerts(app) {
    const off = el("p", { class: "note" }, t("alerts.off"),
        el("a", { class: "plain", href: "/app#settings/notifications", text: t("alerts.turnOn") }));
    const note = el("p", { class: "list-note" });
    const rows = el("ul", { class: "alerts" });
    const add = el("button", { type: "button", class: "strong", text: t("alerts.new") });
    const place = el("div");
    const root = sheet(t("alerts.title"), off, note, rows, place, add);
    const views = new Map();
    let modes = [];

    const known = () => app.alerts.value?.maps ?? [];

    function edit(old) {
        const form = makeAlertForm({ modes, alert: old, save(alert) {
            app.alerts.change((document) => ({ ...document, maps: replaced(document.maps, old, alert) }));
            close();
        }, cancel: close });
        place.replaceChildren(form.root);
        show(add, false);
        form.focus();
    }

    function close() {
        place.replaceChildren();
        show(add, true);
        add.focus();
    }

    function remove(old) {
        app.alerts.change((document) => ({ ...document, maps: replaced(document.maps, old, null) }));
    }

    add.addEventListener("click", () => edit(null));
    function update() {
        const isKnown = app.alerts.value !== null;
        keyed(rows, views, known(), key, () => makeRow(() => modes, edit, remove));
        setText(note, !isKnown ? t("alerts.fetching") : known().length === 0
            ? t("alerts.none") : "");
        show(note, note.textContent !== "");
        show(off, isKnown && known().length > 0 && !app.device?.push);
        add.toggleAttribute("disabled", !isKnown || modes.length === 0);
    }

    return {
        root, update, enter: () => app.loadModes(),
        /** The modes and maps that there are to choose from. */
        offer(known) {
            modes = known;
            update();
        },
    };
}

function key(alert) {
    const { mode, map, minutesBefore, repeat, days, from, to } = alert;
    return JSON.stringify([mode, map, minutesBefore, repeat, days, from, to]);
}

/** `old` replaced by `alert`, or dropped; null for `old` adds. Applied twice it does no harm. */
function replaced(alerts, old, alert) {
    const place = old ? alerts.findIndex((one) => key(one) === key(old)) : -1;
    const others = alerts.filter((one, index) => index !== place && !(alert && key(one) === key(alert)));
    if (!alert) return others;
    return others.toSpliced?.(place < 0 ? others.length : place, 0, alert) ?? [...others, alert];
}

function makeRow(modes, edit, remove) {
    const what = el("p", { class: "row-name" });
    const when = el("p", { class: "list-note" });
    const change = el("button", { type: "button", class: "quiet", text: t("alerts.change") });
    const drop = el("button", { type: "button", class: "quiet", text: t("alerts.delete") });
    const root = el("li", { class: "alert" }, el("div", {}, what, when),
        el("div", { class: "actions" }, change, drop));
    let alert = null;
    change.addEventListener("click", () => edit(alert));
    drop.addEventListener("click", () => remove(alert));
    return { root, update(next) {
        alert = next;
        const [first, second] = alertWords(alert, modes());
        setText(what, first);
        setText(when, second);
        change.setAttribute("aria-label", t("alerts.changeThis", { what: first }));
        drop.setAttribute("aria-label", t("alerts.deleteThis", { what: first }));
    } };
}

/** What an alert is about, and when it comes, as two lines. */
function alertWords(alert, modes) {
    const mode = modes.find((one) => one.mode === alert.mode);
    const named = mode?.maps.find(([code]) => code === alert.map)?.[1];
    const map = alert.map === null ? t("alerts.anyMap") : named ?? alert.map;
    const { minutesBefore: minutes } = alert;
    const before = minutes === 0 ? t("alerts.begins", { map }) : t("alerts.before", { count: minutes, map });
    const hours = alert.from && alert.to ? `${alert.from}–${alert.to}` : t("alerts.allDay");
    return [`${before} · ${mode?.name ?? titled(alert.mode)}`,
        [t(alert.repeat === "once" ? "alerts.once" : "alerts.always"), daysText(alert.days), hours]
            .join(" · ")];
}

function daysText(chosen) {
    const text = days.filter((day) => chosen?.includes(day)).join(" ");
    if (!chosen || chosen.length === 0 || chosen.length === 7) return t("alerts.everyDay");
    if (text === "mon tue wed thu fri") return t("alerts.weekdays");
    if (text === "sat sun") return t("alerts.weekends");
    const names = days.map((day, place) => (chosen.includes(day) ? dayName(place) : null));
    return names.filter(Boolean).join(", ");
}
