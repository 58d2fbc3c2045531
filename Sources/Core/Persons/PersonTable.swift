import WatchpostModel

/// Rows of persons.
enum PersonTable {
    /// A new person.
    ///
    /// Its number was never another one's, not even before a restore: the log, and files that features keep, name persons
    /// who are gone.
    static func begin(at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        try db.execute(
            """
            INSERT INTO persons (id, created_at)
            SELECT 1 + max(coalesce((SELECT max(last) FROM person_numbers), 0),
                coalesce((SELECT max(id) FROM persons), 0)), ?1
            """,
            .integer(now.seconds)
        )
        return db.lastInsertedRow
    }

    static func isAdministrator(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        let flag = try db.first("SELECT administrator FROM persons WHERE id = ?1", .integer(person)) {
            row throws(SQLiteError) in try row.integer(0)
        }
        return flag == 1
    }

    static func setAdministrator(
        _ isAdministrator: Bool,
        _ person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            "UPDATE persons SET administrator = ?2 WHERE id = ?1 AND administrator <> ?2",
            .integer(person),
            .flag(isAdministrator)
        )
    }

    static func exists(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        try db.first("SELECT 1 FROM persons WHERE id = ?1", .integer(person)) {
            row throws(SQLiteError) in try row.integer(0)
        } != nil
    }

    /// Removes the row and what refers to it; the number is not given out again.
    static func remove(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute("DELETE FROM persons WHERE id = ?1", .integer(person))
        try db.execute("UPDATE person_numbers SET last = ?1 WHERE last < ?1", .integer(person))
    }
}
