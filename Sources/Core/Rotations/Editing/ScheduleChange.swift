package import WatchpostModel

/// What somebody asks to be done about the schedule.
package enum ScheduleRequest: Hashable, Sendable {
    case change(ScheduleChange)
    /// Takes back the newest edit that is in force.
    case undo
}

/// What somebody wants changed about one mode, as it is typed or tapped.
package struct ScheduleChange: Hashable, Sendable {
    /// One map of a cycle and its minutes.
    package struct Turn: Hashable, Sendable {
        package var map: GameMap
        /// What is played on it; nil: nobody said so.
        package var gameMode: String?
        /// 1...`RotationCycle.maximumMinutes`.
        package var minutes: Int64
    }

    /// The map that somebody sees.
    package struct Seen: Hashable, Sendable {
        package var map: GameMap
        /// What is played on it; nil: nobody said so.
        package var gameMode: String?
        /// Until when it is on; nil: nobody said so.
        package var until: UnixTime?
        /// The code of the map after it, where one map stands in the cycle several times.
        package var then: String?

        package init(
            map: GameMap,
            gameMode: String? = nil,
            until: UnixTime? = nil,
            then: String? = nil
        ) {
            self.map = map
            self.gameMode = gameMode
            self.until = until
            self.then = then
        }
    }

    package enum Action: Hashable, Sendable {
        /// These maps in this order from now on; `seen.until` is there.
        case set([Turn], seen: Seen, ends: UnixTime?)
        /// An event is laid over the mode; without `from` it is on already, and `seen` says where it is.
        case takeover(name: String, [Turn], from: UnixTime?, to: UnixTime, seen: Seen?)
        /// The takeover that is on ends, else the schedule in force; nil: now.
        case end(at: UnixTime?)
        /// The same maps, so that this one is on.
        case see(Seen)
    }

    package var mode: String
    package var action: Action

    package init(mode: String, action: Action) {
        self.mode = mode
        self.action = action
    }
}

extension ScheduleChange: CustomStringConvertible {
    /// As it can be typed again, whenever: with whole instants and the minutes of each map.
    package var description: String {
        switch action {
        case .set(let turns, let seen, let ends):
            return "set \(mode): \(words(turns)), \(words(seen))" + (ends.map { ", ends \($0)" } ?? "")
        case .takeover(let name, let turns, let from, let to, let seen):
            let begin = from.map { ", from \($0)" } ?? ""
            let now = seen.map { ", \(words($0))" } ?? ""
            return "takeover \(mode) \(name): \(words(turns))\(begin), until \(to)\(now)"
        case .end(let instant):
            return "end \(mode)" + (instant.map { " at \($0)" } ?? "")
        case .see(let seen): return "see \(mode): \(words(seen))"
        }
    }

    private func words(_ turns: [Turn]) -> String {
        turns.map { "\(words($0.map, $0.gameMode)) \($0.minutes)" }.joined(separator: " ")
    }

    private func words(_ map: GameMap, _ gameMode: String?) -> String {
        map.code + (gameMode.map { " (\(ScheduleChange.typed($0)))" } ?? "")
    }

    /// What is played, without what separates words here: readers know it by its letters and digits.
    static func typed(_ gameMode: String) -> String {
        gameMode.split { $0.isWhitespace || "(),".contains($0) }.joined(separator: " ")
    }

    private func words(_ seen: Seen) -> String {
        words(seen.map, seen.gameMode) + " on" + (seen.until.map { " until \($0)" } ?? "")
            + (seen.then.map { ", then \($0)" } ?? "")
    }
}
