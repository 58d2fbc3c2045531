// The appliance's clock as seen from here, and times in the viewer's own zone.

import { locale } from "./words.js";

/** The offset of the appliance's clock lies between these, in milliseconds; each answer narrows it down. */
let least = -Infinity;
let most = Infinity;

/**
 * Learns from a `Date` header, which is cut to whole seconds, and when the request left and came back.
 * An answer that contradicts the earlier ones means that a clock was set: start over.
 */
export function learnClock(dateHeader, sentAt, receivedAt) {
    const stamped = Date.parse(dateHeader ?? "");
    if (!Number.isFinite(stamped)) return;
    const low = stamped - receivedAt;
    const high = stamped + 1000 - sentAt;
    if (low > most || high < least) {
        least = low;
        most = high;
    } else {
        least = Math.max(least, low);
        most = Math.min(most, high);
    }
}

/** Now by the appliance's clock, in milliseconds since 1970. */
export function serverNow() {
    return Date.now() + (Number.isFinite(least) && Number.isFinite(most) ? (least + most) / 2 : 0);
}

/** 12 or 24 hours, as the viewer's system has it; words are those of the page's language. */
const viewer = new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions();
const hourCycle = viewer.hourCycle ?? "h23";
const halfDays = hourCycle === "h12" || hourCycle === "h11";
const forms = {
    clock: { hour: halfDays ? "numeric" : "2-digit", minute: "2-digit", hourCycle },
    weekday: { weekday: "short" },
    day: { weekday: "short", day: "numeric", month: "short" },
    date: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
};
const formats = new Map();

/** An instant in one of the forms. */
function written(form, at) {
    const key = `${form} ${locale()}`;
    if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale(), forms[form]));
    return formats.get(key).format(at);
}

/** An instant from the wire in milliseconds, or null. */
export function instant(text) {
    const value = typeof text === "string" ? Date.parse(text) : NaN;
    return Number.isFinite(value) ? value : null;
}

/** `14:30` alone, for times whose day is plain. */
export function bareClock(at) {
    return written("clock", at).replace(" ", "\u00a0");
}

/** `14:30`, `Sat 14:30`, `Sat 28 Nov 14:30`, or `Fri 28 Nov 2025 14:30`: as much of the date as is needed. */
export function clockText(at) {
    if (at === null) return "";
    const now = serverNow();
    const days = Math.round((midnight(at) - midnight(now)) / 86_400_000);
    const clock = bareClock(at);
    if (days === 0) return clock;
    const far = new Date(at).getFullYear() === new Date(now).getFullYear() ? "day" : "date";
    return `${written(Math.abs(days) < 7 ? "weekday" : far, at)} ${clock}`;
}

function midnight(at) {
    const day = new Date(at);
    return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate());
}
