/// How much of one of the arena's bounds is taken.
struct ArenaRoom: Hashable, Sendable {
    /// What is bounded.
    enum Part: String, Hashable, Sendable, CaseIterable {
        case results
        /// Those of newcomers from outside end there.
        case resultsOutside
        case players
        /// Those of newcomers from outside end there.
        case playersOutside
    }

    let part: Part
    let taken: Int
    let places: Int

    /// In English, as the panel and the log have it.
    var words: String {
        let bound =
            switch part {
            case .results, .resultsOutside: "max_results"
            case .players, .playersOutside: "max_players"
            }
        let what =
            switch part {
            case .results: "results"
            case .resultsOutside: "results that newcomers from outside may have"
            case .players: "players"
            // All are counted; it is for home what is left behind these.
            case .playersOutside: "players before newcomers from outside are refused"
            }
        let words =
            "the arena has \(part == .playersOutside ? min(taken, places) : taken) of at most \(places) \(what)"
        return "\(words): \(bound) in [arena] is the bound"
    }
}

/// Tells the owner when a bound of the arena comes near, when nothing is left, and when there is room again: never once a request.
///
/// A fault is shown for as long as it is so, and a line in the log begins and ends it.
struct RoomAlarm: Hashable, Sendable {
    enum Effect: Hashable, Sendable {
        case log(String)
        /// Shown with the part's own mark; nil: no more.
        case fault(ArenaRoom.Part, String?)
    }

    private enum Level: Int, Comparable {
        case enough, near, full

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// From so many percent on a bound is near.
    static let near = 80
    /// And below so many it is not any more: around the first some come and go all the time.
    static let far = 70

    private var levels: [ArenaRoom.Part: Level] = [:]

    mutating func handle(_ room: ArenaRoom) -> [Effect] {
        let before = levels[room.part] ?? .enough
        let level = RoomAlarm.level(room, before)
        levels[room.part] = level
        guard level != before else { return [] }
        guard level > .enough else {
            return [.log("\(room.part.name): there is room again"), .fault(room.part, nil)]
        }
        return level > before
            ? [.log(room.words), .fault(room.part, room.words)] : [.fault(room.part, room.words)]
    }

    private static func level(_ room: ArenaRoom, _ before: Level) -> Level {
        if room.taken >= room.places { return .full }
        // In Double: a file may hold more of a thing than its bound has digits for.
        let percent = Double(room.taken) * 100 / Double(max(room.places, 1))
        if percent >= Double(near) { return before == .full && percent >= 95 ? .full : .near }
        return before > .enough && percent >= Double(far) ? .near : .enough
    }
}

extension ArenaRoom.Part {
    /// In a sentence.
    fileprivate var name: String {
        switch self {
        case .results, .resultsOutside: "results of the arena"
        case .players, .playersOutside: "players of the arena"
        }
    }
}
