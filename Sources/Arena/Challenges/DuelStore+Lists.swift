import Core
import WatchpostModel

/// Reading duels.
extension DuelStore {
    /// Which of a player's duels, in which order.
    enum List: String, Hashable, Sendable, CaseIterable {
        /// What ends first is first.
        case running
        /// For an answer, of either side; the newest first.
        case waiting
        /// What ended last is first.
        case archive

        var state: Duel.State {
            switch self {
            case .running: .running
            case .waiting: .waiting
            case .archive: .over
            }
        }

        /// By what they are ordered, before their numbers.
        fileprivate var column: String {
            switch self {
            case .running: "ends_at"
            case .waiting: "duels.created_at"
            case .archive: "over_at"
            }
        }

        fileprivate var isRising: Bool { self == .running }
    }

    /// A page of a list.
    struct Page: Hashable, Sendable {
        let duels: [DuelView]
        /// The code of the last one, if more follow.
        let next: String?
    }

    /// What is read of a player.
    enum Read<Value: Hashable & Sendable>: Hashable, Sendable {
        case found(Value)
        /// There is none for this player.
        case unknown
        /// The clock has to decide first: see `decideDue`.
        case due
    }

    /// One of a player's; nobody else's are there.
    func duel(
        _ code: String,
        of player: Int64,
        at now: UnixTime
    ) async throws(SQLiteError) -> Read<DuelView> {
        try await database.read("read duel") { db throws(SQLiteError) in
            guard let record = try DuelTable.duel(code, of: player, db) else { return .unknown }
            if record.duel.isDue(at: now) { return .due }
            guard let view = try DuelTable.view(record, db) else { return .unknown }
            return .found(view)
        }
    }

    /// A page of a player's duels behind one of them (its code); `unknown`: it has none of that code which ever stood in this
    /// list.
    func list(
        _ list: List,
        of player: Int64,
        after code: String?,
        most: Int,
        at now: UnixTime
    ) async throws(SQLiteError) -> Read<Page> {
        try await database.read("list duels") { db throws(SQLiteError) in
            if try DuelTable.open(of: player, db).contains(where: { $0.duel.isDue(at: now) }) { return .due }
            var edge: Edge?
            if let code {
                guard let record = try DuelTable.duel(code, of: player, db), let at = list.edge(of: record)
                else { return .unknown }
                edge = Edge(at: at, id: record.id)
            }
            let found = try DuelStore.rows(list, of: player, after: edge, most: most + 1, db)
            let views = try DuelTable.views(Array(found.prefix(most)), db)
            return .found(Page(duels: views, next: found.count > most ? views.last?.record.code : nil))
        }
    }

    /// Where a page begins: behind this.
    private struct Edge {
        let at: UnixTime
        /// The row.
        let id: Int64
    }

    /// Keyset: rows that come or go meanwhile are neither shown twice nor left out.
    private static func rows(
        _ list: List,
        of player: Int64,
        after edge: Edge?,
        most: Int,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [DuelRecord] {
        let (sign, order) = list.isRising ? (">", "ASC") : ("<", "DESC")
        var found: [DuelRecord] = []
        for side in ["creator", "opponent"] {
            found += try db.rows(
                """
                SELECT \(DuelTable.columns) FROM \(DuelTable.tables)
                WHERE \(side) = ?1 AND state = ?2 AND (?3 IS NULL OR (\(list.column), duels.id) \(sign) (?3, ?4))
                ORDER BY \(list.column) \(order), duels.id \(order) LIMIT ?5
                """,
                .integer(player),
                .integer(list.state.number),
                .integer(edge?.at.seconds),
                .integer(edge?.id),
                .integer(Int64(most)),
                read: DuelTable.read
            )
        }
        let sorted = found.sorted { left, right in
            let (one, other) = ((list.place(of: left), left.id), (list.place(of: right), right.id))
            return list.isRising ? one < other : one > other
        }
        return Array(sorted.prefix(most))
    }

    /// Running duels of people at home, and the players of all of those people.
    struct AtHome: Sendable {
        var duels: [(view: DuelView, side: DuelSide)] = []
        var players: Set<Int64> = []
    }

    /// Running ones of some persons (of `state.db`), those that end first, each once.
    func running(ofPersons persons: [Int64], most: Int) async throws(SQLiteError) -> AtHome {
        try await database.read("list duels of persons") { db throws(SQLiteError) in
            var home = AtHome()
            var found: [Int64: (record: DuelRecord, side: DuelSide)] = [:]
            for person in persons {
                guard let player = try PlayerTable.player(ofPerson: person, db)?.id else { continue }
                home.players.insert(player)
                for record in try DuelTable.duels(of: player, .running, db) where found[record.id] == nil {
                    guard let side = record.side(of: player) else { continue }
                    found[record.id] = (record, side)
                }
            }
            let first = found.values.sorted { left, right in
                let (one, other) = (List.running.place(of: left.record), List.running.place(of: right.record))
                return (one, left.record.id) < (other, right.record.id)
            }
            for (record, side) in first.prefix(most) {
                if let view = try DuelTable.view(record, db) { home.duels.append((view, side)) }
            }
            return home
        }
    }
}

extension DuelStore.List {
    /// Where a duel stands in it, before its number.
    fileprivate func place(of record: DuelRecord) -> UnixTime { edge(of: record) ?? record.duel.createdAt }

    /// Where it stands or stood, also if it has left the list since; nil: it was never in it.
    fileprivate func edge(of record: DuelRecord) -> UnixTime? {
        switch self {
        case .running: record.duel.endsAt
        case .waiting: record.duel.createdAt
        case .archive: record.duel.overAt
        }
    }
}
