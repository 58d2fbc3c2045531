// What is said of changes of the map schedule, and the lines by which the appliance is asked for them.

import { list } from "/assets/dom.js";
import { clockText, instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { isSame } from "/app/editgame.js";

/** An instant within an edit's text. */
const instants = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z/g;

/** So long after a look a commit still means what was looked at, in milliseconds. */
const longestLook = 10 * 60_000;

/** The appliance's own words where a refusal has no code; the others are ours. */
export function refusalText(problem) {
    const detail = problem.problem?.detail;
    return detail && !problem.code ? localTimes(t("edit.refused", { detail: String(detail) })) : problem.message;
}

/** A text of the appliance with its instants as this phone's clock shows them. */
export function localTimes(text) {
    return String(text ?? "").replace(instants, (found) => clockText(instant(found)));
}

/** An instant as a line has it. */
export function stamped(at) {
    return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** `18:30` as its next instant by this phone's clock. */
export function nextInstant(clock) {
    const [hours, minutes] = clock.split(":").map(Number);
    const at = new Date(serverNow());
    at.setHours(hours, minutes, 0, 0);
    if (at.getTime() <= serverNow()) at.setDate(at.getDate() + 1);
    return at.getTime();
}

/** A map with what is played on it, as people read it. */
export function playedName({ map, gameMode }) {
    return [map, gameMode].filter(Boolean).join(" · ");
}

/** The same as a line has it: `SP (TDM)`. */
function playedCode({ code, gameMode }) {
    // The box knows it by its letters and digits; brackets and commas part the words of a line.
    return gameMode ? `${code} (${gameMode.replace(/[\s(),]+/g, " ").trim()})` : code;
}

/** `SP 90 OL (TDM) 60`. */
export function turnsText(turns) {
    return turns.map((turn) => [playedCode(turn), turn.minutes].join(" ")).join(" ");
}

/** Which map is on, and what is played; `until` is an instant, `left` so many minutes, `next` the code of the map after it where that is needed. */
export function seenText({ code, gameMode, until, left, next }) {
    const time = until ? ["until", stamped(until)] : left ? ["for", `${left}m`] : [];
    return [playedCode({ code, gameMode }), "on", ...time].join(" ") + (next ? `, then ${next}` : "");
}

/** The schedule of a mode that is in force now, or null. */
export function scheduleNow(mode, now = serverNow()) {
    return list(mode?.schedules).find((one) => (instant(one.usableFrom) ?? -Infinity) <= now
        && now < (instant(one.usableTo) ?? Infinity)) ?? null;
}

/** The maps of a cycle that can be seen: each by its code and game mode, and by what follows where it is there several times. */
export function seenChoices(cycle) {
    const choices = cycle.map((one, place) => {
        const isOnce = cycle.filter((other) => isSame(other, one)).length === 1;
        return { ...one, next: isOnce ? null : cycle[(place + 1) % cycle.length] };
    });
    const key = (one) => JSON.stringify([one.code, one.gameMode, one.next?.code]);
    return choices.filter((one, place) => choices.findIndex((other) => key(other) === key(one)) === place);
}

/** Who made an edit. */
export function authorText(edit) {
    if (edit.by === "owner") return t("edit.owner");
    if (edit.by === "home") return t("edit.home");
    return edit.phone ? String(edit.phone) : t("edit.nobody");
}

/** Where that comes from what a mode shows now: the file, an edit, or an upstream. */
export function originText(mode, edits) {
    if (mode.current?.source) return t("mode.bySource", { name: mode.current.source });
    const edit = editBehind(mode, edits);
    if (!edit) return t("edit.byFile");
    const key = mode.current ? "edit.byEdit" : "edit.endedBy";
    return t(key, { who: authorText(edit), time: clockText(instant(edit.at)) });
}

/** The newest edit that says what is on now, or null. */
function editBehind(mode, edits) {
    const now = scheduleNow(mode);
    const ours = edits.filter((one) => one.state === "inForce" && [`${one.text}`.split(/[ :]/)[1]].includes(mode.mode));
    if (!mode.current) return ours.find((one) => one.text.startsWith("end ")) ?? null;
    if (!now) return null;
    const sameMaps = (one) => one.anchor === now.anchor && JSON.stringify(one.cycle) === JSON.stringify(now.cycle);
    return ours.find((one) => {
        if (one.text.startsWith("takeover ")) return Boolean(now.takeover) && one.text.includes(` ${now.takeover}: `);
        // It begins with its commit, or the look before that; what lies over it since then may have cut it in two.
        const sinceLook = (piece) => instant(one.at) - (instant(piece.usableFrom) ?? -Infinity);
        return list(mode.schedules).some((piece) => sinceLook(piece) >= 0 && sinceLook(piece) <= longestLook && sameMaps(piece));
    }) ?? null;
}
