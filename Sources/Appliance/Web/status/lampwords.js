// What lamps say, in the words of the person; the appliance says the same in English and by its own clock.

import { list } from "./dom.js";
import { clockText, instant } from "./time.js";
import { hasWords, language, t } from "./words.js";

/**
 * What a lamp says, with times as the person's clock has them; as the appliance writes it where one of the things is not known here.
 * Why stands elsewhere on the page: above the realms, and with the faults.
 */
export function lampWords({ words, says }) {
    const facts = list(says);
    const isKnown = facts.length > 0 && facts.every((fact) => hasWords(`says.${fact.key}`));
    if (!isKnown) return String(words ?? "");
    const [first, ...rest] = facts;
    return first.key === "quiet" ? begun(t("says.quiet", { words: joined(rest) })) : begun(joined(facts));
}

/** What the appliance wrote of why it is so, to be found under the pointer. */
export function lampDetail({ says }) {
    return list(says).map((fact) => fact.reason ?? "").filter(Boolean).join("; ");
}

/** The lamps' targets are names of the owner's, but for one. */
export function targetWords({ target, everything }) {
    return everything === true ? t("says.everything") : String(target ?? "");
}

function joined(facts) {
    return facts.map(factWords).join(", ");
}

function factWords({ key, count, total, since, code }) {
    if (key === "fault") return t("says.fault", { code });
    const begin = instant(since);
    const time = begin === null ? "" : t("trust.since", { time: clockText(begin) });
    if (!Number.isInteger(count)) return t(`says.${key}`, { since: time });
    const said = { what: t(`says.${key}`), since: time, count, total };
    if (total === 1) return t("says.one", said);
    return t(count === total ? "says.all" : "says.some", said);
}

function begun(words) {
    return words[0].toLocaleUpperCase(language()) + words.slice(1);
}
