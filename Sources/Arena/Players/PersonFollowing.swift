import Core
import WatchpostModel

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

    /// Applies entries; the rows of the installations that are gone or play for somebody else.
    ///
    /// A person that ended takes its player along. Of two that became one the player of who remains stays; the other's
    /// becomes one with it (`PlayerMerge`), or that player becomes its. `now`: nil while the clock is not set.
    func follow(
        _ entries: [PersonLogEntry],
        to cursor: PersonLogCursor,
        at now: UnixTime?
    ) async throws(SQLiteError) -> Bool {
        let counted = try await counted(entries)
        return try await database.writeStep("follow persons") { db throws(SQLiteError) in
            var hasChanged = false
            let time = try PlayerTable.time(now, db)
            for entry in entries {
                guard let player = try PlayerTable.player(ofPerson: entry.person, db) else { continue }
                switch entry.kind {
                case .joined(let other):
                    try PersonFollowing.join(player, other, counted[entry.sequence], at: time, db)
                    // Behind it: joining takes back what the two were to be told of each other.
                    try NewsTable.move(from: entry.person, to: other, db)
                case .ended: try PlayerRemoval.remove(player.id, at: time, db)
                case .parted, .phoneRemoved: continue
                }
                hasChanged = true
            }
            try PersonFollowing.note(cursor, db)
            return hasChanged
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

    /// Players of these persons become guests, or go if no installation plays for them and no code brings them back;
    /// whether there were any.
    ///
    /// After a restore, or when the log had gone further than it is kept. `lost` are persons who were listed here before
    /// `state.db` was asked for everybody: one that began meanwhile is none of them.
    func compare(
        without lost: Set<Int64>,
        to cursor: PersonLogCursor,
        at now: UnixTime?
    ) async throws(SQLiteError) -> Bool {
        try await database.writeStep("compare persons") { db throws(SQLiteError) in
            let time = try PlayerTable.time(now, db)
            for person in lost {
                try NewsTable.forget(person: person, db)
                guard let player = try PlayerTable.player(ofPerson: person, db) else { continue }
                let installs = try PlayerMerge.installs(of: player.id, db)
                if installs.isEmpty && player.recoveryCodes == 0 {
                    try PlayerRemoval.remove(player.id, at: time, db)
                }
                try db.execute("UPDATE players SET person = NULL WHERE person = ?1", .integer(person))
            }
            try PersonFollowing.note(cursor, db)
            return !lost.isEmpty
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
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        guard let remaining = try PlayerTable.player(ofPerson: other, db) else {
            try db.execute(
                "UPDATE players SET person = ?2 WHERE id = ?1",
                .integer(player.id),
                .integer(other)
            )
            return
        }
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
