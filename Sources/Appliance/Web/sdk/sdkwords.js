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

/** The words of a language, or of the browser's; English where there are none. */
export function wordsOf(language) {
    const tag = language ?? globalThis.navigator?.language ?? "en";
    const known = words[tag.slice(0, 2).toLowerCase()];
    return {
        tag: known ? tag : "en",
        say: (name, values = {}) => ((known ?? words.en)[name] ?? name).replace(/\{(\w+)\}/g, (_, value) => values[value] ?? ""),
    };
}
