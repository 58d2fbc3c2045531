import Core
import WatchpostModel

/// A season of a board: from when somebody began it until somebody, or its planned end, ends it; then the next one begins.
///
/// Its results are those behind a number of the ledger, not those of a time: a clock that was put back moves no result from
/// one season to another.
struct BoardSeason: Hashable, Sendable {
    /// From 1.
    let number: Int64
    let from: UnixTime
    /// Nil: nobody has said when it ends.
    let until: UnixTime?
    /// Results with greater numbers are its.
    let after: Int64

    init(number: Int64, from: UnixTime, until: UnixTime? = nil, after: Int64 = 0) {
        (self.number, self.from, self.until, self.after) = (number, from, until, after)
    }

    /// Whether the next one has to begin.
    func isOver(at now: UnixTime) -> Bool { until.map { $0 <= now } ?? false }
}

/// What of a board changes with a new season alone: it says what all results come to.
struct BoardOrdering: Hashable, Sendable {
    var isAscending: Bool
    var counts: BoardOperator

    init(isAscending: Bool, counts: BoardOperator) {
        (self.isAscending, self.counts) = (isAscending, counts)
    }

    init(_ rules: BoardRules) {
        self.init(isAscending: rules.isAscending, counts: rules.counts)
    }
}
