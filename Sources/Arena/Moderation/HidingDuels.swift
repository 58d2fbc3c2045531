import Core
import WatchpostModel

/// What several results do to duels that begin or cease to count at once.
extension DuelTable {
    /// The duels that are decided anew by them, each once; the same before and after the results are changed.
    static func touched(
        _ marks: [HidingMark],
        isHidden: Bool,
        at now: UnixTime?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [DuelRecord] {
        var met: [Int64: DuelRecord] = [:]
        for (board, marks) in Dictionary(grouping: marks, by: \.board) {
            let records = try db.rows(
                """
                SELECT \(columns) FROM \(tables)
                WHERE duels.board = ?1 AND state IN (1, 2) AND (state = 1 OR started_seq >= all_after)
                """,
                .integer(board),
                read: read
            )
            for record in meeting(marks, records, isHidden: isHidden) { met[record.id] = record }
        }
        var touched: [DuelRecord] = []
        for record in met.values.sorted(by: { $0.id < $1.id }) {
            let isOpen = try mayBeJudged(record, at: now, db)
            if isOpen { touched.append(record) }
        }
        return touched
    }

    /// Those of a board's duels in which one of the results counts, or would count.
    private static func meeting(
        _ marks: [HidingMark],
        _ records: [DuelRecord],
        isHidden: Bool
    ) -> [DuelRecord] {
        var byPlayer: [Int64: [HidingMark]] = [:]
        for mark in marks { byPlayer[mark.player, default: []].append(mark) }
        return records.filter { record in
            DuelSide.allCases.contains { side in
                let marks = record.players[side].flatMap { byPlayer[$0] } ?? []
                return marks.contains { mark in
                    record.duel.includes(mark.sequence, at: mark.at)
                        && (!isHidden || record.duel.bests[side] == mark.duelScore.standing)
                }
            }
        }
    }
}
