/// When the upstream of rotations is asked next: at the interval and right behind each change of maps, soon again after
/// an answer that proves nothing yet, later and later while it fails.
///
/// Times are monotonic. Randomness (0..<1) is handed in.
package struct CheckPace: Hashable, Sendable {
    /// What an answer leaves to be done.
    enum Answer: Hashable, Sendable {
        /// Nothing.
        case settled
        /// It was of another time, or lacked a mode: in the second of a change they do.
        case unsettled
        /// Its first contradiction: the second one counts.
        case contradicts
    }

    private let interval: Duration
    private var failures = 0
    /// How many answers in a row were unsettled.
    private(set) var unsettled = 0
    /// Until when nobody asks, whatever happens.
    private var restsUntil: Duration?
    private(set) var due: Duration

    init(interval: Duration, now: Duration) {
        self.interval = interval
        due = now
    }

    /// An answer came; `border`: in how many seconds the next change of maps is due.
    mutating func answered(_ answer: Answer, border: Int64?, at now: Duration, jitter: Double) {
        failures = 0
        restsUntil = nil
        unsettled = answer == .unsettled ? unsettled + 1 : 0
        var wait = interval * (0.95 + 0.1 * jitter)
        if let border {
            // Seconds are whole here, and answers of the very second of a change are wrong.
            wait = min(wait, .seconds(border) + .seconds(1) + .seconds(4) * jitter)
        }
        switch answer {
        case .settled: break
        case .unsettled:
            if unsettled <= CheckPace.hurried { wait = min(wait, .seconds(15) * unsettled, interval) }
        case .contradicts: wait = min(wait, .seconds(60), interval)
        }
        due = now + max(wait, CheckPace.shortest)
    }

    /// No answer came.
    mutating func failed(_ kind: CheckFailure.Kind, at now: Duration, jitter: Double) {
        failures = min(failures + 1, 16)
        unsettled = 0
        let first = min(interval, .seconds(60))
        let longest = max(interval * 6, .seconds(60))
        let backOff = min(first * (1 << (failures - 1)), longest) * (0.75 + jitter / 2)
        switch kind {
        case .trouble(let wish): due = now + max(backOff, min(wish ?? .zero, CheckPace.day))
        case .tooMany(let wish): due = now + max(backOff, min(wish ?? .zero, CheckPace.day), interval)
        case .refused: due = now + CheckPace.day * (1 + jitter / 12)
        }
        restsUntil = due
    }

    /// Something changed here that is worth a look.
    mutating func soon(at now: Duration) {
        due = max(min(due, now + CheckPace.shortest), restsUntil ?? now)
    }

    /// After so many unsettled answers in a row the usual interval is quick enough.
    static let hurried = 3
    /// One request in two seconds is what a key may make.
    private static let shortest = Duration.seconds(2)
    private static let day = Duration.seconds(86_400)
}
