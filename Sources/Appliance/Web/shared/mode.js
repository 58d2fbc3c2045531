// What a mode says of itself: until when its map is on, or why there is none, and what comes.

import { list, titled } from "./dom.js";
import { clockText, instant, serverNow } from "./time.js";
import { t } from "./words.js";

/** How long before the end of a schedule that is said, in milliseconds. */
const week = 7 * 86_400_000;

/** Until when the map is on, in words; one that is only remembered says so. */
export function untilText(slot, trusted) {
    const words = slot.end === null ? t("mode.noEnd") : t("mode.until", { time: clockText(slot.end) });
    return trusted ? words : t("mode.asSeen", { words });
}

/** What stands in the place of a map when none is on. */
export function headline(state) {
    switch (state) {
    case "ended": return t("mode.ended");
    case "gap": return t("mode.gap");
    case "notStarted": return t("mode.notStarted");
    default: return t("mode.unknown");
    }
}

/** Why there is no map, and how it goes on. */
export function explanation(mode, entries) {
    const known = entries.find((entry) => entry.map && instant(entry.start) > serverNow());
    const begins = known ? t("mode.goesOn", { time: clockText(instant(known.start)), map: known.map }) : "";
    if (mode.state === "ended") {
        const end = instant(mode.validUntil);
        return t("mode.ranOut", { mode: mode.name ?? titled(mode.mode),
            time: end === null ? "" : t("mode.at", { time: clockText(end) }) });
    }
    if (mode.state === "gap") return begins === "" ? t("mode.silent") : t("mode.between", { next: begins });
    if (mode.state === "notStarted") {
        const first = instant(list(mode.schedules)[0]?.usableFrom);
        return first === null ? t("mode.firstNotBegun") : t("mode.firstBegins", { time: clockText(first) });
    }
    return t("mode.strange");
}

/** That the newest schedule file is refused, what is in force and the first thing that is wrong; empty when it is not. */
export function refusedText(refused) {
    if (!refused) return "";
    const inForce = ["before", "kept", "builtIn"].find((one) => one === refused.inForce) ?? "before";
    const problems = Array.isArray(refused.problems) ? refused.problems : [];
    const why = problems.find((one) => typeof one === "string") ?? "";
    return t("mode.refused", { inForce: t(`mode.inForce.${inForce}`), why });
}

/** Which modes' schedules end within a week, and when; empty when none does. */
export function endsSoonText(modes) {
    const soon = list(modes).flatMap((mode) => {
        const end = instant(list(mode.schedules).at(-1)?.usableTo);
        const left = end === null ? 0 : end - serverNow();
        return left > 0 && left <= week ? [t("mode.endsAt", { mode: mode.name, time: clockText(end) })] : [];
    });
    return soon.length === 0 ? "" : t("mode.endsSoon", { modes: soon.join(", ") });
}

/** What is played: a takeover's name, and in modes where that changes with the map the game of the slot. */
export function playedText(mode) {
    const takeover = mode.takeover ? t("mode.takeover", { name: mode.takeover }) : "";
    return [mode.current?.gameMode ?? "", takeover].filter(Boolean).join(" · ");
}

/** What follows the slot that is on; without a timeline at least the next map. */
export function coming(mode, entries, slot) {
    const from = slot?.end ?? serverNow();
    const later = entries.filter((entry) => instant(entry.start) !== null && instant(entry.start) >= from);
    if (later.length > 0) return later;
    return mode.next ? [{ ...mode.next, mode: mode.mode }] : [];
}
