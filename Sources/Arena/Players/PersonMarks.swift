import Core

/// Which persons have something in `arena.db` that must not end with their last phone: in `state.db`, where that is decided.
///
/// Two databases never commit as one: a mark is set before there is such a thing, and removed after it is gone
/// (`PersonParticipant.holds`).
struct PersonMarks: Sendable {
    let database: Database

    static let tables = StateTables(migrations: [
        Migration(
            "arena-persons/1",
            """
            -- whose player has installations, or codes by which it comes back, in arena.db
            CREATE TABLE arena_persons (
                person INTEGER PRIMARY KEY REFERENCES persons (id) ON DELETE CASCADE
            ) STRICT;
            """
        )
    ])

    /// `database`: `state.db`.
    init(database: Database) {
        self.database = database
    }

    /// Nothing happens where there is no such person any more.
    func set(_ person: Int64) async throws(SQLiteError) {
        try await database.write("mark person") { db throws(SQLiteError) in
            try db.execute(
                "INSERT OR IGNORE INTO arena_persons SELECT id FROM persons WHERE id = ?1",
                .integer(person)
            )
        }
    }

    func remove(_ person: Int64) async throws(SQLiteError) {
        try await database.write("unmark person") { db throws(SQLiteError) in
            try db.execute("DELETE FROM arena_persons WHERE person = ?1", .integer(person))
        }
    }

    func all() async throws(SQLiteError) -> Set<Int64> {
        let found = try await database.read("read marks") { db throws(SQLiteError) in
            try db.rows("SELECT person FROM arena_persons") { row throws(SQLiteError) in try row.integer(0) }
        }
        return Set(found)
    }
}

/// Keeps persons who are marked.
struct PersonMarksParticipant: PersonParticipant {
    let name = "arenaPersons"

    init() {}

    func holds(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        let found = try db.first("SELECT person FROM arena_persons WHERE person = ?1", .integer(person)) {
            row throws(SQLiteError) in try row.integer(0)
        }
        return found != nil
    }

    /// Its player becomes the other one's, or one with it.
    func join(_ join: PersonJoin, _ db: borrowing Connection) throws(SQLiteError) {
        guard try holds(join.person, db) else { return }
        try db.execute("INSERT OR IGNORE INTO arena_persons VALUES (?1)", .integer(join.other))
        try db.execute("DELETE FROM arena_persons WHERE person = ?1", .integer(join.person))
    }

    func export(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> any Encodable & Sendable
    {
        Export(staysWithoutPhones: try holds(person, db))
    }

    private struct Export: Encodable {
        let staysWithoutPhones: Bool
    }
}

extension PlayerStore {
    /// Persons whose players have installations, or codes or an address by which they come back.
    func heldPersons() async throws(SQLiteError) -> Set<Int64> {
        let found = try await database.readStep("read held persons") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT person FROM players WHERE person IS NOT NULL
                    AND (EXISTS (SELECT 1 FROM installs WHERE installs.player = players.id)
                        OR EXISTS (SELECT 1 FROM recovery_codes
                            WHERE recovery_codes.player = players.id AND used_at IS NULL AND expires_at IS NULL)
                        OR email IS NOT NULL)
                """
            ) { row throws(SQLiteError) in try row.integer(0) }
        }
        return Set(found)
    }
}
