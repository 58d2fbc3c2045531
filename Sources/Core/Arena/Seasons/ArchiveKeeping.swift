package import WatchpostModel

/// Puts orders that are over into the archive.
///
/// Days, weeks and months come from the results themselves, which are kept longer than any of them; a season from what
/// installations have in it. Until then nothing that an archive needs is deleted.
extension ArchiveStore {
    /// Of one write, with one for each order.
    private static let mostChunks = 100

    /// An order that has to be put together.
    private struct Due {
        let board: GameBoard
        let period: BoardPeriod
        var chunks: [ArchiveRows] = []
        var count = 0

        mutating func take(_ standings: [BoardIndex.Standing]) {
            chunks = ArchiveRows.chunks(standings, isAscending: board.rules.isAscending)
            count = standings.count
        }
    }

    /// A board, and what is known of it.
    private struct Place {
        let board: GameBoard
        let zone: CivilZone
        /// When its game was added.
        let since: UnixTime
        /// When the newest archive of each span ends.
        let ends: [BoardSpan: UnixTime]

        /// Periods that are over and have no archive, since the game is there: the latest ones, in their order.
        func missing(before current: BoardPeriod) -> [BoardPeriod] {
            let end = ends[current.span]
            var periods: [BoardPeriod] = []
            var next = current
            while periods.count < ArenaRules.keptPeriods, let before = next.previous(in: zone) {
                guard before.end > since, before.start >= end ?? before.start else { break }
                periods.insert(before, at: 0)
                next = before
            }
            return periods
        }
    }

    /// What was found of all boards.
    private struct Survey {
        var due: [Due] = []
        /// When something is due again; nil: never.
        var next: UnixTime?

        mutating func expect(_ time: UnixTime) {
            next = min(next ?? time, time)
        }
    }

    /// Puts together what is over and not there yet; answers when something will be over next, as things stand now.
    package func keep(at now: UnixTime) async throws(SQLiteError) -> UnixTime? {
        let survey = try await database.read("archive boards") { db throws(SQLiteError) in
            try ArchiveStore.survey(now, db)
        }
        for batch in ArchiveStore.batches(survey.due) {
            try await database.write("store archives") { db throws(SQLiteError) in
                for due in batch { try ArchiveStore.store(due, db) }
            }
        }
        try await finishSeasons()
        return survey.next
    }

    /// Many small orders make one write, a large one a write of its own: results that are sent meanwhile wait no longer.
    private static func batches(_ due: [Due]) -> [[Due]] {
        var batches: [[Due]] = []
        var chunks = 0
        for one in due {
            chunks += one.chunks.count + 1
            if batches.isEmpty || chunks > ArchiveStore.mostChunks {
                batches.append([])
                chunks = one.chunks.count + 1
            }
            batches[batches.count - 1].append(one)
        }
        return batches
    }

    private static func store(_ due: Due, _ db: borrowing Connection) throws(SQLiteError) {
        let (board, span) = (due.board, due.period.span)
        guard let archive = try ArchiveTable.insert(due.period, of: board, count: due.count, db) else {
            return
        }
        try ArchiveTable.insert(due.chunks, of: archive, db)
        let most = span == .all ? 1 : ArenaRules.keptPeriods
        try ArchiveTable.prune(span, of: board.id, keeping: most, db)
    }

    private static func survey(_ now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) -> Survey {
        var survey = Survey()
        let ends = byBoard(try newest(db))
        for game in try GameTable.games(db) {
            // A zone that this machine does not know closes its boards, and nothing else.
            guard let zone = CivilZone(named: game.facts.zone) else { continue }
            for board in try BoardTable.boards(of: game.id, db) {
                let place = Place(board: board, zone: zone, since: game.since, ends: ends[board.id] ?? [:])
                try look(at: place, now, &survey, db)
            }
        }
        try fill(&survey.due, db)
        return survey
    }

    /// When the newest archive of a board's span ends.
    private struct Newest {
        let board: Int64
        let span: BoardSpan?
        let end: UnixTime
    }

    private static func newest(_ db: borrowing Connection) throws(SQLiteError) -> [Newest] {
        try db.rows("SELECT board, span, max(ends) FROM archives GROUP BY board, span") {
            row throws(SQLiteError) in
            Newest(
                board: try row.integer(0),
                span: BoardSpan(word: try row.text(1)),
                end: UnixTime(seconds: try row.integer(2))
            )
        }
    }

    /// The same by board and span; apart from what reads them, because Swift 6.0 cannot compile both in one function.
    private static func byBoard(_ newest: [Newest]) -> [Int64: [BoardSpan: UnixTime]] {
        var ends: [Int64: [BoardSpan: UnixTime]] = [:]
        for one in newest {
            if let span = one.span { ends[one.board, default: [:]][span] = one.end }
        }
        return ends
    }

