import Core
import WatchpostModel

/// Up to when orders that are over may be let go of: never by a clock that has just been set, which may be far ahead.
struct ArchivePruning: Sendable {
    /// Since when the clock has gone on without a jump.
    private var since: UnixTime?
    private var last: UnixTime?

    /// For how many seconds it has to; somebody looks every hour.
    private static let trusted: Int64 = 7 * 86_400
    /// A longer step is a jump, in seconds, and so is one back.
    private static let longest: Int64 = 86_400

    /// Somebody looks; the time that can be believed: when the clock began to go on so; nil: none yet.
    mutating func look(at now: UnixTime) -> UnixTime? {
        let step = last.map { now.seconds - $0.seconds } ?? .max
        if !(-60...ArchivePruning.longest).contains(step) { since = now }
        last = now
        guard let since, now.seconds - since.seconds >= ArchivePruning.trusted else { return nil }
        return since
    }
}
