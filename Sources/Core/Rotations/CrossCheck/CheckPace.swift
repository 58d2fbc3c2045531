import WatchpostModel

/// When the upstream of rotations is asked next: at the interval and right behind each change of maps, soon again after
/// an answer that proves nothing yet, later and later while it fails.
///
/// Whatever the upstream says, hurry is bounded: so many questions until an answer settles everything, and so many behind
/// changes of maps, which it may invent. Times are monotonic. Randomness (0..<1) is handed in.
package struct CheckPace: Hashable, Sendable {
    /// What an answer leaves to be done.
    enum Answer: Hashable, Sendable {
        /// Nothing.
        case settled
        /// It was of another time, or lacked a mode: in the second of a change they do.
        case unsettled
        /// It contradicts for the first time: the second one counts.
        case contradicts
        /// Nobody could read it, because the clock is not set.
        case unread
    }

    private let interval: Duration
    private var failures = 0
    /// Since when it refuses in a way that may be a gateway's; nil: the newest answer was another one.
    private var doubtfulSince: Duration?
    /// How many answers since the last one that settled everything left something, by what it was.
    private var unsettled = 0
    private var contradictions = 0
    private var unread = 0
    /// When the newest question behind a change of maps was due, and when the one is due that is planned.
    private var lastBorder: Duration?
    private var plannedBorder: Duration?
    /// Until when nobody asks, whatever happens.
    private var restsUntil: Duration?
    private(set) var due: Duration

    init(interval: Duration, now: Duration) {
        self.interval = interval
        due = now
    }

    /// An answer came; `border`: in how many seconds the next change of maps is due.
    mutating func answered(_ answer: Answer, border: Int64?, at now: Duration, jitter: Double) {
        (failures, restsUntil, doubtfulSince) = (0, nil, nil)
        if let planned = plannedBorder, planned <= now { lastBorder = planned }
        plannedBorder = nil
        count(answer)
        var wait = interval * (0.95 + 0.1 * jitter)
        if let border {
            let behind = max(pause(behind: border, at: now, jitter: jitter), CheckPace.shortest)
            if behind < wait { (wait, plannedBorder) = (behind, now + behind) }
        }
        if let early = hurry(after: answer), early < wait { (wait, plannedBorder) = (early, nil) }
        due = now + max(wait, CheckPace.shortest)
    }

    /// No answer came.
    mutating func failed(_ kind: CheckFailure.Kind, at now: Duration, jitter: Double) {
        failures = min(failures + 1, 16)
        plannedBorder = nil
        let first = min(interval, .seconds(60))
        let longest = max(interval * 6, .seconds(60))
        let backOff = min(first * (1 << (failures - 1)), longest) * (0.75 + jitter / 2)
        switch kind {
        case .trouble(let wish): due = now + max(backOff, min(wish ?? .zero, CheckPace.day))
        case .tooMany(let wish): due = now + max(backOff, min(wish ?? .zero, CheckPace.day), interval)
        case .refused: due = now + CheckPace.day * (1 + jitter / 12)
        case .perhapsRefused:
            let isSecond = doubtfulSince.map { now >= $0 + CheckPace.betweenRefusals } ?? false
            due = now + (isSecond ? CheckPace.day : CheckPace.betweenRefusals) * (1 + jitter / 12)
        }
        doubtfulSince = kind == .perhapsRefused ? doubtfulSince ?? now : nil
        restsUntil = due
    }

    /// Something changed here that is worth a look.
    mutating func soon(at now: Duration) {
        due = max(min(due, now + CheckPace.shortest), restsUntil ?? now)
    }

    private mutating func count(_ answer: Answer) {
        switch answer {
        case .settled: (unsettled, contradictions, unread) = (0, 0, 0)
        case .unsettled: unsettled += 1
        case .contradicts: contradictions += 1
        case .unread: unread += 1
        }
    }

    /// One to five seconds behind the border, and not too soon after the question behind the one before.
    private func pause(behind border: Int64, at now: Duration, jitter: Double) -> Duration {
        // Seconds are whole here, and answers of the very second of a change are wrong.
        let behind = Duration.seconds(border) + .seconds(1) + .seconds(4) * jitter
        let rest = min(interval / 2, CheckPace.betweenBorders)
        return lastBorder.map { max(behind, $0 + rest - now) } ?? behind
    }

    /// Nil when the answer is no reason to ask early, or there were enough of them.
    private func hurry(after answer: Answer) -> Duration? {
        switch answer {
        case .settled: nil
        case .unsettled: CheckPace.hurry(unsettled)
        case .contradicts: contradictions > CheckPace.hurried ? nil : Duration.seconds(60)
        case .unread: CheckPace.hurry(unread)
        }
    }

    private static func hurry(_ count: Int) -> Duration? {
        count > hurried ? nil : Duration.seconds(15) * count
    }

    /// After so many answers that settled nothing the usual interval is quick enough.
    static let hurried = 3
    /// Between two questions behind changes of maps: the game's shortest slots last a quarter of an hour, so each change
    /// has its question, and an upstream that invents changes gains little.
    private static let betweenBorders = Duration.seconds(240)
    /// What a gateway says in passing is gone by then.
    private static let betweenRefusals = Duration.seconds(300)
    /// One request in two seconds is what a key may make.
    private static let shortest = Duration.seconds(2)
    private static let day = Duration.seconds(86_400)
}
