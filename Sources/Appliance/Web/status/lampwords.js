// What lamps and faults say, in the words of the person; the appliance says the same in English, as on its own display.

import { list } from "./dom.js";
import { reasonOf } from "./reasons.js";
import { clockText, instant } from "./time.js";
import { hasWords, language, t } from "./words.js";

/** What a lamp says; as the appliance writes it where one of the things is not known here. */
export function lampWords({ words, says }) {
    const facts = list(says);
    const isKnown = facts.length > 0 && facts.every((fact) => hasWords(`says.${fact.key}`));
    // What waits is said as on the rest of the page.
    const isOurs = language() !== "en" || facts.some((fact) => fact.key === "waiting");
    if (!isOurs || !isKnown) return String(words ?? "");
    const [first, ...rest] = facts;
    return first.key === "quiet" ? begun(t("says.quiet", { words: joined(rest) })) : begun(joined(facts));
}

/** The lamps' targets are names of the owner's, but for one. */
export function targetWords({ target, everything }) {
    return everything === true ? t("says.everything") : String(target ?? "");
}

/** What a fault of the appliance means; the details are the system's own words. */
export function faultWords({ code, words }) {
    return hasWords(`fault.${code}`) ? t(`fault.${code}`, { words: words ?? "" }) : String(words ?? "");
}

function joined(facts) {
    return facts.map(factWords).join(", ");
}

function factWords({ key, count, total, since, reason, code }) {
    if (key === "fault") return t("says.fault", { code, words: faultWords({ code, words: reason }) });
    const begin = instant(since);
    const time = begin === null ? "" : t("trust.since", { time: clockText(begin) });
    const why = reason ? t("trust.why", { reason: reasonOf(reason) }) : "";
    if (!Number.isInteger(count)) return t(`says.${key}`, { since: time, why });
    const said = { what: t(`says.${key}`), since: time, count, total };
    if (total === 1) return t("says.one", said);
    return t(count === total ? "says.all" : "says.some", said);
}

function begun(words) {
    return words[0].toLocaleUpperCase(language()) + words.slice(1);
}
