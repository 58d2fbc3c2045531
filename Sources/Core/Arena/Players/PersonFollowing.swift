/// Players follow what becomes of their persons in `state.db`, by the log of it and a cursor in `arena.db`.
extension PlayerStore {
    /// How far the log was followed.
    package func cursor() async throws(SQLiteError) -> PersonLogCursor {
        try await database.read("read cursor") { db throws(SQLiteError) in
            let found = try db.first("SELECT era, sequence FROM person_cursor") { row throws(SQLiteError) in
                PersonLogCursor(era: try row.integer(0), sequence: try row.integer(1))
            }
            return found ?? .none
        }
    }

    /// Applies entries; the rows of the installations that are gone or play for somebody else.
    ///
    /// A person that ended takes its player along. Of two that became one the player of who remains stays; the other's
    /// installations play for it, or that player becomes its.
    package func follow(
        _ entries: [PersonLogEntry],
        to cursor: PersonLogCursor
    ) async throws(SQLiteError) -> Bool {
        try await database.write("follow persons") { db throws(SQLiteError) in
            var hasChanged = false
            for entry in entries {
                guard let player = try PlayerTable.player(ofPerson: entry.person, db) else { continue }
                switch entry.kind {
                case .joined(let other): try PersonFollowing.join(player, other, db)
                case .ended: try db.execute("DELETE FROM players WHERE id = ?1", .integer(player.id))
                case .parted, .phoneRemoved: continue
                }
                hasChanged = true
            }
            try PersonFollowing.note(cursor, db)
            return hasChanged
        }
    }

    /// Persons who have players here.
    package func persons() async throws(SQLiteError) -> Set<Int64> {
        let found = try await database.read("read persons") { db throws(SQLiteError) in
            try db.rows("SELECT person FROM players WHERE person IS NOT NULL") { row throws(SQLiteError) in
                try row.integer(0)
            }
        }
        return Set(found)
    }

    /// Players of these persons become guests, or go if no installation plays for them; whether there were any.
    ///
    /// After a restore, or when the log had gone further than it is kept. `lost` are persons who were listed here before
    /// `state.db` was asked for everybody: one that began meanwhile is none of them.
    package func compare(
        without lost: Set<Int64>,
        to cursor: PersonLogCursor
    ) async throws(SQLiteError) -> Bool {
        try await database.write("compare persons") { db throws(SQLiteError) in
            for person in lost {
                try db.execute(
                    """
                    DELETE FROM players WHERE person = ?1
                        AND NOT EXISTS (SELECT 1 FROM installs WHERE installs.player = players.id)
                    """,
                    .integer(person)
                )
                try db.execute("UPDATE players SET person = NULL WHERE person = ?1", .integer(person))
            }
            try PersonFollowing.note(cursor, db)
            return !lost.isEmpty
        }
    }
}

/// What a change of persons does to rows.
private enum PersonFollowing {
    static func join(_ player: Player, _ other: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        guard let remaining = try PlayerTable.player(ofPerson: other, db) else {
            try db.execute(
                "UPDATE players SET person = ?2 WHERE id = ?1",
                .integer(player.id),
                .integer(other)
            )
            return
        }
        try db.execute(
            "UPDATE installs SET player = ?2 WHERE player = ?1",
            .integer(player.id),
            .integer(remaining.id)
        )
        try db.execute("DELETE FROM players WHERE id = ?1", .integer(player.id))
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
