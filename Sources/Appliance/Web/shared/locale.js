// Which of the game's languages fits the viewer, and how names of any language are searched.

const offered = [
    "en_US", "es_MX", "pt_BR", "de_DE", "en_GB", "es_ES",
    "fr_FR", "it_IT", "ru_RU", "ko_KR", "zh_TW", "zh_CN",
];
const byLanguage = { de: "de_DE", fr: "fr_FR", it: "it_IT", ru: "ru_RU", ko: "ko_KR", pt: "pt_BR" };

/** The first of the viewer's languages in which realms have names, else `en_US`. */
export function realmLocale(languages) {
    for (const tag of languages) {
        const fitting = localeFor(String(tag));
        if (fitting) return fitting;
    }
    return "en_US";
}

function localeFor(tag) {
    const [language, ...parts] = tag.split(/[.@]/)[0].toLowerCase().split(/[-_]/);
    const region = parts.at(-1) ?? "";
    const exact = `${language}_${region.toUpperCase()}`;
    if (offered.includes(exact)) return exact;
    if (language === "en") return region === "" ? "en_US" : "en_GB";
    if (language === "es") return region === "" ? "es_ES" : "es_MX";
    const traditional = ["hant", "hk", "mo"].some((part) => parts.includes(part));
    if (language === "zh") return traditional ? "zh_TW" : "zh_CN";
    return byLanguage[language] ?? null;
}

/** The zone that this device names, null where no clock knows it: systems without one say `Etc/Unknown`. */
export function viewersZone() {
    try {
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
        Intl.DateTimeFormat("en", { timeZone: timeZone || "-" });
        return timeZone;
    } catch {
        return null;
    }
}

/** Accents, case, brackets and apostrophes do not matter to a search; a hyphen is a blank. */
export function folded(text) {
    return text.normalize("NFKD").replace(/[\p{M}'’\x60´()[\]]/gu, "").toLowerCase().replace(/[\s-]+/g, " ").trim();
}

/** Whether every word that was typed is a part of what can be found. */
export function isFound(searched, wanted) {
    return wanted.split(" ").every((word) => searched.includes(word));
}
