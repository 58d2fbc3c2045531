import Core
import WatchpostModel

/// What one submission came to.
struct ResultsWritten: Sendable {
    let submitted: ResultLedger.Submitted
    /// Orders that were over lack one of them, and were deleted.
    var hasReopened = false
    /// Whose pace was noted, to be settled when it is durable.
    var noted: Set<PaceMeter.Place> = []
    /// What the tally is told when it is durable.
    var counted: LedgerTally.Open?

    var accepted: [LedgerResult] {
        guard case .outcomes(let outcomes) = submitted else { return [] }
        return outcomes.compactMap { outcome in
            if case .accepted(let result) = outcome { result } else { nil }
        }
    }
}

/// One submission of several results, within a transaction.
struct ResultWriting: Sendable {
    let install: Int64
    let now: UnixTime
    /// They come from there.
    let isAtHome: Bool
    let shares: LedgerShares
    let tally: Locked<LedgerTally>
    let standings: ResultLedger.Standings
    let flags: ResultLedger.Flags
    let paces: Locked<PaceMeter>

    func write(_ submissions: [Submission], _ db: borrowing Connection) throws(SQLiteError)
        -> ResultsWritten
    {
        guard let sender = try ResultSender(install: install, isAtHome: isAtHome, now, db) else {
            return ResultsWritten(submitted: .noInstall)
        }
        let player = sender.player
        let boards = try BoardTable.boards(of: sender.owner.game, db)
        let isBanned = try BanTable.isBanned(player, from: sender.owner.game, db)
        var room = try self.room(for: sender, db)
        var outcomes: [ResultLedger.Outcome] = []
        var noted: Set<PaceMeter.Place> = []
        for submission in submissions {
            let board = boards.first { $0.rules.slug == submission.board }
            // What was taken before the game was closed is answered as it was then.
            if let outcome = try earlier(submission, board, db) {
                outcomes.append(outcome)
            } else if isBanned {
                outcomes.append(.banned)
            } else if sender.isGameOpen {
                outcomes.append(try write(submission, board, player, &room, &noted, db))
            } else {
                outcomes.append(.closedGame)
            }
        }
        var written = ResultsWritten(submitted: .outcomes(outcomes), noted: noted)
        written.counted = try note(outcomes, of: submissions, by: sender, db)
        for board in Set(written.accepted.filter { $0.state == .counts }.map(\.board)) {
            let hasReopened = try ArchiveReopening.reopen(board, for: now, db)
            written.hasReopened = written.hasReopened || hasReopened
        }
        return written
    }

    /// How many more there are for a sender.
    private func room(for sender: ResultSender, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        if let proof = tally.withLock({ $0.proof }), try !isThere(proof, db) {
            tally.withLock { $0.rollBack() }
        }
        var load = tally.withLock { $0.load(of: sender.owner) }
        load.isOnlyGame = sender.isOnlyGame
        return shares.room(for: sender.standing, load)
    }

    /// Counts what was accepted, and what that says of the installation; nil: nothing was.
    private func note(
        _ outcomes: [ResultLedger.Outcome],
        of sent: [Submission],
        by sender: ResultSender,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> LedgerTally.Open? {
        let proofs = zip(outcomes, sent).compactMap { outcome, submission -> PaceMeter.Proof? in
            guard case .accepted(let result) = outcome else { return nil }
            return PaceMeter.Proof(sequence: result.sequence, key: submission.key)
        }
        guard let last = proofs.last else { return nil }
        try sender.note(db)
        return tally.withLock { $0.note(proofs.count, of: sender.owner, last) }
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
        _ noted: inout Set<PaceMeter.Place>,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> ResultLedger.Outcome {
        guard let board else { return .noBoard }
        let place = PaceMeter.Place(board: board.id, player: player)
        let earlier = board.rules.pace == nil ? nil : try base(of: place, on: board, db)
        let (state, reasons): (ResultState, ResultFlags)
        do throws(SubmissionPolicy.Refusal) {
            (state, reasons) = try SubmissionPolicy(board.rules).verdict(
                submission,
                earlier: earlier,
                at: now
            )
        } catch {
            return .refused(error)
        }
        guard room > 0 else { return .full }
        room -= 1
        let result = try insert(submission, board.id, player, state, db)
        let flags = state == .counts ? flags(board.id, player, submission.score) : reasons
        try ResultFlagTable.insert(flags, of: result.sequence, db)
        if board.rules.pace != nil, state == .counts {
            let proof = PaceMeter.Proof(sequence: result.sequence, key: submission.key)
            paces.withLock { $0.note(submission.score, at: place, from: earlier, now, proof) }
            noted.insert(place)
        }
        return .accepted(result)
    }

    /// From where a player's pace on a board is reckoned; nil: it has nothing there.
    private func base(
        of place: PaceMeter.Place,
        on board: GameBoard,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> SubmissionPolicy.Earlier? {
        if let proof = paces.withLock({ $0.proof(of: place) }), try !isThere(proof, db) {
            paces.withLock { $0.undo(place) }
        }
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

    /// Whether a result is in this transaction, or committed: it was not rolled back.
    private func isThere(_ proof: PaceMeter.Proof, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        try db.first(
            "SELECT 1 FROM results WHERE seq = ?1 AND key = ?2",
            .integer(proof.sequence),
            .blob(proof.key)
        ) { _ in true } != nil
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
            row throws(SQLiteError) in try row.instant(0)
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
            .integer(state.number)
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
