import Core
import WatchpostModel

/// One result of a game that is to count, or to count no more, with all that follows from it.
///
/// What follows is found by looking through all results: there is no index for what hardly ever happens. So that nobody's results
/// wait behind that, it is done before the write, beside all others and in steps (`ahead`); the write looks at what came since.
struct ResultJudging: Sendable {
    let sequence: Int64
    let game: OpenedGame
    let state: ResultState
    /// As whom who judges stands in the audit.
    let actor: String
    /// Nil while the clock is not set.
    let now: UnixTime?
    let edits: LedgerEdits

    /// What was looked at before the write.
    struct Ahead: Sendable {
        /// The edits until then.
        let edits: UInt64
        var standing: StandingRebuilds?
        var duels: DuelCount?
    }

    /// What became of it.
    struct Judged: Sendable {
        let hiding: ResultLedger.Hiding
        var hasChanged = false
        var duels = DuelChanges()
    }

    func ahead(_ database: Database) async throws(SQLiteError) -> Ahead {
        var ahead = Ahead(edits: edits.value)
        let found = try await database.readStep("look at result") {
            db throws(SQLiteError) -> (result: LedgerResult, isFolded: Bool)? in
            guard let id = try game.find(db), let before = try result(of: id, db) else { return nil }
            return (before, sequence <= (try ResultTable.folded(db)))
        }
        guard let (before, isFolded) = found, before.state != state else { return ahead }
        if isFolded, changesStanding(before) {
            ahead.standing = try await StandingRebuilds.ahead(
                database,
                [before.place],
                .marks([sequence: state])
            )
        }
        ahead.duels = try await DuelCount.ahead(database, judged: [sequence: state]) {
            db throws(SQLiteError) in
            try DuelTable.recount(DuelScore(before), counts: state == .counts, at: now, db)
        }
        return ahead
    }

    /// Nil: results that are stored were changed meanwhile, and it is to be begun again; nothing was written.
    ///
    /// `isLast`: what `ahead` lacks is looked at now, however long that takes.
    func write(_ ahead: Ahead, isLast: Bool, _ db: borrowing Connection) throws(SQLiteError) -> Judged? {
        let holds = ahead.edits == edits.value
        guard holds || isLast else { return nil }
        guard let id = try game.find(db), let before = try result(of: id, db) else {
            return Judged(hiding: .unknown)
        }
        let without = try HidingTable.before(sequence, db)
        try HidingTable.judged(sequence, counts: state == .counts, db)
        guard before.state != state else { return Judged(hiding: .done(before)) }
        try db.execute(
            "UPDATE results SET state = ?2 WHERE seq = ?1",
            .integer(sequence),
            .integer(state.number)
        )
        edits.note()
        if changesStanding(before), sequence <= (try ResultTable.folded(db)) {
            try ResultJudging.makeAgain(before.place, holds ? ahead.standing : nil, db)
        }
        guard let after = try result(of: id, db) else { return Judged(hiding: .unknown) }
        var duels = try DuelTable.judged(
            DuelScore(after),
            counts: state == .counts,
            ahead.duels,
            at: now,
            db
        )
        let mark = HidingMark(before, without ?? before.state, next: state)
        try HidingArchives.write([mark], isHidden: state == .hidden, at: now, db)
        if before.state == .counts, try NewsTable.withdrawPassed(by: before.player, db) {
            duels.hasNews = true
        }
        try ModerationAuditTable.note(entry(id), db)
        return Judged(hiding: .done(after), hasChanged: true, duels: duels)
    }

    /// Stores what a place comes to, within the write that changed the result.
    ///
    /// `ahead`: what was looked at before; no stored result was changed or deleted since, but this one.
    static func makeAgain(_ place: HidingPlace, _ ahead: StandingRebuilds?, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        var rebuilds: StandingRebuilds
        if let ahead, try ahead.holds(db) {
            rebuilds = ahead
        } else {
            rebuilds = try StandingRebuilds.whole([place], db)
        }
        try rebuilds.store([place], db)
    }

    /// One that waits counted nowhere, and one that is not folded yet stands in no standing.
    private func changesStanding(_ before: LedgerResult) -> Bool {
        before.state == .counts || state == .counts
    }

    /// In the audit of a game.
    private func entry(_ game: Int64) -> ModerationEntry {
        ModerationEntry(
            game: game,
            at: now ?? ModerationEntry.noTime,
            actor: actor,
            act: state == .counts ? .acceptedResult : .hidResult,
            count: 1,
            detail: "result \(sequence)"
        )
    }

    /// Nil: the game (its row) has no such result, or does not keep it any more.
    private func result(of game: Int64, _ db: borrowing Connection) throws(SQLiteError) -> LedgerResult? {
        try db.first(
            """
            SELECT \(ResultTable.columns) FROM results JOIN installs ON installs.id = results.install
            WHERE seq = ?1 AND results.board IN (SELECT id FROM boards WHERE game = ?2)
            """,
            .integer(sequence),
            .integer(game),
            read: ResultTable.read
        )
    }
}

extension LedgerResult {
    fileprivate var place: HidingPlace { HidingPlace(board: board, install: install) }
}

extension HidingMark {
    /// `before`: what it was; `without`: what it is without any hiding.
    fileprivate init(_ before: LedgerResult, _ without: ResultState, next: ResultState) {
        self.init(
            sequence: before.sequence,
            board: before.board,
            install: before.install,
            player: before.player,
            score: before.score,
            at: before.at,
            state: before.state,
            next: next,
            before: without
        )
    }
}
