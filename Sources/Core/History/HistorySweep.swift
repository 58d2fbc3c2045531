package import WatchpostModel

/// Walks through a window of time over any number of realms of one source and sums up what it meets.
///
/// While the source was not fresh, or the appliance off, everything is unknown, whatever the realms' last states were.
struct HistorySweep {
    private(set) var segments: [HistorySegmentBody] = []
    /// Realm-seconds in which it was known whether they ought to be up; maintenance is left out.
    private var known: Int64 = 0
    private var up: Int64 = 0
    private let counts: Bool

    /// Sums up `from` up to `to`; with `counts` (for a region) segments say how many realms were down.
    init(
        _ tracks: [HistoryTrack],
        availability: HistoryTrack,
        from: UnixTime,
        to: UnixTime,
        counts: Bool
    ) {
        self.counts = counts
        guard from < to else { return }
        var tally = Tally(tracks.map { $0.code(at: from) }, isFresh: availability.code(at: from))
        var start = from
        for turn in HistorySweep.turns(tracks, availability, from, to) {
            if turn.at > start { add(tally, from: start, to: turn.at) }
            start = turn.at
            tally.apply(turn)
        }
        add(tally, from: start, to: to)
    }

    /// Up-time through known time, 0...1; nil when nothing is known.
    var uptime: Double? { known > 0 ? Double(up) / Double(known) : nil }

    /// One change of one track; `track` is nil for the availability of the source.
    private struct Turn {
        var at: UnixTime
        var track: Int?
        var code: UInt8
    }

    /// How many realms are in each state at one instant.
    private struct Tally {
        private var codes: [UInt8]
        private var realms = [Int](repeating: 0, count: 256)
        private(set) var isFresh: Bool

        init(_ codes: [UInt8], isFresh: UInt8) {
            self.codes = codes
            self.isFresh = isFresh == Availability.fresh.rawValue
            for code in codes { realms[Int(code)] += 1 }
        }

        mutating func apply(_ turn: Turn) {
            guard let track = turn.track else {
                isFresh = turn.code == Availability.fresh.rawValue
                return
            }
            realms[Int(codes[track])] -= 1
            realms[Int(turn.code)] += 1
            codes[track] = turn.code
        }

        func count(_ states: RealmState...) -> Int {
            states.reduce(0) { $0 + realms[Int($1.historyCode)] }
        }

        var worst: RealmState {
            guard isFresh else { return .unknown }
            return RealmState.allCases.filter { count($0) > 0 }.max { $0.gravity < $1.gravity } ?? .unknown
        }
    }

    private static func turns(
        _ tracks: [HistoryTrack],
        _ availability: HistoryTrack,
        _ from: UnixTime,
        _ to: UnixTime
    ) -> [Turn] {
        func turns(_ track: HistoryTrack, _ number: Int?) -> [Turn] {
            track.changes(after: from, before: to).map {
                Turn(at: UnixTime(seconds: Int64(track.times[$0])), track: number, code: track.codes[$0])
            }
        }
        let all = turns(availability, nil) + tracks.indices.flatMap { turns(tracks[$0], $0) }
        return all.sorted { $0.at < $1.at }
    }

    private mutating func add(_ tally: Tally, from: UnixTime, to: UnixTime) {
        let state = tally.worst
        let down = counts && state != .unknown ? tally.count(.down, .recovering, .maintenance) : nil
        if tally.isFresh {
            let seconds = to.since(from)
            up += seconds * Int64(tally.count(.up, .suspected))
            known += seconds * Int64(tally.count(.up, .suspected, .down, .recovering))
        }
        if let last = segments.last, last.state == state {
            segments[segments.count - 1].to = to
            if let down { segments[segments.count - 1].down = max(down, last.down ?? 0) }
        } else {
            segments.append(HistorySegmentBody(state: state, from: from, to: to, down: down))
        }
    }
}

/// The bodies that the API serves.
extension HistoryIndex {
    /// The history of a realm from `from` up to `to`; what lies in the future counts as it is now.
    package func history(of realm: RealmKey, from: UnixTime, to: UnixTime) -> HistoryBody {
        source(realm.source).body(of: realm, from: from, to: to)
    }

    /// The history of a whole source.
    package func history(of source: RealmSource, from: UnixTime, to: UnixTime) -> HistoryBody {
        self.source(source).body(of: source, from: from, to: to)
    }
}

extension HistoryIndex.Source {
    /// One realm; one that was never seen is unknown throughout.
    func body(of key: RealmKey, from: UnixTime, to: UnixTime) -> HistoryBody {
        let track = realms[key.slug] ?? HistoryTrack()
        let sweep = HistorySweep([track], availability: availability, from: from, to: to, counts: false)
        return HistoryBody(
            region: key.source.region,
            flavour: key.source.flavour.name,
            slug: key.slug,
            from: from,
            to: to,
            uptime: sweep.uptime,
            segments: sweep.segments
        )
    }

    /// The whole source: the worst state of its realms, and their common uptime.
    func body(of source: RealmSource, from: UnixTime, to: UnixTime) -> HistoryBody {
        let sweep = HistorySweep(
            Array(realms.values),
            availability: availability,
            from: from,
            to: to,
            counts: true
        )
        return HistoryBody(
            region: source.region,
            flavour: source.flavour.name,
            slug: nil,
            from: from,
            to: to,
            uptime: sweep.uptime,
            segments: sweep.segments
        )
    }
}
