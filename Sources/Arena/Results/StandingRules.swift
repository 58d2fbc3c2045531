import Core
import WatchpostModel

/// How a board counts, and from where on.
struct StandingRules: Hashable, Sendable {
    let counts: BoardOperator
    let isAscending: Bool
    /// That runs; 0: none.
    let season: Int64
    /// Results with greater numbers are its.
    let seasonAfter: Int64
    /// …and those of all time.
    let allAfter: Int64

    /// Those of all boards, by their rows.
    static func all(_ db: borrowing Connection) throws(SQLiteError) -> [Int64: StandingRules] {
        var boards: [Int64: StandingRules] = [:]
        try db.each("SELECT id, operator, ascending, season, season_after, all_after FROM boards") {
            row throws(SQLiteError) in
            boards[try row.integer(0)] = StandingRules(
                counts: BoardOperator(rawValue: try row.text(1)) ?? .best,
                isAscending: try row.flag(2),
                season: try row.number(3),
                seasonAfter: try row.number(4),
                allAfter: try row.number(5)
            )
        }
        return boards
    }

    var ordering: BoardOrdering { BoardOrdering(isAscending: isAscending, counts: counts) }

    /// Of which seasons a result is; 0: of all time.
    func seasons(of sequence: Int64) -> [Int64] {
        (sequence > allAfter ? [0] : []) + (season > 0 && sequence > seasonAfter ? [season] : [])
    }
}

/// What an installation has on a board in a season; 0: of all time.
struct StandingPlace: Hashable, Sendable {
    let board: Int64
    let season: Int64
    let install: Int64
}
