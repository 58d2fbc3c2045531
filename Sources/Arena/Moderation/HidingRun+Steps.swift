import Core
import WatchpostModel

/// Many results: in many writes, between which other results are taken. Each step bears being done again after a restart.
extension HidingRun {
    func writeInSteps() async throws(SQLiteError) {
        try await writeMarks()
        try await writeBases()
        let places = try await places()
        for start in stride(from: 0, to: places.count, by: HidingRun.placeGroup) {
            let end = min(start + HidingRun.placeGroup, places.count)
            try await rebuild(Array(places[start..<end]))
        }
        try await decideDuels()
        try await writeArchives()
        let (results, players) = try await count()
        let boards = Array(scope.boards)
        try await database.writeStep("finish hiding") { db throws(SQLiteError) in
            try finish(results: results, players: players, db)
        } then: { [edits, following] in
            edits.note()
            following.boards(boards)
        }
        store.ledger.forgetPaces()
    }

    private func writeMarks() async throws(SQLiteError) {
        var number: Int64 = 0
        while let (marks, end) = try await marks(behind: number) {
            for start in stride(from: 0, to: marks.count, by: HidingRun.markStep) {
                let some = marks[start..<min(start + HidingRun.markStep, marks.count)]
                _ = try await database.writeStep("hide results") { db throws(SQLiteError) -> Bool in
                    for mark in some { try mark.write(hiding, db) }
                    // It is not begun anew as if nothing was done.
                    let column = isHidden ? "results" : "returned"
                    try db.execute(
                        "UPDATE hidings SET \(column) = \(column) + ?2 WHERE id = ?1",
                        .integer(hiding.id),
                        .integer(Int64(some.count))
                    )
                    edits.note()
                    return try withdrawPassed(some, db)
                } then: { [edits, following] hasNews in
                    edits.note()
                    if hasNews { following.duels(DuelChanges(hasNews: true)) }
                }
            }
            number = end
        }
    }

    /// Of passings by results that are hidden nobody is told any more; answers whether there may be some.
    func withdrawPassed(_ marks: some Sequence<HidingMark>, _ db: borrowing Connection) throws(SQLiteError)
        -> Bool
    {
        guard isHidden else { return false }
        var hasNews = false
        for player in Set(marks.filter { $0.state == .counts }.map(\.player)).sorted() {
            let isWritten = try NewsTable.withdrawPassed(by: player, db)
            hasNews = hasNews || isWritten
        }
        return hasNews
    }

    private func writeBases() async throws(SQLiteError) {
        let bases = try await bases()
        for start in stride(from: 0, to: bases.count, by: HidingRun.markStep) {
            let some = bases[start..<min(start + HidingRun.markStep, bases.count)]
            try await database.writeStep("hide standings") { db throws(SQLiteError) in
                let rules = try StandingRules.all(db)
                for base in some {
                    if isHidden {
                        try HidingBases(hiding: hiding).take(base, db)
                    } else if let rules = rules[base.board] {
                        try HidingBases(hiding: hiding).giveBack(base, rules, db)
                    }
                }
            }
        }
    }

    /// Where standings are to be made again.
    private func places() async throws(SQLiteError) -> [HidingPlace] {
        var places = Set<HidingPlace>()
        var number: Int64 = 0
        while true {
            let behind = number
            let found = try await database.readStep("look for standings") { db throws(SQLiteError) in
                try db.rows(
                    """
                    SELECT hidden_results.seq, board, install FROM hidden_results
                        LEFT JOIN results ON results.seq = hidden_results.seq
                    WHERE hiding = ?1 AND hidden_results.seq > ?2 ORDER BY hidden_results.seq LIMIT ?3
                    """,
                    .integer(hiding.id),
                    .integer(behind),
                    .integer(HidingSurvey.step)
                ) { row throws(SQLiteError) in
                    (
                        sequence: try row.integer(0), board: try row.optionalInteger(1),
                        install: try row.optionalInteger(2)
                    )
                }
            }
            guard let last = found.last else { break }
            number = last.sequence
            for one in found {
                guard let board = one.board, let install = one.install else { continue }
                places.insert(HidingPlace(board: board, install: install))
            }
        }
        let bases = try await database.readStep("look for standings") { db throws(SQLiteError) in
            try HidingBases(hiding: hiding).all(db)
        }
        for base in bases { places.insert(HidingPlace(board: base.board, install: base.install)) }
        return places.sorted { ($0.board, $0.install) < ($1.board, $1.install) }
    }

