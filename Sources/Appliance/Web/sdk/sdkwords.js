// The few words of a board, in English and Polish.

const words = {
    en: {
        all: "All time", day: "Today", week: "Week", month: "Month", season: "Season", board: "Board", you: "You", friend: "friend",
        nobody: "Nobody has played here yet.", notOn: "You are not on this board yet.", loading: "Loading…",
        offline: "No connection. As of {time}.", never: "No connection. Trying again.", refused: "This board cannot be shown: {why}.",
    },
    pl: {
        all: "Całość", day: "Dziś", week: "Tydzień", month: "Miesiąc", season: "Sezon", board: "Ranking", you: "Ty",
        friend: "znajomy", nobody: "Nikt tu jeszcze nie grał.", notOn: "Nie ma cię jeszcze w tym rankingu.", loading: "Wczytuję…",
        offline: "Brak połączenia. Stan z {time}.", never: "Brak połączenia. Próbuję ponownie.",
        refused: "Nie można pokazać tego rankingu: {why}.",
    },
};

/** A language's tag as dates and numbers take it; `plain` is BCP 47 or nearly, and begins with `short`. */
function canonical(plain, short) {
    try {
        return Intl.getCanonicalLocales(plain)[0];
    } catch {
        return short;
    }
}

/** The words of a language, or of the browser's; English where there are none. Systems write `en-US@posix` and `pl_PL.UTF-8`, too. */
export function wordsOf(language) {
    const plain = String(language ?? globalThis.navigator?.language ?? "en").split(/[.@]/)[0].replaceAll("_", "-");
    const short = plain.split("-")[0].toLowerCase();
    const known = Object.hasOwn(words, short) ? words[short] : null;
    return {
        tag: known ? canonical(plain, short) : "en",
        say: (name, values = {}) => ((known ?? words.en)[name] ?? name).replace(/\{(\w+)\}/g, (_, value) => values[value] ?? ""),
    };
}
