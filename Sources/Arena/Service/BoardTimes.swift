import Core
import WatchpostModel

/// When somebody looks for orders that are over, and how often that changed what people see.
///
/// The clock of the arena looks at all boards. Who asks for one board at a border has that one looked at alone; beyond
/// `mostAlone` of them all are looked at together, because each look reads the results of the time that is over.
struct BoardTimes: Sendable {
    typealias Look = Task<Result<Void, SQLiteError>, Never>

    /// What came of the last look.
    private struct Looked {
        let at: UnixTime
        /// When somebody has to look again.
        let until: UnixTime
        let result: Result<Void, SQLiteError>

        /// A clock that was put back is looked at again.
        func known(at now: UnixTime) -> Result<Void, SQLiteError>? {
            guard now < until, now.seconds > at.seconds - BoardTimes.slack else { return nil }
            return result
        }
    }

    /// Looks at one board, or at all.
    private struct Looks {
        var looked: Looked?
        /// The look that goes on: whoever needs one waits for it, and nobody does the same work twice.
        var looking: Look?
    }

    /// How often something was changed that first pages show.
    private(set) var changes: UInt64 = 0
    /// How often a game, a board, a season or an order was changed, so that others may be over.
    private(set) var borders: UInt64 = 0
    private var all = Looks()
    /// Since all were looked at last, by their rows.
    private var alone: [Int64: Looks] = [:]
    /// The box stops.
    private var isStopped = false

    /// How many boards are looked at by themselves between two looks at all.
    static let mostAlone = 3
    /// By how many seconds one who asks may have read the clock before the last look.
    private static let slack: Int64 = 60
    /// For how many seconds nobody tries again what went wrong.
    private static let pause: Int64 = 5
    /// The longest time between two looks, in seconds: a clock that was far ahead is followed again after that.
    private static let longest: Int64 = 3_600

    /// Something changed by which other orders may be over.
    mutating func change() {
        changes += 1
        borders += 1
        all.looked = nil
        alone = alone.compactMapValues { $0.looking.map { Looks(looking: $0) } }
    }

    /// Players changed: first pages show others, and what is over stays so.
    mutating func changePages() {
        changes += 1
    }

    /// What the last look came to, if nothing of the board can be over since; nil for `board`: of all boards.
    func known(of board: Int64? = nil, at now: UnixTime) -> Result<Void, SQLiteError>? {
        if let known = all.looked?.known(at: now) { return known }
        return board.flatMap { alone[$0]?.looked }?.known(at: now)
    }

    /// The look that goes on, or a new one; `begin` gets the board that is to be looked at, nil: all.
    mutating func look(of board: Int64? = nil, _ begin: (Int64?) -> Look) -> Look {
        if let looking = all.looking ?? board.flatMap({ alone[$0]?.looking }) { return looking }
        let isAlone = board.map { alone[$0] != nil || alone.count < BoardTimes.mostAlone } ?? false
        let scope = isAlone ? board : nil
        let look = begin(scope)
        if let scope { alone[scope, default: Looks()].looking = look } else { all.looking = look }
        if isStopped { look.cancel() }
        return look
    }

    /// No look is wanted any more; those that go on, to be cancelled.
    mutating func stop() -> [Look] {
        isStopped = true
        return [all.looking].compactMap { $0 } + alone.values.compactMap(\.looking)
    }

    /// The look has ended; nothing is known by it when something was changed meanwhile.
    ///
    /// `result`: when something is over next; nil: never. `before`: `borders` before it.
    mutating func end(
        of board: Int64? = nil,
        at now: UnixTime,
        _ result: Result<UnixTime?, SQLiteError>,
        before: UInt64
    ) {
        let looked = borders == before ? BoardTimes.looked(result, at: now) : nil
        guard let board else {
            all = Looks(looked: looked)
            // Whoever is looked at alone now counts on.
            if looked != nil { alone = alone.filter { $0.value.looking != nil } }
            return
        }
        alone[board] = looked.map { Looks(looked: $0) }
    }

    private static func looked(_ result: Result<UnixTime?, SQLiteError>, at now: UnixTime) -> Looked {
        let latest = now.advanced(by: longest)
        switch result {
        case .success(let next):
            return Looked(at: now, until: min(next ?? latest, latest), result: .success(()))
        case .failure(let error):
            return Looked(at: now, until: now.advanced(by: pause), result: .failure(error))
        }
    }
}
