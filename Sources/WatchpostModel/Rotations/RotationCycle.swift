/// Maps that follow each other for ever, each for its own number of minutes.
///
/// A list rather than one interval for all: seasons 13 to at least 17 used 90, 90, 90, 60, 60 and 60 minutes.
public struct RotationCycle: Hashable, Sendable {
    /// One map and how long it stays.
    public struct Entry: Hashable, Sendable {
        /// The map.
        public let map: GameMap
        /// What is played on it where that changes with the map, as in Mixtape; nil: what the mode is called.
        public let gameMode: String?
        /// 1...`RotationCycle.maximumMinutes`.
        public let minutes: Int64

        /// Makes an entry; `RotationCycle` checks the range.
        public init(map: GameMap, gameMode: String? = nil, minutes: Int64) {
            self.map = map
            self.gameMode = gameMode
            self.minutes = minutes
        }
    }

    /// 60 days: whole ranked splits once stayed on one map, and none of them lasted longer than 49 days.
    public static let maximumMinutes: Int64 = 60 * 24 * 60
    /// More than any cycle ever seen (9).
    ///
    /// With `maximumMinutes` it keeps the length far inside the range of Int64.
    public static let maximumEntries = 1_000

    /// The entries in order, at least one.
    public let entries: [Entry]
    /// Seconds from the start of the cycle to the end of each entry, ascending.
    private let ends: [Int64]
    /// Seconds until the cycle repeats.
    public let length: Int64

    /// Makes a cycle, or says what is wrong with it.
    public init(_ entries: [Entry]) throws(RotationProblem) {
        guard !entries.isEmpty else { throw .emptyCycle }
        guard entries.count <= Self.maximumEntries else { throw .tooManyEntries(entries.count) }
        var ends: [Int64] = []
        var end: Int64 = 0
        for entry in entries {
            guard entry.minutes > 0, entry.minutes <= Self.maximumMinutes else {
                throw .minutesOutOfRange(code: entry.map.code, minutes: entry.minutes)
            }
            end += entry.minutes * 60
            ends.append(end)
        }
        self.entries = entries
        self.ends = ends
        length = end
    }

    /// The part of the cycle that contains an instant, when the first entry starts at `anchor`.
    ///
    /// Defined for every pair of instants: both are reduced to a phase before they are subtracted, so that
    /// nothing overflows. A part that would reach beyond the range of Int64 is held at its end.
    func part(at time: UnixTime, anchor: UnixTime) -> (entry: Entry, start: UnixTime, end: UnixTime) {
        let instant = time.seconds.flooredRemainder(by: length)
        let origin = anchor.seconds.flooredRemainder(by: length)
        let phase = (instant - origin).flooredRemainder(by: length)
        let index = firstEnd(after: phase)
        let start = index == 0 ? 0 : ends[index - 1]
        return (entries[index], time.advanced(by: start - phase), time.advanced(by: ends[index] - phase))
    }

    /// The index of the entry that contains a phase (0..<length), by bisection.
    private func firstEnd(after phase: Int64) -> Int {
        var low = 0
        var high = ends.count - 1
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > phase { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
