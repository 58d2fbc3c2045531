// What the pages say, in the language of the person who reads them: one file a language, `/assets/LANGUAGE.json`.

/** The rows of the language that is spoken; each a text, or its plural forms by `count`. */
let rows = {};
let spoken = { tag: "en", locale: "en-GB", name: "English" };

/** Takes a language's file; before any word is asked for. */
export function speak({ language, words }) {
    spoken = language;
    rows = words;
}

/** The language that is spoken, as a tag (BCP 47): `en`, `pl`. */
export function language() {
    return spoken.tag;
}

/** What dates and numbers are written by. */
export function locale() {
    return spoken.locale;
}

/** Whether there are words for a key. */
export function hasWords(key) {
    return Object.hasOwn(rows, key);
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
    const words = hasWords(key) ? rows[key] : key;
    const form = () => words[new Intl.PluralRules(locale()).select(values.count)] ?? words.other;
    const text = typeof words === "string" ? words : form();
    return text.replace(/\{(\w+)\}/g, (_, name) => {
        const value = values[name];
        return typeof value === "number" ? value.toLocaleString(locale()) : String(value ?? "");
    });
}
