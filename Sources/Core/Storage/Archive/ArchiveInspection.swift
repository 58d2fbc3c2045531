import WatchpostModel

/// The questions that an archive has to answer before a byte of it is believed.
struct ArchiveInspection {
    let handle: ConnectionHandle

    /// Files that an archive may hold; ours has three.
    private static let mostFiles: Int64 = 16

    /// Whose file it is, that its structure is sound, and that it holds what an archive holds.
    func check() throws(ArchiveError) {
        guard try number("PRAGMA application_id") == ArchiveFormat.identity else {
            throw .foreign(path: handle.path, detail: "it is a database of something else")
        }
        guard try number("PRAGMA user_version") <= ArchiveFormat.version else {
            throw .newer(path: handle.path)
        }
        let verdict = try asking { connection throws(SQLiteError) in
            try connection.rows("PRAGMA integrity_check(1)") { row throws(SQLiteError) in try row.text(0) }
        }
        guard verdict == ["ok"] else { throw damage(verdict.first ?? "the check says nothing") }
        let tables = try asking { connection throws(SQLiteError) in
            // A view could go by a table's name and answer for ever.
            try connection.rows(
                "SELECT iif(type = 'table', name, '') FROM sqlite_schema WHERE type <> 'index' ORDER BY 1 LIMIT 16"
            ) { row throws(SQLiteError) in
                try row.text(0)
            }
        }
        guard tables == ArchiveFormat.tables else { throw damage("its tables are not those of a backup") }
        guard try number("SELECT count(*) FROM sqlar") <= ArchiveInspection.mostFiles else {
            throw damage("it holds too many files")
        }
    }

    /// The files, each with its digest.
    func files() throws(ArchiveError) -> [ArchivedFile] {
        let files = try asking { connection throws(SQLiteError) in
            try connection.rows(
                """
                SELECT name, sz, sha256, sqlar.rowid FROM sqlar JOIN checks USING (name)
                WHERE typeof(data) = 'blob' AND length(data) = sz ORDER BY name
                """
            ) { row throws(SQLiteError) in
                ArchivedFile(
                    name: try row.text(0),
                    size: try row.integer(1),
                    digest: try row.blob(2),
                    row: try row.integer(3)
                )
            }
        }
        guard try number("SELECT count(*) FROM sqlar") == Int64(files.count) else {
            throw damage("a file in it is not whole")
        }
        return files
    }

    /// The digest of what it says of itself; nil: whoever made it made none.
    func aboutDigest() throws(ArchiveError) -> [UInt8]? {
        let strays = try number(
            "SELECT count(*) FROM checks WHERE name <> '\(ArchiveFormat.aboutCheck)' AND name NOT IN (SELECT name FROM sqlar)"
        )
        guard strays == 0 else { throw damage("a digest in it is of no file") }
        return try asking { connection throws(SQLiteError) in
            try connection.rows(
                "SELECT sha256 FROM checks WHERE name = ?1",
                .text(ArchiveFormat.aboutCheck)
            ) { row throws(SQLiteError) in try row.blob(0) }
        }.first
    }

    /// By which release it was made, and when.
    func about() throws(ArchiveError) -> (release: String, madeAt: UnixTime) {
        let about = try asking { connection throws(SQLiteError) in
            try connection.rows("SELECT release, made_at FROM about LIMIT 2") { row throws(SQLiteError) in
                (try row.text(0), try row.instant(1))
            }
        }
        guard let first = about.first, about.count == 1 else {
            throw damage("it does not say when it was made")
        }
        return first
    }

    private func damage(_ detail: String) -> ArchiveError { .damaged(path: handle.path, detail: detail) }

    private func number(_ query: String) throws(ArchiveError) -> Int64 {
        try asking { connection throws(SQLiteError) in
            try connection.rows(query) { row throws(SQLiteError) in try row.integer(0) }
        }.first ?? -1
    }

    private func asking<Value>(
        _ body: (borrowing Connection) throws(SQLiteError) -> Value
    ) throws(ArchiveError) -> Value {
        do throws(SQLiteError) {
            let connection = Connection(handle)
            return try body(connection)
        } catch {
            throw ArchiveError(reading: error)
        }
    }
}

extension ArchiveError {
    /// What a refusal means while somebody's file is read.
    init(reading error: SQLiteError) {
        switch error.code.primary {
        case .notADatabase: self = .foreign(path: error.path, detail: "it is no SQLite file")
        case .corrupt, .mismatch, .error: self = .damaged(path: error.path, detail: error.message)
        default: self = .database(error)
        }
    }
}
