/// A way to play that has a map rotation, with everything that is published about it.
public struct RotationMode: Hashable, Sendable {
    /// Many years of splits, events and takeovers.
    public static let maximumSchedules = 500

    /// `pubs`, `ranked`, `ltm`…: what the mode is called in URLs and settings.
    public let key: String
    /// The name for people.
    public let name: String
    /// At least one; oldest first; no two are in force at the same time, but there may be gaps between them.
    public let schedules: [RotationSchedule]
    /// What takeovers hide of the schedules that they lie over, oldest first; nil where that is not known, as over the wire.
    ///
    /// Nothing is computed from it: it is what comes back when a takeover is ended or moved.
    package let covered: [RotationSchedule]?

    /// Makes a mode from schedules in any order, or says what is wrong with them.
    public init(key: String, name: String, schedules: [RotationSchedule]) throws(RotationProblem) {
        let isCut = schedules.contains { $0.takeover != nil }
        try self.init(key: key, name: name, schedules: schedules, covered: isCut ? nil : [])
    }

    /// The same, knowing what its takeovers hide.
    package init(
        key: String,
        name: String,
        schedules: [RotationSchedule],
        covered: [RotationSchedule]?
    ) throws(RotationProblem) {
        guard !schedules.isEmpty else { throw .noSchedules(mode: key) }
        guard schedules.count <= Self.maximumSchedules else {
            throw .tooManySchedules(mode: key, count: schedules.count)
        }
        let order = Self.oldestFirst(schedules)
        for (earlier, later) in zip(order, order.dropFirst())
        where Self.overlaps(schedules[earlier], before: schedules[later]) {
            throw .overlap(mode: key, earlier: earlier, later: later)
        }
        self.key = key
        self.name = name
        self.schedules = order.map { schedules[$0] }
        self.covered = covered.map { covered in Self.oldestFirst(covered).map { covered[$0] } }
    }

    /// What is known at an instant.
    public func lookup(at time: UnixTime) -> RotationLookup {
        let index = lastBegun(at: time)
        let following = index.map { $0 + 1 } ?? 0
        let begins = following < schedules.count ? schedules[following].usableFrom : nil
        if let index {
            if let slot = schedules[index].slot(at: time) { return .running(slot) }
            let ended = schedules[index].usableTo ?? time
            // An upstream's word ends with each slot; no schedule has ended then.
            if begins == nil, schedules[index].source == nil { return .ended(since: ended) }
            return .gap(since: ended, until: begins)
        }
        return .notStarted(until: begins ?? time)
    }

    /// The schedule in force at an instant, if any.
    public func schedule(at time: UnixTime) -> RotationSchedule? {
        // They do not overlap: one that began later ends the earlier ones.
        lastBegun(at: time).map { schedules[$0] }.flatMap { $0.isUsable(at: time) ? $0 : nil }
    }

    /// The last schedule whose window has begun, by bisection: strangers ask for hundreds of slots at once.
    private func lastBegun(at time: UnixTime) -> Int? {
        var low = 0
        var high = schedules.count
        while low < high {
            let middle = (low + high) / 2
            if schedules[middle].usableFrom.map({ $0 <= time }) ?? true {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low == 0 ? nil : low - 1
    }

    /// The slot that contains an instant; nil where nothing is known.
    public func slot(at time: UnixTime) -> RotationSlot? {
        lookup(at: time).slot
    }

    /// What comes directly after a slot, across the border of two schedules too; nil when that is not known.
    public func slot(after slot: RotationSlot) -> RotationSlot? {
        guard slot.end > slot.start, slot.end.seconds < .max else { return nil }
        return self.slot(at: slot.end)
    }

    /// The known slots that overlap `from..<until`, in order and whole, at most `limit`; gaps are left out.
    public func slots(from: UnixTime, until: UnixTime, limit: Int) -> [RotationSlot] {
        var slots: [RotationSlot] = []
        var cursor = from
        while slots.count < limit, cursor < until {
            let lookup = lookup(at: cursor)
            if let slot = lookup.slot { slots.append(slot) }
            guard let end = lookup.end, end > cursor else { break }
            cursor = end
        }
        return slots
    }

    /// Until when everything from an instant on is known.
    ///
    /// That is the end of the schedule in force, or of the last of those that follow it without a gap. Nil
    /// when there is no known end, or when nothing is known at the instant.
    public func knownEnd(from time: UnixTime) -> UnixTime? {
        var end = schedule(at: time)?.usableTo
        while let instant = end, let following = schedule(at: instant) {
            end = following.usableTo
        }
        return end
    }

    /// Positions in the given list, by the beginning of the window; one that was always usable comes first.
    private static func oldestFirst(_ schedules: [RotationSchedule]) -> [Int] {
        schedules.indices.sorted { left, right in
            switch (schedules[left].usableFrom, schedules[right].usableFrom) {
            case (nil, nil): left < right
            case (nil, _): true
            case (_, nil): false
            case (let one?, let other?): one == other ? left < right : one < other
            }
        }
    }

    /// Whether `earlier` has not ended when `later` begins.
    private static func overlaps(_ earlier: RotationSchedule, before later: RotationSchedule) -> Bool {
        guard let end = earlier.usableTo, let begin = later.usableFrom else { return true }
        return begin < end
    }
}
