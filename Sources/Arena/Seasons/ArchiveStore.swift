import Core
import WatchpostModel

/// Orders of boards that are over, as they are read.
struct ArchiveStore: Sendable {
    let database: Database
    let times: LedgerTimes
    let pruning = Locked(ArchivePruning())

    /// `times`: see `BoardShelf`.
    init(database: Database, times: LedgerTimes = LedgerTimes()) {
        (self.database, self.times) = (database, times)
    }

    /// Those of a board, newest first, of each window the last twelve; without the orders of all time.
    func list(_ board: Int64) async throws(SQLiteError) -> [BoardArchive] {
        try await database.read("list archives") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT \(ArchiveTable.columns) FROM
                    (SELECT *, row_number() OVER (PARTITION BY span ORDER BY start DESC) AS place
                    FROM archives WHERE board = ?1 AND span <> 'all')
                WHERE span = 'season' OR place <= ?2
                ORDER BY start DESC, span
                """,
                .integer(board),
                .integer(Int64(ArenaRules.keptPeriods)),
                read: ArchiveTable.read
            )
        }
    }

    /// Nil: there is none, or not yet.
    func find(_ span: BoardSpan, _ period: String, of board: Int64) async throws(SQLiteError)
        -> BoardArchive?
    {
        try await database.read("find archive") { db throws(SQLiteError) in
            try db.first(
                "SELECT \(ArchiveTable.columns) FROM archives WHERE board = ?1 AND span = ?2 AND period = ?3",
                .integer(board),
                .text(span.word),
                .text(period),
                read: ArchiveTable.read
            )
        }
    }

    /// The order of all time as a week began.
    struct Week: Hashable, Sendable {
        /// The row.
        let archive: Int64
        let end: UnixTime
        /// Players in it.
        let count: Int
    }

    /// That of the week that runs; nil: nobody can tell.
    static func week(of board: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError)
        -> Week?
    {
        try db.first(
            """
            SELECT id, ends, ifnull(count, 0) FROM archives
            WHERE board = ?1 AND span = 'all' AND start <= ?2 AND ends > ?2
            """,
            .integer(board),
            .integer(now.seconds)
        ) { row throws(SQLiteError) in
            Week(
                archive: try row.integer(0),
                end: try row.instant(1),
                count: try row.count(2)
            )
        }
    }

    /// Up to `most` rows of an order that is over; edges are those that its pages say.
    func page(
        of archive: BoardArchive,
        from start: BoardStart,
        most: Int
    ) async throws(SQLiteError) -> BoardPage {
        let total = archive.count ?? 0
        return try await database.read("read archive") { db throws(SQLiteError) in
            var own: BoardIndex.Row?
            if case .around(let player) = start {
                own = try ArchiveStore.row(of: player, in: archive.id, db)
            }
            let range = ArchiveStore.range(start, own, most, total)
            let rows = try ArchiveStore.rows(range, of: archive.id, db)
            return BoardPage(period: archive.period, rows: rows, total: total, own: own)
        }
    }

    /// Which positions a page has.
    private static func range(_ start: BoardStart, _ own: BoardIndex.Row?, _ most: Int, _ total: Int)
        -> Range<Int>
    {
        let first: Int
        switch start {
        case .first: first = 1
        case .after(let edge): first = min(Int(clamping: edge.sequence.magnitude), total) + 1
        case .before(let edge):
            let end = min(max(1, Int(clamping: edge.sequence.magnitude)), total + 1)
            return max(1, end - most)..<end
        case .around:
            let middle = (own?.position ?? 1) - (most - 1) / 2
            first = max(1, min(middle, total - most + 1))
        }
        guard first <= total else { return first..<first }
        return first..<min(first + most, total + 1)
    }

    private static func rows(_ range: Range<Int>, of archive: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> [BoardIndex.Row]
    {
        guard let first = range.first, let last = range.last else { return [] }
        var rows: [BoardIndex.Row] = []
        try db.each(
            "SELECT part, rows FROM archive_chunks WHERE archive = ?1 AND part BETWEEN ?2 AND ?3 ORDER BY part",
            .integer(archive),
            .integer(Int64((first - 1) / ArchiveRows.chunk)),
            .integer(Int64((last - 1) / ArchiveRows.chunk))
        ) { row throws(SQLiteError) in
            let part = try row.count(0)
            let chunk = ArchiveRows(try row.blob(1))
            rows += (chunk?.places(part: part) ?? []).filter { range.contains($0.position) }
        }
        return rows
    }

    private static func row(of player: Int64, in archive: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> BoardIndex.Row?
    {
        guard let position = try position(of: player, in: archive, db) else { return nil }
        return try rows(position..<position + 1, of: archive, db).first
    }

    /// Where a player is in it; nil: nowhere.
    private static func position(of player: Int64, in archive: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> Int?
    {
        let bytes = try db.first(
            "SELECT rows FROM archive_places WHERE archive = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1",
            .integer(archive),
            .integer(player)
        ) { row throws(SQLiteError) in try row.blob(0) }
        let found = bytes.flatMap { ArchiveRows($0) }?.rows.first { $0.player == player }
        return found.flatMap { ArchiveStore.position($0) }
    }
}
