import Core
import WatchpostModel

/// The results of all boards, one row each: a result that is committed is accepted.
///
/// Positions are not here: an index in memory follows each commit (`then`), in its order.
struct ResultLedger: Sendable {
    let database: Database
    let shares: LedgerShares
    /// Used within transactions and behind them, and read by anybody.
    let tally = Locked(LedgerTally())
    /// How fast players became better lately; used within transactions and behind them alone, which come one after the other.
    private let paces = Locked(PaceMeter())
    let edits = LedgerEdits()

    /// `mostResults`: the owner's setting.
    init(database: Database, mostResults: Int) {
        self.database = database
        shares = LedgerShares(most: mostResults)
    }

    /// How many writes of the file share a sync.
    var groupCounts: Database.GroupCounts { database.groupCounts }

    /// Players' standings were changed by somebody: what they had a minute ago says nothing any more.
    func forgetPaces() {
        paces.withLock { $0 = PaceMeter() }
    }

    /// What became of one result.
    enum Outcome: Hashable, Sendable {
        case accepted(LedgerResult)
        /// It was sent before: this is how it stands.
        case repeated(LedgerResult)
        /// The key was used for something else.
        case otherContent
        /// It is new, and nothing new is sent to this game any more.
        case closedGame
        /// It is new, and the game takes nothing new of this player.
        case banned
        case noBoard
        case refused(SubmissionPolicy.Refusal)
        /// No more results are kept, or none of this sender's: see `LedgerShares`.
        case full
    }

    /// What became of all that was sent together.
    enum Submitted: Hashable, Sendable {
        /// One for each, in the order in which they were sent.
        case outcomes([Outcome])
        /// The installation was removed meanwhile.
        case noInstall
    }

    /// What a player has on a board (its row), by the index in memory.
    typealias Standings = @Sendable (_ board: Int64, _ player: Int64) -> LoadedStanding
    /// Why somebody should look at a score that a player has on a board from now on, by the index in memory.
    typealias Flags = @Sendable (_ board: Int64, _ player: Int64, _ score: Int64) -> ResultFlags

    /// Takes results of one installation in one transaction, each judged by itself, in their order.
    ///
    /// `isAtHome`: they come from there. `then` gets what was accepted when it is committed: see `Database.write`; `reopened`
    /// is told then that orders which were over have to be made again, `duels` what it did to duels.
    func submit(
        _ submissions: [Submission],
        of install: Int64,
        at now: UnixTime,
        isAtHome: Bool = false,
        standings: @escaping Standings,
        flags: @escaping Flags = { _, _, _ in [] },
        reopened: @escaping @Sendable () -> Void = {},
        then: @escaping @Sendable ([LedgerResult]) -> Void,
        duels: @escaping DuelFollowing = { _ in }
    ) async throws(SQLiteError) -> Submitted {
        try await count()
        let tally = tally
        let writing = ResultWriting(
            install: install,
            now: now,
            isAtHome: isAtHome,
            shares: shares,
            tally: tally,
            standings: standings,
            flags: flags,
            paces: paces
        )
        let (written, _) = try await database.write("submit results") { db throws(SQLiteError) in
            let written = try writing.write(submissions, db)
            let scores = written.accepted.filter { $0.state == .counts }.map { DuelScore($0) }
            return (written, try DuelTable.scored(scores, db))
        } then: { written, changes in
            if let counted = written.counted { tally.withLock { $0.settle(counted) } }
            if !written.noted.isEmpty {
                writing.paces.withLock { paces in
                    for place in written.noted { paces.settle(place, now) }
                }
            }
            if written.hasReopened { reopened() }
            if !written.accepted.isEmpty { then(written.accepted) }
            if !changes.isEmpty { duels(changes) }
        }
        return written.submitted
    }
}

extension DuelScore {
    init(_ result: LedgerResult) {
        self.init(player: result.player, board: result.board, standing: result.standing, at: result.at)
    }
}

/// Rows of results, in queries that join the installation of each.
enum ResultTable {
    static let columns = columns(player: "player")

    /// `player`: whose they are, as SQL; where that is known, no installation has to be looked up.
    static func columns(player: String) -> String {
        "seq, results.board, results.install, \(player), results.score, at, achieved, extra, state"
    }

    /// A condition on `results`: not folded yet, behind a number, and of one of the installations of a player, which are few.
    ///
    /// Each of some ten thousand rows is compared with those, and no installation is looked up for it.
    static func rest(of player: String, behind number: String = "0") -> String {
        """
        seq > max(ifnull((SELECT seq FROM folded), 0), \(number))
            AND results.install IN (SELECT id FROM installs WHERE player = \(player))
        """
    }

    static func read(_ row: borrowing Row) throws(SQLiteError) -> LedgerResult {
        LedgerResult(
            sequence: try row.integer(0),
            board: try row.integer(1),
            install: try row.integer(2),
            player: try row.integer(3),
            score: try row.integer(4),
            at: try row.instant(5),
            achieved: try row.optionalInstant(6),
            extra: try row.optionalText(7),
            state: ResultState(number: try row.integer(8)) ?? .held
        )
    }

    /// How many results there are.
    static func count(_ db: borrowing Connection) throws(SQLiteError) -> Int {
        let count = try db.first("SELECT count(*) FROM results") { row throws(SQLiteError) in
            try row.integer(0)
        }
        return Int(count ?? 0)
    }

    /// The number of the newest result; 0: there is none.
    static func newest(_ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        try db.first("SELECT ifnull(max(seq), 0) FROM results") { row throws(SQLiteError) in
            try row.integer(0)
        } ?? 0
    }

    /// The number up to which results are put together in `standings`; none that no result has: looks go on up to it, in steps.
    static func folded(_ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        let folded = try db.first("SELECT seq FROM folded") { row throws(SQLiteError) in try row.number(0) }
        return min(folded ?? 0, try newest(db))
    }
}
