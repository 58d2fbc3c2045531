package import WatchpostModel

/// One answer of an upstream that watches the game, as far as it makes sense.
package struct RotationReport: Hashable, Sendable {
    /// In the order of the answer; keys are unique.
    ///
    /// Empty in the second of a change of all modes.
    package var modes: [ReportedMode]

    package init(modes: [ReportedMode]) {
        self.modes = modes
    }

    /// Why it says nothing of an instant, in words; nil when it does.
    ///
    /// A cache that is stuck goes on with slots that are over. What such an answer says without times is as old.
    func emptiness(at time: UnixTime) -> String? {
        guard !modes.isEmpty else { return "it names no mode at all" }
        let timed = modes.filter { $0.end != nil }
        guard timed.allSatisfy({ $0.isOver(at: time) }), let newest = timed.compactMap(\.firstEnd).max()
        else {
            return nil
        }
        let text = "\(newest)"
        return "its answer is older than \(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
}

/// What an upstream says of one mode: the map that is on and the one after it, and nothing further.
package struct ReportedMode: Hashable, Sendable {
    /// As schedule files call it: `pubs` for the upstream's `battle_royale`.
    package var key: String
    /// The name for people.
    package var name: String
    package var current: ReportedSlot?
    package var next: ReportedSlot?

    package init(key: String, name: String, current: ReportedSlot?, next: ReportedSlot?) {
        self.key = key
        self.name = name
        self.current = current
        let overlaps = current?.window.map { now in next?.window.map { now.overlaps($0) } ?? false } ?? false
        self.next = overlaps ? nil : next
    }

    /// What is on at an instant.
    ///
    /// Nil when the answer is of another time: of caches, and of the second of a change. One without times is
    /// taken to be of the instant at which it came.
    func slot(at time: UnixTime) -> ReportedSlot? {
        let timed = [current, next].compactMap { $0 }.first { $0.window?.contains(time) ?? false }
        if let timed { return timed }
        guard let current, current.window == nil, !isOver(at: time) else { return nil }
        return current
    }

    /// Whether all that it says is over: an answer of another time.
    func isOver(at time: UnixTime) -> Bool {
        end.map { $0 <= time } ?? false
    }

    /// When the last of what it says is over; nil where it gives no times.
    var end: UnixTime? {
        [current, next].compactMap { $0?.window?.upperBound }.max()
    }

    /// When the first of what it says is over: the answer was made before.
    fileprivate var firstEnd: UnixTime? {
        [current, next].compactMap { $0?.window?.upperBound }.first
    }

    /// Whether it is of an earlier time than what is known: its map was over when it came, and the other reaches further.
    ///
    /// An end alone proves nothing: the game cuts slots short, too.
    func isOlder(than known: ReportedMode, at time: UnixTime) -> Bool {
        guard let firstEnd, firstEnd <= time, let end, let knownEnd = known.end else { return false }
        return knownEnd > time && knownEnd > end
    }

    /// This, or what is known already, where that says the same of now and more: answers lack what comes next, or times.
    func completed(by known: ReportedMode, at time: UnixTime) -> ReportedMode {
        guard next == nil, let current, let slot = known.slot(at: time), slot.map == current.map,
            current.window == nil || current.window == slot.window
        else { return self }
        return known
    }
}

/// A map that an upstream names.
package struct ReportedSlot: Hashable, Sendable {
    package var map: GameMap
    /// The game mode of a slot where they take turns: `TDM`.
    package var gameMode: String?
    /// When it is on; nil where the upstream's times are missing or make no sense.
    package let window: Range<UnixTime>?

    /// The lengths that make sense, in seconds: a minute, and as long as a schedule file may say.
    private static let lengths = 60...(RotationCycle.maximumMinutes * 60)

    package init(map: GameMap, gameMode: String? = nil, start: UnixTime?, end: UnixTime?) {
        self.map = map
        self.gameMode = gameMode
        if let start, let end, ReportedSlot.lengths.contains(end.since(start)) {
            window = start..<end
        } else {
            window = nil
        }
    }

    var body: CheckedMapBody {
        CheckedMapBody(
            code: map.code,
            map: map.name,
            start: window?.lowerBound,
            end: window?.upperBound
        )
    }
}
