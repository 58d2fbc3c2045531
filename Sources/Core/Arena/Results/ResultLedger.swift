package import WatchpostModel

/// The results of all boards, one row each: a result that is committed is accepted.
///
/// Positions are not here: an index in memory follows each commit (`then`), in its order.
package struct ResultLedger: Sendable {
    let database: Database
    /// The owner's setting.
    let mostResults: Int
    /// How fast players became better lately; used within transactions alone, which come one after the other.
    private let paces = Locked(PaceMeter())

    package init(database: Database, mostResults: Int) {
        self.database = database
        self.mostResults = mostResults
    }

    /// How many writes of the file share a sync.
    package var groupCounts: Database.GroupCounts { database.groupCounts }

    /// Players' standings were changed by somebody: what they had a minute ago says nothing any more.
    func forgetPaces() {
        paces.withLock { $0 = PaceMeter() }
    }

    /// What became of one result.
    package enum Outcome: Hashable, Sendable {
        case accepted(LedgerResult)
        /// It was sent before: this is how it stands.
        case repeated(LedgerResult)
        /// The key was used for something else.
        case otherContent
        /// It is new, and nothing new is sent to this game any more.
        case closedGame
        case noBoard
        case refused(SubmissionPolicy.Refusal)
        /// No more results are kept.
        case full
    }

    /// What became of all that was sent together.
    package enum Submitted: Hashable, Sendable {
        /// One for each, in the order in which they were sent.
        case outcomes([Outcome])
        /// The installation was removed meanwhile.
        case noInstall
    }

    /// What a player has on a board (its row), by the index in memory.
    package typealias Standings = @Sendable (_ board: Int64, _ player: Int64) -> LoadedStanding

    /// Takes results of one installation in one transaction, each judged by itself, in their order.
    ///
    /// `then` gets what was accepted when it is committed: see `Database.write`.
    package func submit(
        _ submissions: [Submission],
        of install: Int64,
        at now: UnixTime,
        standings: @escaping Standings,
        then: @escaping @Sendable ([LedgerResult]) -> Void
    ) async throws(SQLiteError) -> Submitted {
        let writing = ResultWriting(
            install: install,
            now: now,
            most: mostResults,
            standings: standings,
            paces: paces
        )
        return try await database.write("submit results") { db throws(SQLiteError) in
            try writing.write(submissions, db)
        } then: { submitted in
            guard case .outcomes(let outcomes) = submitted else { return }
            let accepted = outcomes.compactMap { outcome in
                if case .accepted(let result) = outcome { result } else { nil }
            }
            if !accepted.isEmpty { then(accepted) }
        }
    }
}

/// Rows of results, in queries that join the installation of each.
enum ResultTable {
    static let columns =
        "seq, results.board, results.install, player, results.score, at, achieved, extra, state"

    static func read(_ row: borrowing Row) throws(SQLiteError) -> LedgerResult {
        LedgerResult(
            sequence: try row.integer(0),
            board: try row.integer(1),
            install: try row.integer(2),
            player: try row.integer(3),
            score: try row.integer(4),
            at: UnixTime(seconds: try row.integer(5)),
            achieved: try row.optionalInteger(6).map { UnixTime(seconds: $0) },
            extra: try row.optionalText(7),
            state: ResultState(rawValue: try row.integer(8)) ?? .held
        )
    }

    /// How many results there are at most: numbers are given in turn, so that no row has to be counted.
    static func count(_ db: borrowing Connection) throws(SQLiteError) -> Int {
        let query = "SELECT ifnull((SELECT max(seq) FROM results) - (SELECT min(seq) FROM results) + 1, 0)"
        let count = try db.first(query) { row throws(SQLiteError) in try row.integer(0) }
        return Int(count ?? 0)
    }

    /// The number of the newest result; 0: there is none.
    static func newest(_ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        try db.first("SELECT ifnull(max(seq), 0) FROM results") { row throws(SQLiteError) in
            try row.integer(0)
        } ?? 0
    }

    /// The number up to which results are put together in `standings`.
    static func folded(_ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        try db.first("SELECT seq FROM folded") { row throws(SQLiteError) in try row.integer(0) } ?? 0
    }
}

/// One submission of several results, within a transaction.
private struct ResultWriting: Sendable {
    let install: Int64
    let now: UnixTime
    let most: Int
    let standings: ResultLedger.Standings
    let paces: Locked<PaceMeter>

