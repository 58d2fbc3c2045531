// A tap on a slot: an alert for just that slot, or for every time its map comes.

import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { days } from "/app/alerts.js";

/** Minutes before, until somebody has chosen others. */
const usualLead = 10;

/** Answers `of(entry)`, the alert by which a slot rings or null, and `turn(entry)`. */
export function slotAlerts(app) {
    const known = () => app.alerts.value?.maps ?? [];
    const isSame = (left, right) => JSON.stringify(ordered(left)) === JSON.stringify(ordered(right));

    function of(entry) {
        const at = instant(entry.start);
        return known().find((one) => one.mode === entry.mode && (one.map === null || one.map === entry.code)
            && rings(one, at - one.minutesBefore * 60_000)) ?? null;
    }

    /** The lead that was used last. */
    function lead() {
        return known().at(-1)?.minutesBefore ?? usualLead;
    }

    function turn(entry) {
        const old = of(entry);
        if (old) {
            remove(old);
            app.toast(t("slot.off", { map: entry.map, time: clockText(instant(entry.start)) }),
                [[t("slot.undo"), () => add(old)]]);
            return;
        }
        const once = pinned(entry, lead());
        add(once);
        const every = { ...once, repeat: "always", days: [...days], from: null, to: null };
        app.toast(t("slot.on", { map: entry.map, time: clockText(instant(entry.start)) }), [
            [t("slot.every"), () => {
                remove(once);
                add(every);
            }], [t("slot.undo"), () => remove(once)]]);
    }

    function add(alert) {
        app.alerts.change((document) => ({ ...document,
            maps: [...document.maps.filter((one) => !isSame(one, alert)), alert] }));
    }

    function remove(alert) {
        app.alerts.change((document) => ({ ...document, maps: document.maps.filter((one) => !isSame(one, alert)) }));
    }

    return { of, turn, get isKnown() { return app.alerts.value !== null; } };
}

function ordered({ mode, map, minutesBefore, repeat, days: chosen, from, to }) {
    return [mode, map, minutesBefore, repeat, chosen, from, to];
}

/** An alert that can ring at one minute of one weekday alone: once, for that slot. */
function pinned(entry, minutesBefore) {
    const at = instant(entry.start) - minutesBefore * 60_000;
    return { mode: String(entry.mode), map: String(entry.code), minutesBefore, repeat: "once", days: [dayOf(at)],
        from: clock(at), to: clock(at + 60_000) };
}

/** Whether an alert may ring at that instant, by this phone's clock; hours over midnight belong to their first day. */
function rings(alert, at) {
    const chosen = alert.days?.length > 0 ? alert.days : days;
    if (!alert.from || !alert.to) return chosen.includes(dayOf(at));
    const time = clock(at);
    if (alert.from < alert.to) return chosen.includes(dayOf(at)) && time >= alert.from && time < alert.to;
    return time >= alert.from ? chosen.includes(dayOf(at)) : time < alert.to && chosen.includes(dayOf(at - 86_400_000));
}

function dayOf(at) {
    return days[(new Date(at).getDay() + 6) % 7];
}

function clock(at) {
    const day = new Date(at);
    return `${String(day.getHours()).padStart(2, "0")}:${String(day.getMinutes()).padStart(2, "0")}`;
}
