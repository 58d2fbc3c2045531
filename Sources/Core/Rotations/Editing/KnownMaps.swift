package import WatchpostModel

/// The maps that can be named in an edit, and what is played on them.
package struct KnownMaps: Hashable, Sendable {
    private var maps: [String: GameMap] = [:]
    /// By their letters and digits alone.
    private var gameModes: [String: String] = [:]

    /// More are not listed in a message.
    private static let mostListed = 30

    /// Those of some schedules, and those that are built in; of two with one code the earlier one counts.
    package init(_ schedules: [RotationSchedules]) {
        for schedule in schedules.flatMap(\.modes).flatMap({ $0.schedules + ($0.covered ?? []) }) {
            for entry in schedule.cycle.entries {
                add(entry.map)
                guard let game = entry.gameMode else { continue }
                let key = ReportedNames.folded(game)
                // One of signs alone is like every other one.
                if !key.isEmpty, gameModes[key] == nil { gameModes[key] = game }
            }
        }
        for map in ReportedNames.shortMaps { add(map) }
    }

    private mutating func add(_ map: GameMap) {
        if maps[map.code] == nil { maps[map.code] = map }
    }

    /// By code.
    package var all: [GameMap] { maps.values.sorted { $0.code < $1.code } }

    /// The map that a person means: by its code in letters of any size, by its name in one word, or as an upstream calls it.
    func map(_ word: some StringProtocol) throws(EditRefusal) -> GameMap {
        let word = String(word)
        if let map = MapCode.find(word, among: all, code: \.code) { return map }
        let name = ReportedNames.folded(word)
        let named = Set(names.filter { !name.isEmpty && ReportedNames.folded($0.name) == name }.map(\.code))
        if named.count == 1, let code = named.first, let map = maps[code] { return map }
        if let short = ReportedNames.map(code: word, name: nil), let map = maps[short.code] { return map }
        throw unknown(word)
    }

    private func unknown(_ word: String) -> EditRefusal {
        let near = NearestName.of(word, among: names.flatMap { [$0.code, $0.name] })
        let meant = names.first { $0.code == near || $0.name == near }.flatMap { maps[$0.code] }
            .map { "did you mean \(words($0))? " }
        let listed = all.prefix(KnownMaps.mostListed).map(words)
        return EditRefusal(
            "\(EditRefusal.quoted(word)) is the code of no map that is known; \(meant ?? "")known are \(listed.joined(separator: ", "))"
        )
    }

    /// Those that are built in by their own names, too.
    private var names: [GameMap] { all + ReportedNames.shortMaps }

    private func words(_ map: GameMap) -> String { "\(map.code) (\(map.name))" }

    /// What is played, as schedules spell it; one that none names is taken as it is typed.
    func gameMode(_ text: String) -> String { gameModes[ReportedNames.folded(text)] ?? text }
}
