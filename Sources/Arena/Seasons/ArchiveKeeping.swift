import Core
import WatchpostModel

/// Puts orders that are over into the archive.
///
/// Days, weeks and months come from the results themselves, while they are kept. Of a time whose results are gone in part
/// nothing is archived any more: rather no order than a wrong one.
extension ArchiveStore {
    /// Chunks of one write, with one for each order.
    private static let mostChunks = 100
    /// Results of one read: whoever reads a board meanwhile waits no longer than for that.
    private static let step = 20_000
    /// How far the clock may be behind what was archived, in seconds, before that was too early.
    private static let slack: Int64 = 60

    /// An order that was put together.
    struct Order: Sendable {
        let due: ArchiveSurvey.Due
        let chunks: [ArchiveRows]
        let count: Int
        /// Results with greater numbers are not in it.
        let newest: Int64

        init(_ due: ArchiveSurvey.Due, _ standings: [BoardIndex.Standing], upTo newest: Int64) {
            (self.due, self.newest) = (due, newest)
            chunks = ArchiveRows.chunks(standings, isAscending: due.board.rules.isAscending)
            count = standings.count
        }
    }

    /// Puts together what is over and not there yet, of a board (its row) or, nil, of all; answers when something of it will
    /// be over next, as things stand now.
    ///
    /// Those of a game come from one look through the results. What two looks put together at once is stored once.
    func keep(of board: Int64? = nil, at now: UnixTime) async throws(SQLiteError) -> UnixTime? {
        try await forgetWhatIsNotOver(of: board, at: now)
        let survey = try await database.readStep("look for ended windows") { db throws(SQLiteError) in
            try ArchiveSurvey(of: board, at: now, db)
        }
        var isWhole = true
        for due in survey.windows {
            let isStored = try await store(try await orders(due))
            isWhole = isWhole && isStored
        }
        let haveWeeks = try await store(weeks: survey)
        try await finishSeasons(of: board)
        if board == nil { try await prune(at: now) }
        return isWhole && haveWeeks ? survey.next : now
    }

    /// Puts together the orders of all time with which weeks began, and nothing else: the end of a season puts results
    /// together that came since.
    ///
    /// `board`: of this one (its row); nil: of all.
    func keepWeeks(of board: Int64? = nil, at now: UnixTime) async throws(SQLiteError) {
        let survey = try await database.readStep("look for weeks") { db throws(SQLiteError) in
            try ArchiveSurvey(of: board, at: now, db)
        }
        _ = try await store(weeks: survey)
    }

    /// Answers false where a result came late that one lacks.
    private func store(weeks survey: ArchiveSurvey) async throws(SQLiteError) -> Bool {
        var isWhole = true
        for due in survey.weeks {
            let order = try await database.readStep("read all time") { db throws(SQLiteError) in
                try week(due, db)
            }
            guard let order else { continue }
            let isStored = try await store([order])
            isWhole = isWhole && isStored
        }
        return isWhole
    }

    /// The order of all time as a week began; nil: it cannot be told any more, because standings have results of the week.
    private func week(_ due: ArchiveSurvey.Due, _ db: borrowing Connection) throws(SQLiteError) -> Order? {
        let (board, start) = (due.board, due.period.start)
        let folded = try ResultTable.folded(db)
        for range in try times.ranges(since: start, db) where range.lowerBound <= folded {
            let isMixed = try db.first(
                "SELECT 1 FROM results WHERE seq BETWEEN ?1 AND ?2 AND board = ?3 AND at >= ?4 AND state = 0 LIMIT 1",
                .integer(max(range.lowerBound, board.allAfter + 1)),
                .integer(min(range.upperBound, folded)),
                .integer(board.id),
                .integer(start.seconds)
            ) { _ in true }
            guard isMixed == nil else { return nil }
        }
        return Order(
            due,
            try BoardLoad.whole(board, before: start, db),
            upTo: try ResultTable.newest(db)
        )
    }

    /// A clock that was ahead archived what goes on.
    ///
    /// What cannot be made again stays: it is this clock that is behind.
    private func forgetWhatIsNotOver(of board: Int64?, at now: UnixTime) async throws(SQLiteError) {
        let early = """
            board BETWEEN ?3 AND ?4 AND span <> 'season'
                AND CASE span WHEN 'all' THEN start ELSE ends END > ?1 AND start >= ?2
            """
        let (limit, boards) = (now.seconds + ArchiveStore.slack, BoardRows(of: board))
        let known = try await database.readStep("look for early archives") {
            db throws(SQLiteError) -> UnixTime? in
            let known = try ResultTable.known(at: now, db)
            let isThere = try db.first(
                "SELECT 1 FROM archives WHERE \(early) LIMIT 1",
                .integer(limit),
                .integer(known.seconds),
                .integer(boards.first),
                .integer(boards.last)
            ) { _ in true }
            return isThere == nil ? nil : known
        }
        guard let known else { return }
        try await database.writeStep("delete early archives") { db throws(SQLiteError) in
            try db.execute(
                "DELETE FROM archives WHERE \(early)",
                .integer(limit),
                .integer(known.seconds),
                .integer(boards.first),
                .integer(boards.last)
            )
        }
    }

    /// Lets go of what is older than the last twelve, once the clock has gone on for so long that it can be believed.
    private func prune(at now: UnixTime) async throws(SQLiteError) {
        guard let time = pruning.withLock({ $0.look(at: now) }) else { return }
        let windows = try await database.readStep("look for old archives") { db throws(SQLiteError) in
            try ArchiveTable.crowded(before: time, db)
        }
        for window in windows {
            try await database.writeStep("delete old archives") { db throws(SQLiteError) in
                try ArchiveTable.prune(
                    window.span,
                    of: window.board,
                    keeping: ArenaRules.keptPeriods,
                    before: time,
                    db
                )
            }
        }
    }