    func write(_ submissions: [Submission], _ db: borrowing Connection) throws(SQLiteError)
        -> ResultLedger.Submitted
    {
        let found = try db.first(
            "SELECT player, game, closed_at FROM installs JOIN games ON games.id = game WHERE installs.id = ?1",
            .integer(install)
        ) { row throws(SQLiteError) in
            (try row.integer(0), try row.integer(1), row.isNull(2))
        }
        guard let (player, game, isOpen) = found else { return .noInstall }
        let boards = try BoardTable.boards(of: game, db)
        var room = most - (try ResultTable.count(db))
        var outcomes: [ResultLedger.Outcome] = []
        for submission in submissions {
            let board = boards.first { $0.rules.slug == submission.board }
            // What was taken before the game was closed is answered as it was then.
            if let outcome = try earlier(submission, board, db) {
                outcomes.append(outcome)
            } else if isOpen {
                outcomes.append(try write(submission, board, player, &room, db))
            } else {
                outcomes.append(.closedGame)
            }
        }
        return .outcomes(outcomes)
    }

    /// What was answered to this key before; nil: it is new.
    private func earlier(
        _ submission: Submission,
        _ board: GameBoard?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> ResultLedger.Outcome? {
        guard let known = try known(submission, db) else { return nil }
        // By its bytes: for Swift two spellings of a letter are equal.
        let isSameExtra = known.extra.map { Array($0.utf8) } == submission.extra.map { Array($0.utf8) }
        let isSame =
            known.board == board?.id && known.score == submission.score
            && known.achieved == submission.achieved && isSameExtra
        return isSame ? .repeated(known) : .otherContent
    }

    private func write(
        _ submission: Submission,
        _ board: GameBoard?,
        _ player: Int64,
        _ room: inout Int,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> ResultLedger.Outcome {
        guard let board else { return .noBoard }
        let place = PaceMeter.Place(board: board.id, player: player)
        let earlier = board.rules.pace == nil ? nil : try base(of: place, on: board, db)
        let state: ResultState
        do throws(SubmissionPolicy.Refusal) {
            state = try SubmissionPolicy(board.rules).judge(submission, earlier: earlier, at: now)
        } catch {
            return .refused(error)
        }
        guard room > 0 else { return .full }
        room -= 1
        if board.rules.pace != nil, state == .counts {
            paces.withLock { $0.note(submission.score, at: place, from: earlier, now) }
        }
        return .accepted(try insert(submission, board.id, player, state, db))
    }

    /// From where a player's pace on a board is reckoned; nil: it has nothing there.
    private func base(
        of place: PaceMeter.Place,
        on board: GameBoard,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> SubmissionPolicy.Earlier? {
        if let base = paces.withLock({ $0.base(of: place, now) }) { return base }
        let known: ResultStanding?
        switch standings(place.board, place.player) {
        case .stands(let standing): known = standing
        case .nothing: known = nil
        // It had to make room after it was loaded for this.
        case .notLoaded: known = try StandingRows.standing(of: place.player, on: board, db)
        }
        guard let standing = known else { return nil }
        return SubmissionPolicy.Earlier(standing, at: try time(of: standing, db))
    }

    /// What was sent under this key.
    private func known(_ submission: Submission, _ db: borrowing Connection) throws(SQLiteError)
        -> LedgerResult?
    {
        try db.first(
            """
            SELECT \(ResultTable.columns) FROM results JOIN installs ON installs.id = results.install
            WHERE results.key = ?1 AND results.install = ?2
            """,
            .blob(submission.key),
            .integer(install),
            read: ResultTable.read
        )
    }

    /// When the result of a standing was accepted; nil: it is not kept any more.
    private func time(of standing: ResultStanding, _ db: borrowing Connection) throws(SQLiteError)
        -> UnixTime?
    {
        try db.first("SELECT at FROM results WHERE seq = ?1", .integer(standing.sequence)) {
            row throws(SQLiteError) in UnixTime(seconds: try row.integer(0))
        }
    }

    private func insert(
        _ submission: Submission,
        _ board: Int64,
        _ player: Int64,
        _ state: ResultState,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> LedgerResult {
        try db.execute(
            """
            INSERT INTO results (key, install, board, score, at, achieved, extra, state)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            .blob(submission.key),
            .integer(install),
            .integer(board),
            .integer(submission.score),
            .integer(now.seconds),
            .integer(submission.achieved?.seconds),
            .text(submission.extra),
            .integer(state.rawValue)
        )
        return LedgerResult(
            sequence: db.lastInsertedRow,
            board: board,
            install: install,
            player: player,
            score: submission.score,
            at: now,
            achieved: submission.achieved,
            extra: submission.extra,
            state: state
        )
    }
}
