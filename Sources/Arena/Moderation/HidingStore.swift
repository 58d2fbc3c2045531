import Core
import WatchpostModel

/// Hides results of a game that somebody selects, and gives them back.
///
/// A wish is one short write. Whoever works on it (`work`) does so beside all others: what is small in one write, what is large in
/// many, between which results are taken as ever; boards in memory change when all of it is done.
struct HidingStore: Sendable {
    let ledger: ResultLedger
    /// Results that one write hides with all that follows.
    let few: Int

    init(_ ledger: ResultLedger, few: Int = 200) {
        (self.ledger, self.few) = (ledger, few)
    }

    var database: Database { ledger.database }

    /// What became of a wish to hide.
    enum Begun: Hashable, Sendable {
        case begun(Hiding)
        /// No result is so, or all of them are hidden already.
        case nothing
        /// The game has no such result, or does not keep it any more.
        case noResult
        case noGame
        /// So many can be undone that no more are remembered.
        case full
    }

    /// What became of a wish to undo.
    enum Undoing: Hashable, Sendable {
        case begun(Hiding)
        /// It is undone, or is being undone.
        case already(Hiding)
        /// It is being worked on.
        case notYet
        case tooLate
        case unknown
    }

    /// Writes down what is to be hidden, if it is anything.
    func begin(
        _ selection: HidingSelection,
        of game: OpenedGame,
        by actor: String,
        at now: UnixTime
    ) async throws(SQLiteError) -> Begun {
        guard let scope = try await scope(selection, of: game) else { return .noGame }
        if let result = selection.result, try await !isThere(result, scope) { return .noResult }
        guard try await hasAny(scope) else { return .nothing }
        let most = Int64(ledger.shares.most) * 2
        return try await database.write("begin hiding") { db throws(SQLiteError) in
            // Its name in paths may be another one's since it was looked at.
            guard let id = try game.find(db), id == scope.game else { return .noGame }
            let count = try db.first(
                "SELECT count(*), ifnull(sum(results), 0) FROM hidings WHERE game = ?1 AND state IN (0, 1)",
                .integer(id)
            ) { row throws(SQLiteError) in (hidings: try row.integer(0), results: try row.integer(1)) }
            if let count, count.hidings >= ArenaRules.mostHidings || count.results >= most { return .full }
            let row = try HidingTable.insert(
                selection,
                of: id,
                upTo: scope.upTo,
                by: actor,
                at: now,
                db
            )
            return try HidingTable.find(row, db).map { .begun($0) } ?? .noGame
        }
    }

    /// Writes down that one is to be undone.
    func undo(
        _ id: Int64,
        of game: OpenedGame,
        by actor: String,
        at now: UnixTime
    ) async throws(SQLiteError) -> Undoing {
        try await database.write("undo hiding") { db throws(SQLiteError) in
            guard let hiding = try HidingTable.find(id, db), try game.find(db) == hiding.game else {
                return .unknown
            }
            switch hiding.state {
            case .hiding: return .notYet
            case .undoing, .undone: return .already(hiding)
            case .final: return .tooLate
            case .hidden: break
            }
            guard now < hiding.undoneUntil else { return .tooLate }
            try db.execute(
                "UPDATE hidings SET state = 2, undone_at = ?2, undone_by = ?3 WHERE id = ?1",
                .integer(id),
                .integer(now.seconds),
                .text(actor)
            )
            return try HidingTable.find(id, db).map { .begun($0) } ?? .unknown
        }
    }

    /// The oldest that is to be worked on; nil: none is.
    func next() async throws(SQLiteError) -> Hiding? {
        try await database.read("look for hidings") { db throws(SQLiteError) in
            try db.first(
                "SELECT \(HidingTable.columns) FROM hidings WHERE state IN (0, 2) ORDER BY hidings.id LIMIT 1",
                read: HidingTable.read
            )
        }
    }

    /// Nil: the game has none of this number.
    func find(_ id: Int64, of game: OpenedGame) async throws(SQLiteError) -> Hiding? {
        try await database.read("find hiding") { db throws(SQLiteError) in
            guard let hiding = try HidingTable.find(id, db), try game.find(db) == hiding.game else {
                return nil
            }
            return hiding
        }
    }

    /// Those of a game, newest first; `before`: with smaller numbers; nil: there is no such game.
    func list(_ game: OpenedGame, before: Int64, most: Int) async throws(SQLiteError) -> [Hiding]? {
        try await database.read("list hidings") { db throws(SQLiteError) in
            guard let id = try game.find(db) else { return nil }
            return try db.rows(
                """
                SELECT \(HidingTable.columns) FROM hidings WHERE hidings.game = ?1 AND hidings.id < ?2
                ORDER BY hidings.id DESC LIMIT ?3
                """,
                .integer(id),
                .integer(before),
                .integer(Int64(most)),
                read: HidingTable.read
            )
        }
    }

    /// Nil: there is no such game.
    func scope(_ selection: HidingSelection, of game: OpenedGame) async throws(SQLiteError)
        -> HidingScope?
    {
        try await database.read("look at selection") { db throws(SQLiteError) in
            guard let id = try game.find(db) else { return nil }
            return try HidingScope(selection, of: id, upTo: try ResultTable.newest(db), db)
        }
    }

    private func isThere(_ result: Int64, _ scope: HidingScope) async throws(SQLiteError) -> Bool {
        try await database.read("look at result") { db throws(SQLiteError) in
            let board = try db.first("SELECT board FROM results WHERE seq = ?1", .integer(result)) {
                row throws(SQLiteError) in try row.integer(0)
            }
            return board.map { scope.boards.contains($0) } ?? false
        }
    }

    private func hasAny(_ scope: HidingScope) async throws(SQLiteError) -> Bool {
        var number: Int64 = 0
        while true {
            let behind = number
            let (marks, end) = try await database.readStep("look at results") { db throws(SQLiteError) in
                try HidingSurvey.hiding(behind: behind, scope, db)
            }
            if !marks.isEmpty { return true }
            guard let end else { break }
            number = end
        }
        return try await database.readStep("look at standings") { db throws(SQLiteError) in
            try !HidingBases.places(scope, db).isEmpty
        }
    }
}
