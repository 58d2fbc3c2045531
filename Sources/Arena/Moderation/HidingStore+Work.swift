import Core
import WatchpostModel

extension HidingStore {
    /// Whom it is told to after the commits: the boards whose orders changed (their rows), and what became of duels.
    struct Following: Sendable {
        var boards: @Sendable ([Int64]) -> Void
        var duels: DuelFollowing

        init(
            boards: @escaping @Sendable ([Int64]) -> Void = { _ in },
            duels: @escaping DuelFollowing = { _ in }
        ) {
            (self.boards, self.duels) = (boards, duels)
        }
    }

    /// Does all of one that was begun, or goes on with it after a restart; cancelled, it ends with the step it is at.
    ///
    /// `now`: nil while the clock is not set.
    func work(on hiding: Hiding, at now: UnixTime?, _ following: Following) async throws(SQLiteError) {
        guard hiding.isUnderWay else { return }
        // What is looked at for a while would be void with each old result that goes.
        ledger.edits.hold()
        defer { ledger.edits.release() }
        let scope = try await database.readStep("look at hiding") { db throws(SQLiteError) in
            try HidingScope(hiding.selection, of: hiding.game, upTo: hiding.upTo, db)
        }
        let run = HidingRun(store: self, hiding: hiding, scope: scope, now: now, following: following)
        var attempts = 0
        while attempts < HidingRun.mostAttempts, let few = try await run.few() {
            attempts += 1
            if try await run.writeAtOnce(few, isLast: attempts == HidingRun.mostAttempts) { return }
        }
        try await run.writeInSteps()
    }
}

/// The work on one hiding, or on undoing it.
struct HidingRun: Sendable {
    let store: HidingStore
    let hiding: Hiding
    let scope: HidingScope
    /// Nil while the clock is not set.
    let now: UnixTime?
    let following: HidingStore.Following

    var database: Database { store.database }
    var edits: LedgerEdits { store.ledger.edits }
    var isHidden: Bool { hiding.state == .hiding }
    private var survey: HidingSurvey { HidingSurvey(hiding: hiding) }

    /// How often it is tried to have looked at everything before a write.
    static let mostAttempts = 3
    /// Results of one write, where they are many.
    static let markStep = 200
    /// Standings that are made again with one look, and by one write.
    static let placeGroup = 5_000
    static let placeStep = 100
    /// Duels that are decided with one look, and one write.
    static let duelStep = 100

    /// All marks and bases where they are few, and nothing of it was done yet; nil: they are many.
    func few() async throws(SQLiteError) -> Few? {
        guard hiding.results == 0 || !isHidden, hiding.returned == 0 else { return nil }
        var few = Few(edits: edits.value)
        few.bases = try await bases()
        // Standings are made again behind what is given back.
        guard few.bases.isEmpty || isHidden, few.bases.count <= store.few else { return nil }
        var number: Int64 = 0
        while let (marks, end) = try await marks(behind: number) {
            few.marks += marks
            guard few.marks.count <= store.few else { return nil }
            number = end
        }
        return few
    }

    struct Few: Sendable {
        /// The edits until then.
        let edits: UInt64
        var marks: [HidingMark] = []
        var bases: [StandingPlace] = []

        var places: [HidingPlace] {
            let places = marks.map(\.place) + bases.map { HidingPlace(board: $0.board, install: $0.install) }
            return Array(Set(places))
        }
        var boards: [Int64] { Array(Set(places.map(\.board))) }
    }

    /// Of one read; nil: there are no more.
    func marks(behind number: Int64) async throws(SQLiteError) -> (marks: [HidingMark], end: Int64)? {
        let (marks, end) = try await database.readStep("look at results") { db throws(SQLiteError) in
            try survey.marks(behind: number, scope, db)
        }
        return end.map { (marks, $0) }
    }

    func bases() async throws(SQLiteError) -> [StandingPlace] {
        try await database.readStep("look at standings") { db throws(SQLiteError) in
            isHidden ? try HidingBases.places(scope, db) : try HidingBases(hiding: hiding).all(db)
        }
    }

    /// One write for all; false: what was looked at before it does not hold any more, and nothing was written.
    func writeAtOnce(_ few: Few, isLast: Bool) async throws(SQLiteError) -> Bool {
        let next = Dictionary(few.marks.map { ($0.sequence, $0.next) }) { first, _ in first }
        let looked = try await StandingRebuilds.ahead(
            database,
            few.places,
            isHidden ? .scope(scope) : .marks(next)
        )
        let counted = try await DuelCount.ahead(database, judged: next) { db throws(SQLiteError) in
            let touched = try DuelTable.touched(few.marks, isHidden: isHidden, at: now, db)
            return try DuelRecount(touched, db)
        }
        let written = try await database.writeStep("hide results") { db throws(SQLiteError) -> Written? in
            let countsAsBefore = try looked.holds(db)
            let holds = countsAsBefore && edits.value == few.edits
            guard holds || isLast else { return nil }
            return try write(few, holds ? looked : nil, counted, db)
        } then: { [edits, following] written in
            guard let written else { return }
            edits.note()
            following.boards(few.boards)
            if !written.duels.isEmpty { following.duels(written.duels) }
        }
        if written != nil { store.ledger.forgetPaces() }
        return written != nil
    }

    private struct Written: Sendable {
        var duels = DuelChanges()
    }

    private func write(
        _ few: Few,
        _ looked: StandingRebuilds?,
        _ counted: DuelCount?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Written {
        var written = Written()
        for mark in few.marks { try mark.write(hiding, db) }
        for base in few.bases { try HidingBases(hiding: hiding).take(base, db) }
        edits.note()
        var rebuilds: StandingRebuilds
        if let looked { rebuilds = looked } else { rebuilds = try StandingRebuilds.whole(few.places, db) }
        try rebuilds.store(few.places, db)
        let touched = try DuelTable.touched(few.marks, isHidden: isHidden, at: now, db)
        try DuelTable.decide(
            try DuelRecount(touched, db),
            counted,
            isHidden: isHidden,
            at: now,
            &written.duels,
            db
        )
        try HidingArchives.write(few.marks, isHidden: isHidden, at: now, db)
        if try withdrawPassed(few.marks, db) { written.duels.hasNews = true }
        let players = Set(few.marks.map(\.player)).count
        try finish(results: few.marks.count, players: players, db)
        return written
    }

    /// It is done, and written into the audit.
    func finish(results: Int, players: Int, _ db: borrowing Connection) throws(SQLiteError) {
        if isHidden {
            try db.execute(
                "UPDATE hidings SET state = 1, results = ?2, players = ?3 WHERE id = ?1",
                .integer(hiding.id),
                .integer(Int64(results)),
                .integer(Int64(players))
            )
        } else {
            try db.execute(
                "UPDATE hidings SET state = 3, returned = ?2 WHERE id = ?1",
                .integer(hiding.id),
                .integer(Int64(results))
            )
        }
        try ModerationAuditTable.note(
            ModerationEntry(
                game: hiding.game,
                at: (isHidden ? hiding.at : hiding.undoneAt) ?? hiding.at,
                actor: (isHidden ? hiding.actor : hiding.undoneBy) ?? hiding.actor,
                act: isHidden ? .hid : .undid,
                count: results,
                detail: "hiding \(hiding.id): \(hiding.selection.words(board: hiding.board))"
            ),
            db
        )
    }
}
