import WatchpostModel

/// What a source, or one realm, was like at every time: made once from its changes, then asked for any window.
///
/// Making it costs a sort of all changes (15 ms for 190,000); a window is cut out of it in one pass without conversions.
/// While the source was not fresh, or the appliance off, everything is unknown, whatever the realms' last states were.
struct HistorySummary: Sendable {
    /// A time in which nothing changed; it lasts until the next one begins.
    private struct Stretch: Sendable {
        /// Seconds since 1970.
        var at: UInt32
        /// The gravest state of the realms.
        var state: RealmState
        /// Realms that were down in any way.
        var down: UInt16
        /// Realms that were up, and that ought to have been.
        var up: UInt16
        var known: UInt16
        /// Realm-seconds before `at`.
        var upBefore: Int64 = 0
        var knownBefore: Int64 = 0

        func isSame(as other: Stretch) -> Bool {
            state == other.state && down == other.down && up == other.up && known == other.known
        }

        /// Realm-seconds from the beginning of all up to `second` of this stretch.
        func upSeconds(until second: Int64) -> Int64 { upBefore + Int64(up) * (second - Int64(at)) }
        func knownSeconds(until second: Int64) -> Int64 { knownBefore + Int64(known) * (second - Int64(at)) }
    }

    /// In the order of time; what was before the first is unknown.
    private var stretches: [Stretch] = []
    private let counts: Bool

    /// With `counts` (for a region) segments say how many realms were down.
    init(_ tracks: [HistoryTrack], availability: HistoryTrack, counts: Bool) {
        self.counts = counts
        let turns = HistorySummary.turns(tracks, availability)
        var tally = HistoryTally(realms: tracks.count)
        var index = 0
        while index < turns.count {
            let at = UInt32(truncatingIfNeeded: turns[index] >> 32)
            while index < turns.count, UInt32(truncatingIfNeeded: turns[index] >> 32) == at {
                let track = Int(turns[index] >> 8 & 0xFF_FFFF)
                let code = UInt8(truncatingIfNeeded: turns[index])
                if track == 0 { tally.source(code) } else { tally.realm(track - 1, code) }
                index += 1
            }
            append(tally, at: at)
        }
    }

    /// All changes in the order of time, each in one number, which sorts fast: time, track (0: the source's own), code.
    private static func turns(_ tracks: [HistoryTrack], _ availability: HistoryTrack) -> [UInt64] {
        var turns: [UInt64] = []
        turns.reserveCapacity(tracks.reduce(availability.codes.count) { $0 + $1.codes.count })
        for (number, track) in ([availability] + tracks).enumerated() {
            for (time, code) in zip(track.times, track.codes) {
                turns.append(UInt64(time) << 32 | UInt64(number & 0xFF_FFFF) << 8 | UInt64(code))
            }
        }
        turns.sort()
        return turns
    }

    private mutating func append(_ tally: HistoryTally, at: UInt32) {
        var stretch = Stretch(
            at: at,
            state: tally.worst,
            down: tally.isFresh ? tally.count(.down, .recovering, .maintenance) : 0,
            up: tally.isFresh ? tally.count(.up, .suspected) : 0,
            known: tally.isFresh ? tally.count(.up, .suspected, .down, .recovering) : 0
        )
        if let last = stretches.last {
            guard !last.isSame(as: stretch) else { return }
            stretch.upBefore = last.upSeconds(until: Int64(at))
            stretch.knownBefore = last.knownSeconds(until: Int64(at))
        }
        stretches.append(stretch)
    }

    /// Segments without gaps from `from` up to `to`, at most ``HistorySegments/most``, and the share of known time that was
    /// up; nil when nothing is known.
    ///
    /// What lies in the future counts as it is now.
    func window(from: UnixTime, to: UnixTime) -> (segments: [HistorySegmentBody], uptime: Double?) {
        guard from < to else { return ([], nil) }
        var segments = HistorySegments(from: from, to: to)
        let first = index(at: from.seconds)
        segments.begin(
            first.map { stretches[$0].state } ?? .unknown,
            down: first.flatMap { down($0) },
            at: from.seconds
        )
        for index in ((first ?? -1) + 1)..<stretches.count {
            let at = Int64(stretches[index].at)
            guard at < to.seconds else { break }
            segments.begin(stretches[index].state, down: down(index), at: at)
        }
        let end = totals(at: to.seconds)
        let start = totals(at: from.seconds)
        let known = end.known - start.known
        return (segments.finish(), known > 0 ? Double(end.up - start.up) / Double(known) : nil)
    }

    private func down(_ index: Int) -> Int? {
        counts && stretches[index].state != .unknown ? Int(stretches[index].down) : nil
    }

    private func totals(at second: Int64) -> (up: Int64, known: Int64) {
        guard let index = index(at: second) else { return (0, 0) }
        return (stretches[index].upSeconds(until: second), stretches[index].knownSeconds(until: second))
    }

    /// The stretch in which a second lies; nil: before the first.
    private func index(at second: Int64) -> Int? {
        var low = 0
        var high = stretches.count
        while low < high {
            let middle = (low + high) / 2
            if Int64(stretches[middle].at) <= second { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}

/// How many realms are in each state at one instant.
private struct HistoryTally {
    /// Gravest first.
    private static let byGravity = RealmState.allCases.sorted { $0.gravity > $1.gravity }

    private var codes: [UInt8]
    private var realms = [UInt16](repeating: 0, count: 256)
    private(set) var isFresh = false

    /// Nothing is known of any of them yet.
    init(realms count: Int) {
        codes = [UInt8](repeating: RealmState.unknown.historyCode, count: count)
        realms[Int(RealmState.unknown.historyCode)] = UInt16(clamping: count)
    }

    mutating func source(_ code: UInt8) {
        isFresh = code == Availability.fresh.rawValue
    }

    mutating func realm(_ index: Int, _ code: UInt8) {
        realms[Int(codes[index])] &-= 1
        realms[Int(code)] &+= 1
        codes[index] = code
    }

    func count(_ first: RealmState, _ others: RealmState...) -> UInt16 {
        others.reduce(realms[Int(first.historyCode)]) { $0 &+ realms[Int($1.historyCode)] }
    }

    var worst: RealmState {
        guard isFresh else { return .unknown }
        for state in HistoryTally.byGravity where realms[Int(state.historyCode)] > 0 { return state }
        return .unknown
    }
}
