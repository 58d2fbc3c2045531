import WatchpostModel

/// The states of one subject over time in 5 bytes a change, so that a thousand realms fit in well under a megabyte.
struct HistoryTrack: Hashable, Sendable {
    /// Seconds since 1970, strictly rising; 32 bits last until 2106.
    private(set) var times: [UInt32] = []
    private(set) var codes: [UInt8] = []

    /// More changes of one subject are dropped, oldest first: 90 days of one change every half hour.
    static let longest = 4_096

    /// The code in force after the last change; nil before the first.
    var last: UInt8? { codes.last }
    var lastTime: UnixTime? { times.last.map { UnixTime(seconds: Int64($0)) } }

    /// Adds a change; one to the same code changes nothing.
    ///
    /// Changes dated after the new one were stamped by a clock that ran ahead: the newest knowledge replaces them.
    mutating func append(_ code: UInt8, at time: UnixTime) {
        let second = UInt32(clamping: time.seconds)
        while let last = times.last, last >= second {
            times.removeLast()
            codes.removeLast()
        }
        guard codes.last != code else { return }
        if times.count == HistoryTrack.longest { removeFirst(HistoryTrack.longest / 8) }
        times.append(second)
        codes.append(code)
    }

    /// Forgets changes before `time` but the one still in force then.
    mutating func prune(before time: UnixTime) {
        removeFirst(max(count(until: time) - 1, 0))
    }

    /// Whether it has been unknown since before `time`, as a realm is that is no longer listed.
    func isGone(since time: UnixTime) -> Bool {
        codes.last == 0 && lastTime.map { $0 < time } == true
    }

    /// What a window needs of it: the code in force at `from`, with its own time, and the changes before `to`.
    func part(from: UnixTime, to: UnixTime) -> HistoryTrack {
        let first = max(count(until: from) - 1, 0)
        let end = max(count(until: to.advanced(by: -1)), first)
        var part = HistoryTrack()
        part.times = Array(times[first..<end])
        part.codes = Array(codes[first..<end])
        return part
    }

    /// Bytes that its arrays hold, used or not.
    var bytes: Int { times.capacity * 4 + codes.capacity + 2 * 32 }

    /// How many changes there are up to and including `time`; binary search.
    private func count(until time: UnixTime) -> Int {
        guard time.seconds >= 0 else { return 0 }
        let second = UInt32(clamping: time.seconds)
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func removeFirst(_ count: Int) {
        guard count > 0 else { return }
        times.removeFirst(count)
        codes.removeFirst(count)
    }
}
