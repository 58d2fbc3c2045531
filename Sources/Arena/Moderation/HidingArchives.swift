import Core
import WatchpostModel

/// What hidden results do to orders that are over.
///
/// Days, weeks and months whose results are all kept are let go of and put together anew by the next look (`ArchiveStore.keep`).
/// Of all others nothing can be made again: a row that rests on a hidden result leaves, a sum becomes smaller, and both come
/// back with the result.
enum HidingArchives {
    /// An order that is over, and what is to become of it.
    struct Order: Sendable {
        /// The row.
        let archive: Int64
        var marks: [HidingMark] = []
    }

    /// All that follows from results which begin or cease to count, in one write.
    static func write(
        _ marks: [HidingMark],
        isHidden: Bool,
        at now: UnixTime?,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try letGo(marks, at: now, db)
        for order in try orders(marks, db) { try order.write(isHidden: isHidden, db) }
    }

    /// Lets go of what is made anew.
    static func letGo(
        _ marks: [HidingMark],
        at now: UnixTime?,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        guard let now else { return }
        let known = try ResultTable.known(at: now, db)
        for (board, times) in Dictionary(grouping: marks, by: \.board) {
            guard let first = times.map(\.at).min() else { continue }
            // And what is behind it: only what is newer than the newest one is made.
            try db.execute(
                """
                DELETE FROM archives WHERE board = ?1 AND ends > ?2 AND span NOT IN ('all', 'season') AND start >= ?3
                """,
                .integer(board),
                .integer(first.seconds),
                .integer(known.seconds)
            )
        }
    }

    /// The orders whose rows leave or come back, by the results that are in their times.
    static func orders(_ marks: [HidingMark], _ db: borrowing Connection) throws(SQLiteError) -> [Order] {
        var orders: [Order] = []
        for (board, marks) in Dictionary(grouping: marks, by: \.board) {
            let archives = try db.rows(
                """
                SELECT id, start, ends FROM archives WHERE board = ?1 AND span <> 'all' AND count IS NOT NULL
                """,
                .integer(board)
            ) { row throws(SQLiteError) in
                (id: try row.integer(0), start: try row.instant(1), ends: try row.instant(2))
            }
            for archive in archives {
                let own = marks.filter { archive.start <= $0.at && $0.at <= archive.ends }
                if !own.isEmpty { orders.append(Order(archive: archive.id, marks: own)) }
            }
        }
        return orders
    }
}

extension HidingArchives.Order {
    private struct Row {
        var player: UInt32
        var score: Int64
        /// Sorts rows of the same score: twice the position that it had, one less where it comes back.
        var place: Int64
    }

    /// Within a write: rewrites it if anything of it changes.
    func write(isHidden: Bool, _ db: borrowing Connection) throws(SQLiteError) {
        let facts = try db.first("SELECT ascending, operator FROM archives WHERE id = ?1", .integer(archive))
        {
            row throws(SQLiteError) in
            (isAscending: try row.flag(0), counts: BoardOperator(rawValue: try row.text(1)) ?? .best)
        }
        guard let facts else { return }
        var rows = try self.rows(db)
        var hasChanged = false
        for mark in marks {
            let isChange =
                isHidden
                ? try take(mark, facts.counts, from: &rows, db)
                : try giveBack(mark, facts.counts, to: &rows, db)
            hasChanged = hasChanged || isChange
        }
        guard hasChanged else { return }
        let standings = rows.values.map {
            BoardIndex.Standing(player: $0.player, score: $0.score, sequence: $0.place)
        }
        try store(ArchiveRows.chunks(standings, isAscending: facts.isAscending), rows.count, db)
    }

    private func rows(_ db: borrowing Connection) throws(SQLiteError) -> [UInt32: Row] {
        var rows: [UInt32: Row] = [:]
        var position: Int64 = 0
        try db.each(
            "SELECT rows FROM archive_chunks WHERE archive = ?1 ORDER BY part",
            .integer(archive)
        ) { row throws(SQLiteError) in
            for one in ArchiveRows(try row.blob(0))?.rows ?? [] {
                position += 1
                rows[one.player] = Row(player: one.player, score: one.score, place: 2 * position)
            }
        }
        return rows
    }

    private func take(
        _ mark: HidingMark,
        _ counts: BoardOperator,
        from rows: inout [UInt32: Row],
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        guard mark.before == .counts, let player = UInt32(exactly: mark.player), var row = rows[player],
            counts == .sum || row.score == mark.score
        else { return false }
        try db.execute(
            "INSERT OR IGNORE INTO archive_hidden (archive, seq, player, score, position) VALUES (?1, ?2, ?3, ?4, ?5)",
            .integer(archive),
            .integer(mark.sequence),
            .integer(mark.player),
            .integer(mark.score),
            .integer(max(1, row.place / 2))
        )
        // It was done before.
        guard db.changes == 1 else { return false }
        row.score = counts == .sum ? row.score &- mark.score : 0
        rows[player] = counts == .sum && row.score != 0 ? row : nil
        return true
    }

    private func giveBack(
        _ mark: HidingMark,
        _ counts: BoardOperator,
        to rows: inout [UInt32: Row],
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        let position = try db.first(
            "SELECT position FROM archive_hidden WHERE archive = ?1 AND seq = ?2",
            .integer(archive),
            .integer(mark.sequence)
        ) { row throws(SQLiteError) in try row.number(0) }
        guard let position, let player = UInt32(exactly: mark.player) else { return false }
        try db.execute(
            "DELETE FROM archive_hidden WHERE archive = ?1 AND seq = ?2",
            .integer(archive),
            .integer(mark.sequence)
        )
        var row = rows[player] ?? Row(player: player, score: 0, place: 2 * position - 1)
        row.score = counts == .sum ? row.score &+ mark.score : mark.score
        rows[player] = row
        return true
    }

    private func store(_ chunks: [ArchiveRows], _ count: Int, _ db: borrowing Connection) throws(SQLiteError)
    {
        try db.execute("DELETE FROM archive_chunks WHERE archive = ?1", .integer(archive))
        try db.execute("DELETE FROM archive_places WHERE archive = ?1", .integer(archive))
        try db.execute(
            "UPDATE archives SET count = ?2 WHERE id = ?1",
            .integer(archive),
            .integer(Int64(count))
        )
        try ArchiveTable.insert(chunks, of: archive, db)
        try ArchiveTable.insert(places: ArchiveRows.places(of: chunks), of: archive, db)
    }
}
