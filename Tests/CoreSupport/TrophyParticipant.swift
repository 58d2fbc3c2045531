package import Core

/// A feature of the tests: persons win trophies, which are theirs for good and refer to no row of theirs.
package struct TrophyParticipant: PersonParticipant {
    /// Whether a join gives trophies to the other person.
    package var gives = true
    package let name = "trophies"

    package init(gives: Bool = true) {
        self.gives = gives
    }

    package static let migrations = [
        Migration(
            "trophies/1",
            "CREATE TABLE trophies (title TEXT PRIMARY KEY, person INTEGER NOT NULL) STRICT;"
        )
    ]

    package func holds(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        try !titles(person, db).isEmpty
    }

    package func obstacle(to join: PersonJoin, _ db: borrowing Connection) throws(SQLiteError)
        -> JoinObstacle?
    {
        try titles(join.person, db).contains("too heavy") ? .tooManyRealms : nil
    }

    package func join(_ join: PersonJoin, _ db: borrowing Connection) throws(SQLiteError) {
        guard gives else { return }
        try db.execute(
            "UPDATE trophies SET person = ?2 WHERE person = ?1",
            .integer(join.person),
            .integer(join.other)
        )
        // “broken” cannot be moved.
        try db.execute("UPDATE trophies SET title = NULL WHERE title = 'broken'")
    }

    package func part(_ parting: PersonParting, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "INSERT INTO trophies SELECT 'copy of ' || title, ?2 FROM trophies WHERE person = ?1",
            .integer(parting.person),
            .integer(parting.own)
        )
    }

    package func delete(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute("DELETE FROM trophies WHERE person = ?1", .integer(person))
    }

    package func export(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> any Encodable
        & Sendable
    {
        try titles(person, db)
    }

    private func titles(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> [String] {
        try db.rows("SELECT title FROM trophies WHERE person = ?1 ORDER BY title", .integer(person)) {
            row throws(SQLiteError) in try row.text(0)
        }
    }
}

extension DeviceFixture {
    /// A person wins one.
    package func win(_ title: String, _ person: Int64) async throws {
        try await database.write("win") { db throws(SQLiteError) in
            try db.execute("INSERT INTO trophies VALUES (?1, ?2)", .text(title), .integer(person))
        }
    }

    /// Who has which.
    package func trophies() async throws -> [String: Int64] {
        let rows = try await database.read("trophies") { db throws(SQLiteError) in
            try db.rows("SELECT title, person FROM trophies") { row throws(SQLiteError) in
                (try row.text(0), try row.integer(1))
            }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// The numbers of all persons.
    package func everybody() async throws -> [Int64] {
        try await database.read("persons") { db throws(SQLiteError) in
            try db.rows("SELECT id FROM persons ORDER BY id") { row throws(SQLiteError) in try row.integer(0)
            }
        }
    }

    /// What the log says, without numbers.
    package func history() async throws -> [PersonLogEntry.Kind] {
        guard case .entries(let entries, _) = try await persons.log(after: try await start(), most: 1_000)
        else { return [] }
        return entries.map(\.kind)
    }

    /// Before the first entry of this state's log.
    package func start() async throws -> PersonLogCursor {
        guard case .tooOld(let newest) = try await persons.log(after: .none, most: 1) else { return .none }
        return PersonLogCursor(era: newest.era, sequence: 0)
    }

    /// Joins a phone to the person of another one.
    package func join(_ device: DeviceRecord, to other: DeviceRecord, code: UInt8 = 5) async throws
        -> JoinOutcome
    {
        let hash = [UInt8](repeating: code, count: 32)
        _ = try await store.addLinkCode(hash: hash, device: other.id, person: other.person, at: now)
        return try await store.join(device.id, codeHash: hash, at: now)
    }
}
