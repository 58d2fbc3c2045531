import Core
import WatchpostModel

/// What it changed that persons were followed, for whatever is kept in memory: the rest of it stays there.
struct PersonsFollowed: Hashable, Sendable {
    /// The rows of players who are gone.
    var gone: Set<Int64> = []
    /// Rows of installations that are gone, play for another player, or whose player is another person's.
    var installs: Set<Int64> = []
    /// Rows of boards on which two players became one.
    var boards: Set<Int64> = []
    /// What it did to duels of those who are gone.
    var duels = DuelChanges()
    /// A person became another one.
    var hasJoined = false
    /// Persons were compared after a restore: anybody may be somebody else.
    var isAnybody = false

    var hasChanged: Bool { isAnybody || hasJoined || !gone.isEmpty }

    /// A player went.
    mutating func note(_ removed: PlayerRemoval.Removed, of player: Int64) {
        gone.insert(player)
        installs.formUnion(removed.installs)
        duels.note(removed.duels)
    }
}

/// Players follow what becomes of their persons in `state.db`, by the log of it and a cursor in `arena.db`.
extension PlayerStore {
    /// How far the log was followed.
    func cursor() async throws(SQLiteError) -> PersonLogCursor {
        try await database.readStep("read cursor") { db throws(SQLiteError) in
            let found = try db.first("SELECT era, sequence FROM person_cursor") { row throws(SQLiteError) in
                PersonLogCursor(era: try row.integer(0), sequence: try row.integer(1))
            }
            return found ?? .none
        }
    }

    /// Applies entries; what that changed, of which `then` is told after the commit: see `Database.write`.
    ///
    /// A person that ended takes its player along. Of two that became one the player of who remains stays; the other's
    /// becomes one with it (`PlayerMerge`), or that player becomes its. `now`: nil while the clock is not set.
    @discardableResult
    func follow(
        _ entries: [PersonLogEntry],
        to cursor: PersonLogCursor,
        at now: UnixTime?,
        then: @escaping @Sendable (PersonsFollowed) -> Void = { _ in }
    ) async throws(SQLiteError) -> PersonsFollowed {
        let counted = try await counted(entries)
        let results = try await results(entries)
        return try await database.writeStep("follow persons") { db throws(SQLiteError) in
            var followed = PersonsFollowed()
            let time = try PlayerTable.time(now, db)
            for entry in entries {
                guard let player = try PlayerTable.player(ofPerson: entry.person, db) else { continue }
                switch entry.kind {
                case .joined(let other):
                    let count = counted[entry.sequence]
                    try PersonFollowing.join(player, other, count, at: time, &followed, db)
                    // Behind it: joining takes back what the two were to be told of each other.
                    try NewsTable.move(from: entry.person, to: other, db)
                case .ended:
                    followed.note(try PlayerRemoval.remove(player.id, results, at: time, db), of: player.id)
                case .parted, .phoneRemoved: continue
                }
            }
            try PersonFollowing.note(cursor, db)
            return followed
        } then: { followed in
            if followed.hasChanged { then(followed) }
        }
    }

    /// Results that are deleted with players whose persons ended, found before the write.
    ///
    /// Who becomes one with another one may go behind that, in the same entries.
    private func results(_ entries: [PersonLogEntry]) async throws(SQLiteError) -> ResultsToDelete {
        guard entries.contains(where: { $0.kind == .ended }) else { return ResultsToDelete() }
        return try await ResultsToDelete.ahead(database) { db throws(SQLiteError) in
            var installs: Set<Int64> = []
            for entry in entries {
                guard let player = try PlayerTable.player(ofPerson: entry.person, db) else { continue }
                installs.formUnion(try ResultsToDelete.installs(of: player.id, db))
            }
            return installs
        }
    }

    /// What is counted of duels before the write that needs it, by the numbers of entries.
    private func counted(_ entries: [PersonLogEntry]) async throws(SQLiteError) -> [Int64: DuelCount] {
        var counted: [Int64: DuelCount] = [:]
        for entry in entries {
            guard case .joined(let other) = entry.kind else { continue }
            counted[entry.sequence] = try await DuelCount.ahead(database) { db throws(SQLiteError) in
                try PersonFollowing.recount(entry.person, other, db)
            }
        }
        return counted
    }

    /// Persons who have players here.
    func persons() async throws(SQLiteError) -> Set<Int64> {
        let found = try await database.readStep("read persons") { db throws(SQLiteError) in
            try db.rows("SELECT person FROM players WHERE person IS NOT NULL") { row throws(SQLiteError) in
                try row.integer(0)
            }
        }
        return Set(found)
    }

    /// Players of these persons become guests, or go if no installation plays for them and neither a code nor an address brings
    /// them back; what that changed, of which `then` is told after the commit.
    ///
    /// After a restore, or when the log had gone further than it is kept. `lost` are persons who were listed here before
    /// `state.db` was asked for everybody: one that began meanwhile is none of them.
    func compare(
        without lost: Set<Int64>,
        to cursor: PersonLogCursor,
        at now: UnixTime?,
        then: @escaping @Sendable (PersonsFollowed) -> Void = { _ in }
    ) async throws(SQLiteError) -> PersonsFollowed {
        try await database.writeStep("compare persons") { db throws(SQLiteError) in
            let time = try PlayerTable.time(now, db)
            for person in lost {
                try NewsTable.forget(person: person, db)
                guard let player = try PlayerTable.player(ofPerson: person, db) else { continue }
                let installs = try PlayerMerge.installs(of: player.id, db)
                if installs.isEmpty && player.recoveryCodes == 0 && player.email == nil {
                    _ = try PlayerRemoval.remove(player.id, at: time, db)
                }
                try db.execute("UPDATE players SET person = NULL WHERE person = ?1", .integer(person))
            }
            try PersonFollowing.note(cursor, db)
            var followed = PersonsFollowed()
            followed.isAnybody = !lost.isEmpty
            return followed
        } then: { followed in
            if followed.hasChanged { then(followed) }
        }
    }
}

/// What a change of persons does to rows.
private enum PersonFollowing {
    static func join(
        _ player: Player,
        _ other: Int64,
        _ ahead: DuelCount?,
        at now: UnixTime,
        _ followed: inout PersonsFollowed,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        // By another person, or for another player.
        followed.hasJoined = true
        followed.installs.formUnion(try PlayerMerge.installs(of: player.id, db))
        guard let remaining = try PlayerTable.player(ofPerson: other, db) else {
            try db.execute(
                "UPDATE players SET person = ?2 WHERE id = ?1",
                .integer(player.id),
                .integer(other)
            )
            return
        }
        followed.boards.formUnion(try InstallTable.boards(of: player.id, db))
        try PlayerMerge(of: player, into: remaining, db).write(at: now, ahead: ahead, db)
    }

    /// Duels that are to be counted again when one person becomes another one; nil: nobody's.
    static func recount(_ person: Int64, _ other: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> DuelRecount?
    {
        guard let player = try PlayerTable.player(ofPerson: person, db),
            let remaining = try PlayerTable.player(ofPerson: other, db)
        else { return nil }
        return try DuelRecount(merging: player.id, into: remaining.id, db)
    }

    static func note(_ cursor: PersonLogCursor, _ db: borrowing Connection) throws(SQLiteError) {
        // Not updated: a restored file may lack the row, and everybody would be compared for ever.
        try db.execute("DELETE FROM person_cursor")
        try db.execute(
            "INSERT INTO person_cursor (era, sequence) VALUES (?1, ?2)",
            .integer(cursor.era),
            .integer(cursor.sequence)
        )
    }
}
