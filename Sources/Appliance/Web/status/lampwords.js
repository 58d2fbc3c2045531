// What a lamp says, in the words of the person: the appliance writes it in English, for its own display as well.

import { language, t } from "./words.js";

/** Sentences that are said whole. */
const whole = {
    "not running": "dark", "this is the box": "identify", "not set up": "notSetUp", "nothing to watch": "nothing",
    "waiting for data": "waiting", "not listed by blizzard": "unlisted", "status unknown": "statusUnknown",
    "up to date": "upToDate", "all up": "up",
};
const kinds = {
    up: "up", down: "down", maintenance: "pause", "in maintenance": "pause", unknown: "unknown", suspected: "suspected",
    "with a queue": "queue", locked: "locked",
};
/** `3 of 340 realms down since 13:22`, `all 6 up`, `down`. */
const counted = /^(?:(all) (\d+) |(\d+) of (\d+) )?(?:realms )?(up|down|(?:in )?maintenance|unknown|suspected|with a queue|locked)(?: since (\S.*))?$/i;

/** What a lamp says; a sentence that is not known here is left as it is. */
export function lampWords(text) {
    if (language() === "en") return text;
    const quiet = /^quiet hours; (.*)$/s.exec(text);
    if (quiet) return t("says.quiet", { words: lampWords(quiet[1]) });
    const fault = /^(E\d\d): (.*)$/s.exec(text);
    if (fault) return t("says.fault", { code: fault[1], words: fault[2] });
    const known = whole[text.toLowerCase()];
    if (known) return begun(t(`says.${known}`));
    const doubt = /^(no network|stale)(?: since ([^:]*(?::\d\d[^:]*)?))?(?:: (.*))?$/is.exec(text);
    if (doubt) return begun(doubtWords(doubt));
    const parts = text.split(", ").map((part) => countedWords(counted.exec(part)));
    return parts.includes(null) ? text : begun(parts.join(", "));
}

/** The lamps' targets are names of the owner's, but for one. */
export function targetWords(target) {
    return target === "Everything I watch" ? t("says.everything") : target;
}

function doubtWords([, what, since, why]) {
    const said = { since: since ? t("trust.since", { time: since }) : "", why: why ? t("trust.why", { reason: why }) : "" };
    return t(what.toLowerCase() === "stale" ? "says.stale" : "says.noNetwork", said);
}

function countedWords(found) {
    if (!found) return null;
    const [, all, every, count, total, kind, time] = found;
    const said = { what: t(`says.${kinds[kind.toLowerCase()]}`), since: time ? t("trust.since", { time }) : "" };
    if (all) return t("says.all", { ...said, total: Number(every) });
    return count ? t("says.some", { ...said, count: Number(count), total: Number(total) }) : t("says.one", said);
}

function begun(words) {
    return words[0].toLocaleUpperCase(language()) + words.slice(1);
}
