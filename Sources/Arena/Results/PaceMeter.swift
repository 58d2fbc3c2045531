import Core
import WatchpostModel

/// From where the pace of players is reckoned on boards that have one: for a minute from what they had before it.
///
/// Otherwise every small step would begin a minute of its own, and results that are sent together would not see each other.
struct PaceMeter: Sendable {
    struct Place: Hashable, Sendable {
        let board: Int64
        let player: Int64
    }

    /// Something that was written, but may not be durable: whether it was rolled back can be looked up.
    struct Proof: Hashable, Sendable {
        /// Of the result, by its number and its key: the number is given out again after a rollback.
        let sequence: Int64
        let key: [UInt8]
    }

    private struct Minute: Sendable {
        let began: UnixTime
        var base: SubmissionPolicy.Earlier
    }

    /// What results came to that are written and not durable yet.
    private struct Open: Sendable {
        let minute: Minute
        let proof: Proof
    }

    private var minutes: [Place: Minute] = [:]
    private var open: [Place: Open] = [:]
    /// Beyond so many players in a minute the oldest are forgotten, half of them at a time.
    private let most: Int

    private static let length: Int64 = 60

    init(most: Int = 4_096) {
        self.most = most
    }

    /// What a player had when its minute began, and what it gained since; nil: none is running.
    ///
    /// Whoever asks made sure of what is open.
    func base(of place: Place, _ now: UnixTime) -> SubmissionPolicy.Earlier? {
        guard let minute = open[place]?.minute ?? minutes[place], PaceMeter.isRunning(minute, now) else {
            return nil
        }
        return minute.base
    }

    /// On what the minute of a player rests, as long as that is not durable.
    func proof(of place: Place) -> Proof? { open[place]?.proof }

    /// That was rolled back: what was durable before it counts.
    mutating func undo(_ place: Place) { open[place] = nil }

    /// A result counts, once it is durable; `base`: what it was judged by, nil for the player's first one.
    mutating func note(
        _ score: Int64,
        at place: Place,
        from base: SubmissionPolicy.Earlier?,
        _ now: UnixTime,
        _ proof: Proof
    ) {
        var base = base ?? SubmissionPolicy.Earlier(ResultStanding(score: score, sequence: 0), at: now)
        let (gained, overflow) = base.gained.addingReportingOverflow(score)
        base.gained = overflow ? base.gained : gained
        let running = open[place]?.minute ?? minutes[place]
        let began = running.flatMap { PaceMeter.isRunning($0, now) ? $0.began : nil } ?? now
        // Left behind by writes that failed.
        if open.count >= most { open = [:] }
        open[place] = Open(minute: Minute(began: began, base: base), proof: proof)
    }

    /// What is open there is durable now.
    mutating func settle(_ place: Place, _ now: UnixTime) {
        guard let settled = open.removeValue(forKey: place) else { return }
        minutes[place] = settled.minute
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
        (0..<length).contains(now.since(minute.began))
    }
}
