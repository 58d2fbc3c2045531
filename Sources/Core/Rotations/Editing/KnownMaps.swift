package import WatchpostModel

/// The maps that can be named in an edit, by their codes.
package struct KnownMaps: Hashable, Sendable {
    private var maps: [String: GameMap] = [:]

    /// More are not listed in a message.
    private static let mostListed = 30

    /// Those of some schedules; of two with one code the earlier one counts.
    package init(_ schedules: [RotationSchedules]) {
        for list in schedules {
            for schedule in list.modes.flatMap(\.schedules) {
                for entry in schedule.cycle.entries where maps[entry.map.code] == nil {
                    maps[entry.map.code] = entry.map
                }
            }
        }
    }

    /// By code.
    package var all: [GameMap] { maps.values.sorted { $0.code < $1.code } }

    /// The map that a person means by a code, in small letters too.
    func map(_ word: some StringProtocol) throws(EditRefusal) -> GameMap {
        if let map = maps[String(word)] { return map }
        let near = maps.values.filter { $0.code.lowercased() == word.lowercased() }
        if near.count == 1, let map = near.first { return map }
        let listed = all.prefix(KnownMaps.mostListed).map { "\($0.code) (\($0.name))" }
        throw EditRefusal(
            "“\(word)” is the code of no map that is known; known are \(listed.joined(separator: ", "))"
        )
    }
}
