package import WatchpostModel

/// The upstream's names for maps and modes, and what schedule files call the same.
///
/// Maps are told apart by their code: names drift from season to season. What is not in these tables is kept as it came.
package enum ReportedNames {
    /// The map of an upstream's code and name; nil for one that says that the upstream does not know.
    ///
    /// Without a code, which answers of 2021 lack, a name that is known gives it.
    package static func map(code: String?, name: String?) -> GameMap? {
        guard let code, !code.isEmpty else {
            return name.flatMap { name in maps.values.first { $0.name == name } }
        }
        guard code != unknown else { return nil }
        return maps[code] ?? GameMap(code: code, name: name.flatMap { $0.isEmpty ? nil : $0 } ?? code)
    }

    /// Whether a schedule and an upstream mean the same map: by code, else by name.
    ///
    /// A schedule file may use the upstream's codes, or its own for a map that has no other here.
    static func isSame(_ ours: GameMap, _ theirs: GameMap) -> Bool {
        let (ourCode, theirCode) = (comparable(ours.code), comparable(theirs.code))
        if ourCode == theirCode { return true }
        // Two maps that are known are told apart by their codes alone, whatever a file calls them.
        if codes.contains(ourCode), codes.contains(theirCode) { return false }
        let name = folded(ours.name)
        return !name.isEmpty && name == folded(theirs.name)
    }

    /// Whether both mean the same game mode; where one names none there is nothing to compare.
    static func isSame(gameMode ours: String?, _ theirs: String?) -> Bool {
        guard let ours, let theirs else { return true }
        let (ourName, theirName) = (folded(ours), folded(theirs))
        return (gameModes[ourName] ?? ourName) == (gameModes[theirName] ?? theirName)
    }

    private static func comparable(_ code: String) -> String { maps[code]?.code ?? code }

    /// A name by its letters and digits alone: spaces, apostrophes and capitals drift.
    static func folded(_ name: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in name.lowercased().unicodeScalars
        where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            folded.append(scalar)
        }
        return String(folded)
    }

    /// The key and the name of a mode; nil for a word of which no key can be made.
    package static func mode(_ word: String) -> (key: String, name: String)? {
        if let known = modes[word] { return known }
        let key = slug(word)
        guard !key.isEmpty, key.utf8.count <= 32 else { return nil }
        let words = key.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return (key, words.joined(separator: " "))
    }

    private static let unknown = "unknown_rotation"

    private static let maps: [String: GameMap] = [
        "worlds_edge_rotation": GameMap(code: "WE", name: "World's Edge"),
        "olympus_rotation": GameMap(code: "OL", name: "Olympus"),
        "kings_canyon_rotation": GameMap(code: "KC", name: "Kings Canyon"),
        "storm_point_rotation": GameMap(code: "SP", name: "Storm Point"),
        "broken_moon_rotation": GameMap(code: "BM", name: "Broken Moon"),
        "edistrict_rotation": GameMap(code: "ED", name: "E-District"),
        "e_district_rotation": GameMap(code: "ED", name: "E-District"),
        "edistrict": GameMap(code: "ED", name: "E-District"),
    ]

    private static let codes = Set(maps.values.map(\.code))

    /// The maps that have short codes here, whatever a file names.
    static let shortMaps = Set(maps.values).sorted { $0.code < $1.code }

    /// Folded names of game modes that the upstream shortens.
    private static let gameModes = ["teamdeathmatch": "tdm", "gungame": "gunrun"]

    /// `ltm` has been the mixtape since 2023, whose slots name their game mode.
    private static let modes: [String: (key: String, name: String)] = [
        "battle_royale": ("pubs", "Casual"),
        "ranked": ("ranked", "Ranked"),
        "ltm": ("mixtape", "Mixtape"),
        "arenasRanked": ("arenas-ranked", "Arenas Ranked"),
    ]

    private static let breaks: ASCIISet = "_- "

    /// `someMode_x` as `some-mode-x`; empty when there is something in it that no key may have.
    private static func slug(_ word: String) -> String {
        var slug = ""
        for byte in word.utf8.prefix(64) {
            let isWord = (ASCIISet.letters | .digits).contains(byte)
            guard isWord || breaks.contains(byte) else { return "" }
            // A break never begins a slug, and several are one.
            if !isWord || ASCIISet.capitals.contains(byte), !slug.isEmpty, slug.last != "-" {
                slug.append("-")
            }
            if isWord { slug += Character(Unicode.Scalar(byte)).lowercased() }
        }
        return slug.last == "-" ? String(slug.dropLast()) : slug
    }
}
