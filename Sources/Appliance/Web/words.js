// What the pages say, in the language of the person who reads them.

import { sharedWords } from "./sharedwords.js";

/** The columns of every table of words, and what Intl calls each one. */
const columns = ["en", "pl"];
const locales = { en: "en-GB", pl: "pl-PL" };
const table = { ...sharedWords };
let spoken = "en";

/** The languages there are. */
export const languages = [...columns];

/** Adds rows: `key: [English, Polish]`, each a text or its plural forms by `count`. */
export function learn(rows) {
    Object.assign(table, rows);
}

/** Chooses a language; before any word is asked for. */
export function speak(language) {
    spoken = columns.includes(language) ? language : "en";
}

/** The language that is spoken: `en`, `pl`. */
export function language() {
    return spoken;
}

/** What dates and numbers are written by. */
export function locale() {
    return locales[spoken];
}

/** Never rounds an outage away: 100 % is said only of exactly all; `share` is 0 to 1. */
export function percent(share) {
    if (share >= 1) return "100 %";
    const exact = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    return `${(Math.floor(share * 1000) / 10).toLocaleString(locale(), exact)} %`;
}

/**
 * The words of `key`, with `values` in the place of `{name}`; `count` chooses the plural form by the
 * language's own rules.
 */
export function t(key, values = {}) {
    const words = table[key]?.[columns.indexOf(spoken)] ?? key;
    const form = () => words[new Intl.PluralRules(locale()).select(values.count)] ?? words.other;
    const text = typeof words === "string" ? words : form();
    return text.replace(/\{(\w+)\}/g, (_, name) => {
        const value = values[name];
        return typeof value === "number" ? value.toLocaleString(locale()) : String(value ?? "");
    });
}
