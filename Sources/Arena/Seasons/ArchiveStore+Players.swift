import Core
import WatchpostModel

/// Where some players were in a board's order of all time as the week began.
struct WeekBegin: Hashable, Sendable {
    /// By their rows; those who were nowhere are left out.
    let positions: [Int64: Int]
    /// When another week begins, of which this says nothing.
    let end: UnixTime
}

/// Some players in an order that is over.
extension ArchiveStore {
    /// Rows of those of them who are in it, each once; every chunk is read once at most.
    func rows(of players: [Int64], in archive: BoardArchive) async throws(SQLiteError)
        -> [BoardIndex.Row]
    {
        let id = archive.id
        return try await database.read("read archive") { db throws(SQLiteError) in
            try ArchiveStore.rows(of: players, in: id, db)
        }
    }

    static func rows(of players: [Int64], in archive: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [BoardIndex.Row]
    {
        let positions = try positions(of: players, in: archive, db)
        let parts = Dictionary(grouping: positions.values) { ($0 - 1) / ArchiveRows.chunk }
        var rows: [BoardIndex.Row] = []
        for (part, wanted) in parts {
            let bytes = try db.first(
                "SELECT rows FROM archive_chunks WHERE archive = ?1 AND part = ?2",
                .integer(archive),
                .integer(Int64(part))
            ) { row throws(SQLiteError) in try row.blob(0) }
            let places = bytes.flatMap { ArchiveRows($0) }?.places(part: part) ?? []
            let wanted = Set(wanted)
            rows += places.filter { wanted.contains($0.position) }
        }
        return rows
    }

    /// Chunks of five kilobytes that are read for one question, each at most once: of 32 players, or of any number in an order
    /// of 32,000.
    private static let mostSearched = 32

    /// Where some players were in the order of all time when the week began; nil: nobody knows, or it would mean to read too
    /// much of that order.
    func beginOfWeek(
        _ players: [Int64],
        on board: Int64,
        at now: UnixTime
    ) async throws(SQLiteError) -> WeekBegin? {
        try await beginsOfWeek(players, on: [board], at: now)[board]
    }

    /// The same on several boards, by their rows, in one read: a few players on each of them.
    func beginsOfWeek(
        _ players: [Int64],
        on boards: [Int64],
        at now: UnixTime
    ) async throws(SQLiteError) -> [Int64: WeekBegin] {
        guard !boards.isEmpty else { return [:] }
        return try await database.read("read begin of week") { db throws(SQLiteError) in
            var begins: [Int64: WeekBegin] = [:]
            for board in boards { begins[board] = try ArchiveStore.begin(players, on: board, at: now, db) }
            return begins
        }
    }

    private static func begin(
        _ players: [Int64],
        on board: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> WeekBegin? {
        guard let week = try week(of: board, at: now, db) else { return nil }
        let chunks = (week.count + ArchiveRows.chunk - 1) / ArchiveRows.chunk
        guard min(Set(players).count, chunks) <= mostSearched else { return nil }
        return WeekBegin(positions: try positions(of: players, in: week.archive, db), end: week.end)
    }

    /// Which position a row by players says; nil: none that an order has.
    static func position(_ row: ArchiveRows.Row) -> Int? {
        (1...ArchiveRows.longest).contains(row.score) ? Int(row.score) : nil
    }

    /// Where players are in it.
    private static func positions(of players: [Int64], in archive: Int64, _ db: borrowing Connection)
        throws(SQLiteError) -> [Int64: Int]
    {
        var positions: [Int64: Int] = [:]
        // A chunk has the players from its first one up to the first one of the next, in their order.
        var chunk: ArraySlice<ArchiveRows.Row> = []
        var next = Int64.min
        for player in Set(players).sorted() {
            if player >= next {
                let found = try db.first(
                    """
                    SELECT rows, (SELECT min(first) FROM archive_places WHERE archive = ?1 AND first > ?2)
                    FROM archive_places WHERE archive = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1
                    """,
                    .integer(archive),
                    .integer(player)
                ) { row throws(SQLiteError) in (rows: try row.blob(0), next: try row.optionalInteger(1)) }
                chunk = (found.flatMap { ArchiveRows($0.rows) }?.rows ?? [])[...]
                next = found.map { $0.next ?? .max } ?? .min
            }
            chunk = chunk.drop { $0.player < player }
            guard let found = chunk.first, found.player == player else { continue }
            positions[player] = position(found)
        }
        return positions
    }
}
