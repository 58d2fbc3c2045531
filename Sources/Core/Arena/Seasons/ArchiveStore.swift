/// Orders of boards that are over, as they are read.
package struct ArchiveStore: Sendable {
    let database: Database

    package init(database: Database) {
        self.database = database
    }

    /// Those of a board, newest first; without the orders of all time.
    package func list(_ board: Int64) async throws(SQLiteError) -> [BoardArchive] {
        try await database.read("list archives") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT \(ArchiveTable.columns) FROM archives WHERE board = ?1 AND span <> 'all'
                ORDER BY start DESC, span
                """,
                .integer(board),
                read: ArchiveTable.read
            )
        }
    }

    /// Nil: there is none, or not yet.
    package func find(_ span: BoardSpan, _ period: String, of board: Int64) async throws(SQLiteError)
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

    /// Where a player was in the order of all time when the week began; nil: nowhere.
    package func beginOfWeek(_ player: Int64, on board: Int64) async throws(SQLiteError) -> BoardIndex.Row? {
        try await database.read("read begin of week") { db throws(SQLiteError) in
            let archive = try db.first(
                "SELECT id FROM archives WHERE board = ?1 AND span = 'all' ORDER BY start DESC LIMIT 1",
                .integer(board)
            ) { row throws(SQLiteError) in try row.integer(0) }
            guard let archive else { return nil }
            return try ArchiveStore.row(of: player, in: archive, db)
        }
    }

    /// Up to `most` rows of an order that is over; edges are those that its pages say.
    package func page(
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
        case .after(let edge): first = Int(clamping: edge.sequence.magnitude) + 1
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
            let part = Int(try row.integer(0))
            let chunk = ArchiveRows(try row.blob(1))
            rows += (chunk?.places(part: part) ?? []).filter { range.contains($0.position) }
        }
        return rows
    }

    /// Looks through the whole of it: a million players are some five megabytes.
    private static func row(of player: Int64, in archive: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> BoardIndex.Row?
    {
        guard let player = UInt32(exactly: player) else { return nil }
        var found: BoardIndex.Row?
        try db.each("SELECT part, rows FROM archive_chunks WHERE archive = ?1", .integer(archive)) {
            row throws(SQLiteError) in
            guard found == nil, let chunk = ArchiveRows(try row.blob(1)),
                chunk.rows.contains(where: { $0.player == player })
            else { return }
            found = chunk.places(part: Int(try row.integer(0))).first { $0.standing.player == player }
        }
        return found
    }
}
