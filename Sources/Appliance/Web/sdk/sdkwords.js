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

/** The words of a language, or of the browser's; else English. Some browsers say `en-US@posix`. */
export function wordsOf(language) {
    const tag = /^(en|pl)(?![a-z])(-[a-z]{2}\b)?/i.exec(language ?? navigator.language)?.[0] ?? "en";
    const known = words[tag.slice(0, 2).toLowerCase()];
    return {
        tag,
        say: (name, values = {}) => (known[name] ?? name).replace(/\{(\w+)\}/g, (_, value) => values[value] ?? ""),
    };
}
