// What an upstream that watches the game says of the maps: notes for a mode's card, and who has to be named for it.

import { el, list, setHint, setText, show } from "./dom.js";
import { mapsReasonOf } from "./reasons.js";
import { clockText, instant, serverNow } from "./time.js";
import { t } from "./words.js";

const minute = 60_000;

/** The notes of a mode's card, `[{ kind: "alarm" | "calm", words }]`; `upstream` is that of `/v1/rotations`, or nothing. */
export function checkNotes(mode, upstream) {
    if (!upstream) return [];
    const name = String(upstream.name ?? "");
    const check = list(upstream.modes).find((one) => one.mode === mode.mode);
    const notes = [];
    if (mode.source) notes.push({ kind: "calm", words: t("mode.bySource", { name: mode.source }) });
    else if (mode.next?.source) notes.push({ kind: "calm", words: followed(mode.next) });
    if (check?.verdict === "disagreeing") notes.push({ kind: "alarm", words: disagreement(check, name) });
    else if (check?.verdict === "confirmed" && !mode.source) notes.push({ kind: "calm", words: confirmation(check, name) });
    if (check?.proposal) notes.push({ kind: "calm", words: moved(check.proposal, name) });
    return notes;
}

/** What comes is the upstream's word, although a schedule is in force now. */
function followed(next) {
    const start = instant(next.start);
    return t("mode.nextBySource", { name: next.source, time: start === null ? "" : clockText(start) });
}

/** One that rests on slots which are over is told as of old. */
function confirmation(check, name) {
    const until = instant(check.until);
    const isOld = until !== null && until <= serverNow();
    return isOld ? t("mode.confirmedOnce", { name, time: clockText(until) }) : t("mode.confirmed", { name });
}

function disagreement(check, name) {
    const theirs = check.upstream ?? {};
    const end = instant(theirs.end);
    const map = theirs.map ?? theirs.code ?? t("mode.unknownMap");
    return end === null ? t("mode.disagrees", { name, map }) : t("mode.disagreesUntil", { name, map, time: clockText(end) });
}

/** Minutes suffice: slots have whole ones. */
function moved({ shiftSeconds, applied }, name) {
    const count = Math.round(Math.abs(shiftSeconds) * 1000 / minute);
    const later = shiftSeconds >= 0;
    if (applied) return t(later ? "mode.movedLater" : "mode.movedEarlier", { name, count });
    return t(later ? "mode.wouldMoveLater" : "mode.wouldMoveEarlier", { name, count });
}

/** The line below all modes: `update(upstream)` names who is asked, and says so when that is of old. */
export function makeAttribution(...classes) {
    const link = el("a", { rel: "noreferrer" });
    const state = el("span");
    const root = el("p", { class: classes.join(" "), hidden: true }, link, state);
    return {
        root,
        update(upstream) {
            show(root, Boolean(upstream));
            if (!upstream) return;
            setText(link, String(upstream.attribution ?? upstream.name ?? ""));
            if (String(upstream.url ?? "").startsWith("https://")) link.href = upstream.url;
            const since = instant(upstream.since);
            const isStale = upstream.state === "stale";
            const reason = isStale ? mapsReasonOf(upstream.reason) : "";
            setHint(state, isStale ? String(upstream.reason ?? "") : "");
            setText(state, isStale
                ? since === null ? t("mode.upstreamStale", { reason }) : t("mode.upstreamStaleSince", { time: clockText(since), reason })
                : upstream.state === "waiting" ? t("mode.upstreamWaiting") : "");
            root.dataset.state = String(upstream.state ?? "");
        },
    };
}
