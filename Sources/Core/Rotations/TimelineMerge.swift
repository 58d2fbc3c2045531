package import WatchpostModel

/// Collects the stretches of several modes in the order in which they begin, and stops at a number of them.
///
/// So all modes end at one instant when there are too many, none is crowded out by one with short slots, and nothing is
/// computed that is not shown. What is on now is there for each mode.
package struct TimelineMerge: Sendable {
    /// Where it stopped, because there was one stretch too many; nil: it did not.
    package private(set) var cut: UnixTime?
    /// Lookups so far: what a question costs.
    package private(set) var steps = 0

    private let modes: [RotationMode]
    private var stretches: [[TimelineEntryBody]]
    /// Where the next stretch of each mode begins; nil: there is none.
    private var cursors: [UnixTime?]

    /// Begins with what is on at `time`; `since` is where a stretch starts that has no beginning of its own.
    package init(_ modes: [RotationMode], from time: UnixTime, since: UnixTime) {
        self.modes = modes
        stretches = Array(repeating: [], count: modes.count)
        cursors = Array(repeating: nil, count: modes.count)
        for index in modes.indices { take(index, at: time, since: since) }
    }

    /// By mode, and then by start.
    package var entries: [TimelineEntryBody] { stretches.flatMap { $0 } }

    /// Goes on until everything that begins before `end` is there, or `most` stretches are.
    package mutating func run(until end: UnixTime, most: Int) {
        var count = modes.count
        while let (index, start) = earliest, start < end {
            guard count < most else { return stop(at: start) }
            take(index, at: start, since: start)
            count += 1
        }
    }

    private var earliest: (index: Int, start: UnixTime)? {
        var first: (index: Int, start: UnixTime)?
        for (index, cursor) in cursors.enumerated() {
            if let cursor, first.map({ cursor < $0.start }) ?? true { first = (index, cursor) }
        }
        return first
    }

    private mutating func take(_ index: Int, at time: UnixTime, since: UnixTime) {
        steps += 1
        let lookup = modes[index].lookup(at: time)
        let slot = lookup.slot
        stretches[index].append(
            TimelineEntryBody(
                mode: modes[index].key,
                start: lookup.start ?? since,
                end: lookup.end,
                code: slot?.map.code,
                map: slot?.map.name,
                gameMode: slot?.gameMode,
                takeover: slot?.takeover
            )
        )
        cursors[index] = lookup.end.flatMap { $0 > time ? $0 : nil }
    }

    /// Some modes may have been given what begins at that very instant, and others not.
    private mutating func stop(at instant: UnixTime) {
        cut = instant
        for index in stretches.indices {
            stretches[index] =
                stretches[index].prefix(1) + stretches[index].dropFirst().prefix { $0.start < instant }
        }
    }
}
