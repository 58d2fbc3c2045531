import Core
import WatchpostModel

/// What the calendar and owners do to boards.
struct BoardTimes: Sendable {
    typealias Look = Task<Result<Void, SQLiteError>, Never>

    /// What came of the last look for orders that are over.
    private struct Looked {
        let at: UnixTime
        /// When somebody has to look again.
        let until: UnixTime
        let result: Result<Void, SQLiteError>
    }

    /// How often a game, a board or a season was changed.
    private(set) var changes: UInt64 = 0
    private var looked: Looked?
    /// The look that goes on: whoever needs one waits for it, and nobody does the same work twice.
    private var looking: Look?
    /// The box stops.
    private var isStopped = false

    /// By how many seconds one who asks may have read the clock before the last look.
    private static let slack: Int64 = 60
    /// For how many seconds nobody tries again what went wrong.
    private static let pause: Int64 = 5
    /// The longest time between two looks, in seconds: a clock that was far ahead is followed again after that.
    private static let longest: Int64 = 3_600

    mutating func change() {
        looked = nil
        changes += 1
    }

    /// What the last look came to, if nothing can be over since; a clock that was put back is looked at again.
    func known(at now: UnixTime) -> Result<Void, SQLiteError>? {
        guard let looked, now < looked.until, now.seconds > looked.at.seconds - BoardTimes.slack else {
            return nil
        }
        return looked.result
    }

    /// The look that goes on, or a new one.
    mutating func look(_ begin: () -> Look) -> Look {
        if let looking { return looking }
        let look = begin()
        looking = look
        if isStopped { look.cancel() }
        return look
    }

    /// No look is wanted any more; the one that goes on, to be cancelled.
    mutating func stop() -> Look? {
        isStopped = true
        return looking
    }

    /// The look has ended; nothing is known by it when something was changed meanwhile.
    ///
    /// `next`: when something is over next; nil: never. `before`: the changes before it.
    mutating func end(at now: UnixTime, _ result: Result<UnixTime?, SQLiteError>, before: UInt64) {
        looking = nil
        guard changes == before else { return }
        let latest = now.advanced(by: BoardTimes.longest)
        switch result {
        case .success(let next):
            looked = Looked(at: now, until: min(next ?? latest, latest), result: .success(()))
        case .failure(let error):
            looked = Looked(at: now, until: now.advanced(by: BoardTimes.pause), result: .failure(error))
        }
    }
}
