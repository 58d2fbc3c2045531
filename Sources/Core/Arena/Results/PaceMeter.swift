import WatchpostModel

/// From where the pace of players is reckoned on boards that have one: for a minute from what they had before it.
///
/// Otherwise every small step would begin a minute of its own, and results that are sent together would not see each other.
struct PaceMeter: Sendable {
    struct Place: Hashable, Sendable {
        let board: Int64
        let player: Int64
    }

    private struct Minute: Sendable {
        let began: UnixTime
        var base: SubmissionPolicy.Earlier
    }

    private var minutes: [Place: Minute] = [:]
    /// Beyond so many players in a minute the oldest are forgotten, half of them at a time.
    private let most: Int

    private static let length: Int64 = 60

    init(most: Int = 4_096) {
        self.most = most
    }

    /// What a player had when its minute began, and what it gained since; nil: none is running.
    func base(of place: Place, _ now: UnixTime) -> SubmissionPolicy.Earlier? {
        guard let minute = minutes[place], PaceMeter.isRunning(minute, now) else { return nil }
        return minute.base
    }

    /// A result counts; `base`: what it was judged by, nil for the player's first one.
    mutating func note(_ score: Int64, at place: Place, from base: SubmissionPolicy.Earlier?, _ now: UnixTime)
    {
        var base = base ?? SubmissionPolicy.Earlier(ResultStanding(score: score, sequence: 0), at: now)
        let (gained, overflow) = base.gained.addingReportingOverflow(score)
        base.gained = overflow ? base.gained : gained
        let began = minutes[place].flatMap { PaceMeter.isRunning($0, now) ? $0.began : nil } ?? now
        minutes[place] = Minute(began: began, base: base)
        if minutes.count > most { forget(now) }
    }

    private mutating func forget(_ now: UnixTime) {
        minutes = minutes.filter { PaceMeter.isRunning($0.value, now) }
        guard minutes.count > most else { return }
        let oldest = minutes.sorted { $0.value.began.seconds < $1.value.began.seconds }.prefix(most / 2)
        for (place, _) in oldest { minutes[place] = nil }
    }

    /// A clock that went back ends it as well.
    private static func isRunning(_ minute: Minute, _ now: UnixTime) -> Bool {
        (0..<length).contains(now.seconds - minute.began.seconds)
    }
}