    private static func look(
        at place: Place,
        _ now: UnixTime,
        _ survey: inout Survey,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let board = place.board
        for window in BoardWindow.allCases where board.rules.windows.contains(window) {
            let current = BoardPeriod(window, at: now, in: place.zone)
            survey.expect(current.end)
            survey.due += place.missing(before: current).map { Due(board: board, period: $0) }
        }
        board.season?.until.map { survey.expect($0) }
        let week = BoardPeriod(.week, at: now, in: place.zone)
        survey.expect(week.end)
        if let known = place.ends[.all], known >= week.end { return }
        let period = BoardPeriod(span: .all, id: week.id, start: week.start, end: week.end)
        var due = Due(board: board, period: period)
        due.take(try BoardLoad.whole(board, before: week.start, db))
        survey.due.append(due)
    }

    /// What players have in each period: from one look through the results.
    private static func fill(_ due: inout [Due], _ db: borrowing Connection) throws(SQLiteError) {
        let places = due.indices.filter { due[$0].period.span != .all }
        guard let first = places.map({ due[$0].period.start }).min(),
            let last = places.map({ due[$0].period.end }).max()
        else { return }
        var tables = due.map { StandingTable(BoardOrdering($0.board.rules)) }
        let boards = Dictionary(grouping: places) { due[$0].board.id }
        try db.each(
            """
            SELECT player, results.score, seq, at, results.board
            FROM results JOIN installs ON installs.id = results.install
            WHERE at >= ?1 AND at < ?2 AND state = 0
            """,
            .integer(first.seconds),
            .integer(last.seconds)
        ) { row throws(SQLiteError) in
            let (at, sequence) = (UnixTime(seconds: try row.integer(3)), try row.integer(2))
            for place in boards[try row.integer(4)] ?? [] {
                let (period, board) = (due[place].period, due[place].board)
                guard at >= period.start, at < period.end, sequence > board.allAfter else { continue }
                let standing = ResultStanding(score: try row.integer(1), sequence: sequence)
                tables[place].add(standing, of: try row.integer(0))
            }
        }
        for place in places { due[place].take(tables[place].standings) }
    }
}

/// Seasons.
extension ArchiveStore {
    /// Rows that one write deletes.
    private static let step: Int64 = 2_000

    private struct Ended: Sendable {
        let archive: Int64
        let board: Int64
        let season: Int64
        let rules: BoardOrdering
    }

    /// Puts together seasons that ended, and lets go of what installations had in them.
    package func finishSeasons() async throws(SQLiteError) {
        for ended in try await ended() {
            let chunks = try await database.read("read season") { db throws(SQLiteError) in
                try ArchiveStore.chunks(of: ended, db)
            }
            let count = chunks.reduce(0) { $0 + $1.rows.count }
            try await database.write("store season") { db throws(SQLiteError) in
                try db.execute(
                    "UPDATE archives SET count = ?2 WHERE id = ?1 AND count IS NULL",
                    .integer(ended.archive),
                    .integer(Int64(count))
                )
                // Somebody else did it meanwhile, or the board is gone.
                guard db.changes == 1 else { return }
                try ArchiveTable.insert(chunks, of: ended.archive, db)
            }
        }
        while try await sweepSeasons() > 0 {}
    }

    private func ended() async throws(SQLiteError) -> [Ended] {
        try await database.read("find ended seasons") { db throws(SQLiteError) in
            try db.rows("SELECT id, board, period, ascending, operator FROM archives WHERE count IS NULL") {
                row throws(SQLiteError) in
                Ended(
                    archive: try row.integer(0),
                    board: try row.integer(1),
                    season: Int64(try row.text(2)) ?? 0,
                    rules: BoardOrdering(
                        isAscending: try row.flag(3),
                        counts: BoardOperator(rawValue: try row.text(4)) ?? .best
                    )
                )
            }
        }
    }

    private static func chunks(of ended: Ended, _ db: borrowing Connection) throws(SQLiteError)
        -> [ArchiveRows]
    {
        var table = StandingTable(ended.rules)
        try BoardLoad.addSeason(ended.season, of: ended.board, to: &table, db)
        return ArchiveRows.chunks(table.standings, isAscending: ended.rules.isAscending)
    }

    /// Deletes rows of seasons that are in the archive; how many.
    private func sweepSeasons() async throws(SQLiteError) -> Int {
        let over = try await database.read("look for ended seasons") { db throws(SQLiteError) in
            try db.first(
                """
                SELECT board, CAST(period AS INTEGER) FROM archives
                WHERE span = 'season' AND count IS NOT NULL AND EXISTS
                    (SELECT 1 FROM season_standings
                    WHERE season_standings.board = archives.board AND season = CAST(period AS INTEGER))
                LIMIT 1
                """
            ) { row throws(SQLiteError) in (board: try row.integer(0), season: try row.integer(1)) }
        }
        guard let over else { return 0 }
        return try await database.write("sweep seasons") { db throws(SQLiteError) in
            try db.execute(
                """
                DELETE FROM season_standings WHERE (board, season, install) IN
                    (SELECT board, season, install FROM season_standings WHERE board = ?1 AND season = ?2 LIMIT ?3)
                """,
                .integer(over.board),
                .integer(over.season),
                .integer(ArchiveStore.step)
            )
            return db.changes
        }
    }
}
