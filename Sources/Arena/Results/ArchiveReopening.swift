import Core
import WatchpostModel

/// Lets orders that are over be put together again when a result comes late that belongs into them.
///
/// Whoever waited until a board was read may have seen the clock before a border, and is stored after it; and a clock that
/// is put back a little comes to the border once more. Such a result is in no window that runs, and must not be lost.
enum ArchiveReopening {
    /// Deletes what lacks a result of this time, and what is behind it, so that the next look makes all of it again;
    /// whether there was any.
    ///
    /// What cannot be made again stays, because results of its time are gone.
    static func reopen(_ board: Int64, for at: UnixTime, _ db: borrowing Connection) throws(SQLiteError)
        -> Bool
    {
        // Of all time the order is that before its week. Nearly always nothing is found, by one step in an index.
        let late = """
            board = ?1 AND ends > ?2 AND span <> 'season' AND (span <> 'all' OR start > ?2)
            """
        let isThere = try db.first(
            "SELECT 1 FROM archives WHERE \(late) LIMIT 1",
            .integer(board),
            .integer(at.seconds)
        ) { _ in true }
        guard isThere != nil else { return false }
        try db.execute(
            "DELETE FROM archives WHERE \(late) AND start >= ?3",
            .integer(board),
            .integer(at.seconds),
            .integer(try ResultTable.known(at: at, db).seconds)
        )
        return db.changes > 0
    }

    /// Whether a result that counts came into a time since all up to a number were read.
    static func isOutdated(
        _ board: Int64,
        _ time: Range<UnixTime>,
        since number: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        try db.first(
            """
            SELECT 1 FROM results WHERE seq > ?1 AND board = ?2 AND state = 0 AND at >= ?3 AND at < ?4 LIMIT 1
            """,
            .integer(number),
            .integer(board),
            .integer(time.lowerBound.seconds),
            .integer(time.upperBound.seconds)
        ) { _ in true } != nil
    }
}

extension ResultTable {
    /// From when on every result is kept: what is younger than a key lives is never deleted because of its age.
    ///
    /// Where the newest result is later than now, its clock may have deleted others.
    static func known(at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) -> UnixTime {
        let never = UnixTime(seconds: .min)
        let newest = try db.first("SELECT at FROM results ORDER BY seq DESC LIMIT 1") {
            row throws(SQLiteError) in
            try row.instant(0)
        }
        let kept = max(now, newest ?? now).advanced(by: -ArenaRules.keyLife)
        let oldest = try db.first("SELECT seq, at FROM results ORDER BY seq LIMIT 1") {
            row throws(SQLiteError) in
            (sequence: try row.integer(0), at: try row.instant(1))
        }
        if let oldest { return oldest.sequence == 1 ? never : min(oldest.at, kept) }
        let given = try db.first("SELECT seq FROM sqlite_sequence WHERE name = 'results'") {
            row throws(SQLiteError) in try row.integer(0)
        }
        return given ?? 0 == 0 ? never : kept
    }
}
