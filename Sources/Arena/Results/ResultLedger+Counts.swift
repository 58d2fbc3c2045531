import Core

/// How many results are kept, of whom.
extension ResultLedger {
    /// Results of one look: others read the file between two of them.
    static let look: Int64 = 50_000

    /// What is kept now.
    struct Kept: Hashable, Sendable {
        let total: Int
        let outside: Int
    }

    /// Nil: nobody has counted yet.
    var kept: Kept? {
        tally.withLock { tally in
            tally.counts.map { Kept(total: $0.total, outside: $0.outside) }
        }
    }

    /// Counts all results, unless that was done: once after each start, before the first result is taken or let go.
    func count() async throws(SQLiteError) {
        guard tally.withLock({ $0.counts == nil }) else { return }
        var (counts, last): ([Int64: Int], Int64) = ([:], 0)
        while true {
            let after = last
            let found = try await database.readStep("count results") { db throws(SQLiteError) in
                try LedgerCountTable.counts(after: after, most: ResultLedger.look, db)
            }
            guard let end = found.map({ $0.last }).max() else { break }
            for one in found { counts[one.install, default: 0] += one.count }
            last = end
        }
        let counted = counts
        let owners = try await database.readStep("look whose results they are") { db throws(SQLiteError) in
            try LedgerCountTable.owners(db).filter { counted[$0.install] != nil }
        }
        var all = LedgerCounts()
        for owner in owners { all.add(counted[owner.install] ?? 0, of: owner) }
        let (known, upTo) = (all, last)
        tally.withLock { $0.begin(known, upTo: upTo) }
    }

    /// Players went, whose results went along: which those were is looked up at the next look at the ledger.
    func noteRemovals() {
        tally.withLock { $0.hasLost = true }
    }

    /// Counts those no more that went with their players; many went at once by one look.
    func forgetRemoved() async throws(SQLiteError) {
        let tally = tally
        let hasLost = tally.withLock { state -> Bool in
            defer { state.hasLost = false }
            return state.hasLost && state.counts != nil
        }
        guard hasLost else { return }
        // Among the writes: an installation that comes meanwhile has nothing that could be lost.
        do throws(SQLiteError) {
            _ = try await database.writeStep("look who is there") { db throws(SQLiteError) in
                Set(try db.rows("SELECT id FROM installs") { row throws(SQLiteError) in try row.integer(0) })
            } then: { installs in
                tally.withLock { $0.keep(installs) }
            }
        } catch {
            noteRemovals()
            throw error
        }
    }

    /// An installation came home: its results are no longer of outside.
    func noteReturn(of install: Int64) {
        tally.withLock { $0.comeHome(install) }
    }

    /// An installation that has many results, as people know it.
    struct Sender: Hashable, Sendable {
        let code: String
        let name: String
        let game: String
        let network: String?
        let count: Int
    }

    /// The installations that have most results.
    func largestSenders(_ most: Int) async throws(SQLiteError) -> [Sender] {
        let largest = tally.withLock { $0.counts?.largest(most) } ?? []
        return try await database.read("look who has most results") { db throws(SQLiteError) in
            var senders: [Sender] = []
            for one in largest {
                let found = try db.first(
                    """
                    SELECT code, players.name, slug FROM installs JOIN players ON players.id = player
                    JOIN games ON games.id = game WHERE installs.id = ?1
                    """,
                    .integer(one.owner.install)
                ) { row throws(SQLiteError) in
                    Sender(
                        code: try row.text(0),
                        name: try row.text(1),
                        game: try row.text(2),
                        network: one.owner.network,
                        count: one.count
                    )
                }
                if let found { senders.append(found) }
            }
            return senders
        }
    }

    /// What the owner should know of the room that is left.
    var room: [ArenaRoom] {
        guard let kept else { return [] }
        return [
            ArenaRoom(part: .results, taken: kept.total, places: shares.most),
            ArenaRoom(part: .resultsOutside, taken: kept.outside, places: shares.newcomers),
        ]
    }
}

/// Counting, in steps.
enum LedgerCountTable {
    /// Of the next results: how many each installation has, and which of them is the last.
    static func counts(after: Int64, most: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [(install: Int64, count: Int, last: Int64)]
    {
        try db.rows(
            """
            SELECT install, count(*), max(seq)
            FROM (SELECT seq, install FROM results WHERE seq > ?1 ORDER BY seq LIMIT ?2) GROUP BY install
            """,
            .integer(after),
            .integer(most)
        ) { row throws(SQLiteError) in
            (try row.integer(0), Int(try row.integer(1)), try row.integer(2))
        }
    }

    static func owners(_ db: borrowing Connection) throws(SQLiteError) -> [LedgerCounts.Owner] {
        try db.rows("SELECT id, game, network, outside FROM installs") { row throws(SQLiteError) in
            LedgerCounts.Owner(
                install: try row.integer(0),
                game: try row.integer(1),
                network: try row.optionalText(2),
                isOutside: try row.flag(3)
            )
        }
    }
}
