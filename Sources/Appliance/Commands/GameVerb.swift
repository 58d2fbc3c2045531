import Core

/// What `watchpost game` does, the first word behind it.
enum GameVerb: String, CaseIterable {
    case add, board, season, key, list, close, results, export, hide, restore, preview, hidings, undo, bans,
        ban, unban, audit, promote, remove, players, prune
    case renamePlayer = "rename-player"
    case removePlayer = "remove-player"

    /// How many words may follow.
    private var words: ClosedRange<Int> {
        switch self {
        case .list, .players: 0...0
        case .prune: 0...1
        case .close, .removePlayer, .hidings, .bans: 1...1
        case .key, .results, .renamePlayer: 1...2
        case .audit: 0...1
        case .export: 1...3
        case .restore, .undo, .unban, .remove: 2...2
        case .ban, .promote: 2...3
        // A number, or what is true of all that is meant.
        case .hide, .preview: 2...7
        // A name in paths, one for people, and what else is said of it.
        case .add: 1...10
        case .board: 2...14
        case .season: 2...5
        }
    }

    /// What is said of a board, a word to each.
    static let ofBoards: Set<String> = [
        "name", "order", "operator", "format", "decimals", "unit", "low", "high", "hold", "pace", "windows",
    ]
    /// What is said of a season.
    static let ofSeasons: Set<String> = ["at", "order", "operator"]
    static let ofGames: Set<String> = [
        "name", "description", "zone", "signed", "submissions", "genre", "price", "currency", "shop",
    ]
    static let ofExports: Set<String> = ["board", "format"]
    /// What is said of results that are hidden together.
    static let ofHidings: Set<String> = ["board", "player", "since", "until", "above", "below"]
    static let ofBans: Set<String> = ["note"]
    static let ofPromotions: Set<String> = ["place", "pin"]
    static let ofPruning: Set<String> = ["hours"]
    /// Behind a list of results: those alone.
    static let states = ["counts", "held", "hidden", "flagged"]
    /// Behind a game's key: the next one takes its place.
    static let rotate = "rotate"

    /// Refuses a command line that means nothing.
    static func check(_ words: [String]) throws(Arguments.Misuse) {
        let all = allCases.map(\.rawValue).joined(separator: ", ")
        guard let word = words.first else {
            throw Arguments.Misuse(description: "say what about the games: \(all)")
        }
        guard let verb = GameVerb(rawValue: word) else {
            throw Arguments.Misuse(description: "“game \(word)” is not a command; there are \(all)")
        }
        guard verb.words.contains(words.count - 1) else {
            let lacks = words.count - 1 < verb.words.lowerBound
            throw Arguments.Misuse(
                description:
                    "“game \(word)” has too \(lacks ? "little" : "much") behind it; see watchpost help"
            )
        }
        if verb == .prune {
            let hours = try said(words.dropFirst(), of: ofPruning)["hours"]
            guard hours.map({ Int($0) != nil && $0.isMade(of: .digits) }) ?? true else {
                throw Arguments.Misuse(description: "hours: a whole number, such as hours=12")
            }
            return
        }
        let letters: ASCIISet = .smallLetters | .digits | "-"
        for slug in words.dropFirst().prefix(verb == .board || verb == .season ? 2 : 1)
        where !slug.isMade(of: letters) {
            throw Arguments.Misuse(
                description: "“\(slug)” is not a name in addresses: use lowercase letters, digits and hyphens"
            )
        }
        if verb == .key, let word = words.dropFirst(2).first, word != rotate {
            throw Arguments.Misuse(description: "“\(word)” is not understood; there is \(rotate)")
        }
        try verb.checkSaid(words)
    }

    /// Refuses what is said behind the names and means nothing.
    private func checkSaid(_ words: [String]) throws(Arguments.Misuse) {
        let letters: ASCIISet = .smallLetters | .digits | "-"
        switch self {
        case .add: _ = try GameVerb.said(words.dropFirst(2), of: GameVerb.ofGames)
        case .board: _ = try GameVerb.said(words.dropFirst(3), of: GameVerb.ofBoards)
        case .season: _ = try GameVerb.said(words.dropFirst(3), of: GameVerb.ofSeasons)
        case .results:
            if let word = words.dropFirst(2).first, !GameVerb.states.contains(word) {
                let known = GameVerb.states.joined(separator: ", ")
                throw Arguments.Misuse(description: "“\(word)” is not understood; there are \(known)")
            }
        case .export:
            for (key, value) in try GameVerb.said(words.dropFirst(2), of: GameVerb.ofExports)
            where !value.isMade(of: letters) {
                throw Arguments.Misuse(description: "“\(key)=\(value)” is not understood; see watchpost help")
            }
        case .preview: _ = try GameVerb.said(words.dropFirst(2), of: GameVerb.ofHidings)
        case .hide where words[2].contains("="):
            _ = try GameVerb.said(words.dropFirst(2), of: GameVerb.ofHidings)
        case .ban: _ = try GameVerb.said(words.dropFirst(3), of: GameVerb.ofBans)
        case .promote: _ = try GameVerb.said(words.dropFirst(2), of: GameVerb.ofPromotions)
        case .hide, .restore, .undo:
            guard Int64(words[2]) != nil, words.count == 3 else {
                throw Arguments.Misuse(
                    description:
                        "“\(words[2])” is not the number of a result or hiding; see game results, game hidings"
                )
            }
        case .key, .list, .close, .remove, .removePlayer, .renamePlayer, .hidings, .bans, .unban, .audit,
            .players, .prune:
            return
        }
    }

    /// `key=value`, each once; what has another form is refused.
    static func said(
        _ words: some Sequence<String>,
        of keys: Set<String>
    ) throws(Arguments.Misuse) -> [String: String] {
        var said: [String: String] = [:]
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init
            )
            guard parts.count == 2, keys.contains(parts[0]), said[parts[0]] == nil else {
                let known = keys.sorted().map { "\($0)=…" }.joined(separator: ", ")
                throw Arguments.Misuse(
                    description: "“\(word)” is not understood; there are, each once, \(known)"
                )
            }
            said[parts[0]] = parts[1]
        }
        return said
    }
}