    /// Many small orders make one write, a large one a write of its own: results that are sent meanwhile wait no longer.
    ///
    /// Answers false where a result came late that one lacks: that one and those behind it are made at the next look.
    func store(_ orders: [Order]) async throws(SQLiteError) -> Bool {
        var batches: [[Order]] = []
        var chunks = 0
        for order in orders {
            chunks += 2 * order.chunks.count + 1
            if batches.isEmpty || chunks > ArchiveStore.mostChunks {
                batches.append([])
                chunks = 2 * order.chunks.count + 1
            }
            batches[batches.count - 1].append(order)
        }
        for batch in batches {
            let isStored = try await database.writeStep("store archives") { db throws(SQLiteError) in
                for order in batch {
                    guard try ArchiveStore.store(order, db) else { return false }
                }
                return true
            }
            guard isStored else { return false }
        }
        return true
    }

    private static func store(_ order: Order, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        let (board, period) = (order.due.board, order.due.period)
        let time = period.span == .all ? UnixTime(seconds: .min)..<period.start : period.start..<period.end
        guard try !ArchiveReopening.isOutdated(board.id, time, since: order.newest, db) else { return false }
        let allAfter = try db.first("SELECT all_after FROM boards WHERE id = ?1", .integer(board.id)) {
            row throws(SQLiteError) in try row.integer(0)
        }
        // It is gone, or all time began anew since it was read.
        guard let allAfter, period.span != .all || allAfter == board.allAfter else { return true }
        guard let archive = try ArchiveTable.insert(period, of: board, count: order.count, db) else {
            return true
        }
        // Of all time only places are asked for.
        if period.span != .all { try ArchiveTable.insert(order.chunks, of: archive, db) }
        try ArchiveTable.insert(places: ArchiveRows.places(of: order.chunks), of: archive, db)
        // Of all time that of the week before stays beside it: a clock may be ahead by days.
        let most = period.span == .all ? 2 : ArenaRules.keptPeriods + ArenaRules.sparePeriods
        try ArchiveTable.prune(period.span, of: board.id, keeping: most, db)
        return true
    }

    /// A result of a time.
    private struct Counted: Sendable {
        let board: Int64
        let player: Int64
        let standing: ResultStanding
        let at: UnixTime
    }

    /// What players have in each of these, from one look through all results that may be of their times.
    func orders(_ due: [ArchiveSurvey.Due]) async throws(SQLiteError) -> [Order] {
        guard let first = due.map(\.period.start).min(), let last = due.map(\.period.end).max() else {
            return []
        }
        var tables = due.map { StandingTable(BoardOrdering($0.board.rules)) }
        let places = Dictionary(grouping: due.indices) { due[$0].board.id }
        let boards = BoardRows(places.keys)
        let (ranges, newest) = try await database.readStep("find windows") { db throws(SQLiteError) in
            (try times.ranges(since: first, db), try ResultTable.newest(db))
        }
        for range in ranges {
            var rest: ClosedRange<Int64>? = range
            while let wanted = rest {
                let (results, next) = try await database.readStep("read windows") { db throws(SQLiteError) in
                    try ArchiveStore.results(wanted, of: boards, first..<last, db)
                }
                for result in results {
                    for place in places[result.board] ?? [] {
                        let (period, board) = (due[place].period, due[place].board)
                        guard result.at >= period.start, result.at < period.end,
                            result.standing.sequence > board.allAfter
                        else { continue }
                        tables[place].add(result.standing, of: result.player)
                    }
                }
                rest = next
            }
        }
        return zip(due, tables).map { Order($0, $1.standings, upTo: newest) }
    }

    /// Results of a time that count, among the first of some numbers; `next`: the rest of these, nil: there are no more.
    private static func results(
        _ numbers: ClosedRange<Int64>,
        of boards: BoardRows,
        _ time: Range<UnixTime>,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> (results: [Counted], next: ClosedRange<Int64>?) {
        let found = try db.first(
            "SELECT max(seq) FROM (SELECT seq FROM results WHERE seq BETWEEN ?1 AND ?2 ORDER BY seq LIMIT ?3)",
            .integer(numbers.lowerBound),
            .integer(numbers.upperBound),
            .integer(Int64(step))
        ) { row throws(SQLiteError) in try row.optionalInteger(0) }
        guard let last = found ?? nil else { return ([], nil) }
        let results = try db.rows(
            """
            SELECT results.board, player, results.score, seq, at
            FROM results JOIN installs ON installs.id = results.install
            WHERE seq BETWEEN ?1 AND ?2 AND board BETWEEN ?5 AND ?6 AND at >= ?3 AND at < ?4 AND state = 0
            ORDER BY seq
            """,
            .integer(numbers.lowerBound),
            .integer(last),
            .integer(time.lowerBound.seconds),
            .integer(time.upperBound.seconds),
            .integer(boards.first),
            .integer(boards.last)
        ) { row throws(SQLiteError) in
            Counted(
                board: try row.integer(0),
                player: try row.integer(1),
                standing: ResultStanding(score: try row.integer(2), sequence: try row.integer(3)),
                at: try row.instant(4)
            )
        }
        return (results, last < numbers.upperBound ? last + 1...numbers.upperBound : nil)
    }
}