    private func rebuild(_ places: [HidingPlace]) async throws(SQLiteError) {
        var rest = places[...]
        var attempts = 0
        while !rest.isEmpty {
            attempts += 1
            let isLast = attempts > HidingRun.mostAttempts
            let before = edits.value
            var looked = try await StandingRebuilds.ahead(database, Array(rest))
            while !rest.isEmpty {
                let (some, seen) = (Array(rest.prefix(HidingRun.placeStep)), looked)
                let next = try await database.writeStep("make standings again") {
                    db throws(SQLiteError) -> StandingRebuilds? in
                    let countsAsBefore = try seen.holds(db)
                    let holds = countsAsBefore && edits.value == before
                    guard holds || isLast else { return nil }
                    var rebuilds: StandingRebuilds
                    if holds { rebuilds = seen } else { rebuilds = try StandingRebuilds.whole(some, db) }
                    try rebuilds.store(some, db)
                    return rebuilds
                }
                guard let next else { break }
                if !isLast { looked = next }
                rest = rest.dropFirst(some.count)
            }
        }
    }

    private func decideDuels() async throws(SQLiteError) {
        var ids: Set<Int64> = []
        try await eachMark { some throws(SQLiteError) in
            let touched = try await database.readStep("look for duels") { db throws(SQLiteError) in
                try DuelTable.touched(some, isHidden: isHidden, at: now, db)
            }
            ids.formUnion(touched.map(\.id))
        }
        let all = ids.sorted()
        for start in stride(from: 0, to: all.count, by: HidingRun.duelStep) {
            let some = all[start..<min(start + HidingRun.duelStep, all.count)]
            @Sendable func recount(_ db: borrowing Connection) throws(SQLiteError) -> DuelRecount {
                var records: [DuelRecord] = []
                for id in some {
                    if let record = try DuelTable.duel(id, db) { records.append(record) }
                }
                return try DuelRecount(records, db)
            }
            let counted = try await DuelCount.ahead(database) { db throws(SQLiteError) in try recount(db) }
            _ = try await database.writeStep("decide duels") { db throws(SQLiteError) -> DuelChanges in
                var changes = DuelChanges()
                try DuelTable.decide(
                    try recount(db),
                    counted,
                    isHidden: isHidden,
                    at: now,
                    &changes,
                    db
                )
                return changes
            } then: { [following] changes in
                if !changes.isEmpty { following.duels(changes) }
            }
        }
    }

    private func writeArchives() async throws(SQLiteError) {
        try await eachMark { some throws(SQLiteError) in
            try await database.writeStep("forget archives") { db throws(SQLiteError) in
                try HidingArchives.letGo(some, at: now, db)
            }
            let orders = try await database.readStep("look for archives") { db throws(SQLiteError) in
                try HidingArchives.orders(some, db)
            }
            for order in orders {
                try await database.writeStep("rewrite archive") { db throws(SQLiteError) in
                    try order.write(isHidden: isHidden, db)
                }
            }
        }
    }

    /// Its results as they are now that they are written, some at a time.
    private func eachMark(
        _ work: ([HidingMark]) async throws(SQLiteError) -> Void
    ) async throws(SQLiteError) {
        var number: Int64 = 0
        while true {
            let behind = number
            let found = try await database.readStep("look at results") { db throws(SQLiteError) in
                try db.rows(
                    """
                    SELECT hidden_results.seq, results.board, results.install, player, results.score, at, state, before
                    FROM hidden_results JOIN results ON results.seq = hidden_results.seq
                        JOIN installs ON installs.id = results.install
                    WHERE hiding = ?1 AND hidden_results.seq > ?2 ORDER BY hidden_results.seq LIMIT ?3
                    """,
                    .integer(hiding.id),
                    .integer(behind),
                    .integer(HidingSurvey.step),
                    read: HidingRun.mark
                )
            }
            guard let last = found.last else { return }
            number = last.sequence
            let some = found.filter { ($0.state == .hidden) == isHidden }
            if !some.isEmpty { try await work(some) }
        }
    }

    private static func mark(_ row: borrowing Row) throws(SQLiteError) -> HidingMark {
        let state = ResultState(number: try row.integer(6)) ?? .hidden
        return HidingMark(
            sequence: try row.integer(0),
            board: try row.integer(1),
            install: try row.integer(2),
            player: try row.integer(3),
            score: try row.integer(4),
            at: try row.instant(5),
            state: state,
            next: state,
            before: ResultState(number: try row.integer(7)) ?? .held
        )
    }

    private func count() async throws(SQLiteError) -> (results: Int, players: Int) {
        let state = isHidden ? "1" : "state <> 2"
        let found = try await database.readStep("count hidden") { db throws(SQLiteError) in
            try db.first(
                """
                SELECT count(*), count(DISTINCT player) FROM hidden_results
                    JOIN results ON results.seq = hidden_results.seq JOIN installs ON installs.id = results.install
                WHERE hiding = ?1 AND \(state)
                """,
                .integer(hiding.id)
            ) { row throws(SQLiteError) in (results: try row.integer(0), players: try row.integer(1)) }
        }
        return (Int(found?.results ?? 0), Int(found?.players ?? 0))
    }
}
