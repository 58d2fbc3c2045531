package import WatchpostModel

/// A season of a board: from when somebody began it until somebody, or its planned end, ends it; then the next one begins.
///
/// Its results are those behind a number of the ledger, not those of a time: a clock that was put back moves no result from
/// one season to another.
package struct BoardSeason: Hashable, Sendable {
    /// From 1.
    package let number: Int64
    package let from: UnixTime
    /// Nil: nobody has said when it ends.
    package let until: UnixTime?
    /// Results with greater numbers are its.
    package let after: Int64

    package init(number: Int64, from: UnixTime, until: UnixTime? = nil, after: Int64 = 0) {
        (self.number, self.from, self.until, self.after) = (number, from, until, after)
    }

    /// Whether the next one has to begin.
    package func isOver(at now: UnixTime) -> Bool { until.map { $0 <= now } ?? false }
}

/// What of a board changes with a new season alone: it says what all results come to.
package struct BoardOrdering: Hashable, Sendable {
    package var isAscending: Bool
    package var counts: BoardOperator

    package init(isAscending: Bool, counts: BoardOperator) {
        (self.isAscending, self.counts) = (isAscending, counts)
    }

    package init(_ rules: BoardRules) {
        self.init(isAscending: rules.isAscending, counts: rules.counts)
    }
}
