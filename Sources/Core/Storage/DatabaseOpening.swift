import FoundationEssentials
import Glibc
import WatchpostModel

/// Opens a file, checks that it is sound and brings it to this release's structure, on the database's own thread.
struct DatabaseOpening {
    let file: DatabaseFile
    let migrations: [Migration]
    /// For the name of a damaged file; nil while the clock is not trusted.
    let now: UnixTime?

    /// Files up to this size, in bytes, are checked whole when they are opened (about 10 ms on a Pi's card cache), with the
    /// conditions of their tables; a larger one would delay the first lamp and shows damage when the damaged page is read.
    private static let checkedSize: Int64 = 16 << 20
    /// Of a larger file, tables of no more rows than this are checked: what steers the others stands in them.
    private static let checkedRows: Int64 = 500
    /// Of a write-ahead log, in bytes.
    private static let largestLog: Int64 = 2 << 20
    /// How many damaged files are kept beside the new one: the card must not fill up with them.
    private static let mostSetAside = 3

    /// What came out: the connection, the migrations that ran and the name a damaged file was given.
    func run() throws(DatabaseError) -> (ConnectionHandle, OpeningReport) {
        do throws(DatabaseError) {
            return try attempt(setAside: nil)
        } catch {
            guard file.damage == .setAside, !file.isInMemory, error.isDamage else { throw error }
            return try attempt(setAside: try setAside())
        }
    }

    private func attempt(setAside: String?) throws(DatabaseError) -> (ConnectionHandle, OpeningReport) {
        try refuseToReplaceWhatIsLost()
        let handle: ConnectionHandle
        do throws(SQLiteError) {
            makeFilePrivate()
            handle = try ConnectionHandle(path: file.path)
            try configure(handle)
            try check(handle)
        } catch {
            guard error.code.isDamage else { throw .refused(error) }
            throw .damaged(path: file.path, detail: error.message)
        }
        do throws(DatabaseError) {
            let applied = try Migrator(migrations: migrations).migrate(handle, isExpected: file.isExpected)
            return (handle, OpeningReport(applied: applied, setAside: setAside))
        } catch {
            guard case .refused(let refusal) = error, refusal.code.isDamage else { throw error }
            throw .damaged(path: file.path, detail: refusal.message)
        }
    }

    /// A file that has to be there and is not, or is empty: before anything is made in its place.
    ///
    /// An empty one with a write-ahead log may be whole; what it holds shows when it is open.
    private func refuseToReplaceWhatIsLost() throws(DatabaseError) {
        guard file.isExpected, !file.isInMemory else { return }
        var status = stat()
        guard stat(file.path, &status) == 0 else {
            guard errno == ENOENT else { return }
            throw .lost(path: file.path, detail: "is missing")
        }
        var log = stat()
        let hasLog = stat(file.path + "-wal", &log) == 0 && log.st_size > 0
        if status.st_size == 0, !hasLog { throw .lost(path: file.path, detail: "is empty") }
    }

    /// Creates a new file for its owner only; SQLite gives its companions the same rights.
    ///
    /// A failure is left to SQLite, which says it better.
    private func makeFilePrivate() {
        guard !file.isInMemory else { return }
        let descriptor = open(file.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Settings that SQLite keeps per connection.
    ///
    /// A WAL of 2 MB is written back, and a larger file is cut to that size: it bounds the card's space. The cache is small,
    /// because a page that is not in it is in the system's own.
    private func configure(_ handle: ConnectionHandle) throws(SQLiteError) {
        // Before anything else: it is settled with the first page.
        try handle.run(script: "PRAGMA page_size = \(file.pageSize)")
        let pageSize = try DatabaseOpening.number("page_size", Connection(handle))
        try handle.run(
            script: """
                PRAGMA trusted_schema = OFF;
                PRAGMA journal_mode = WAL;
                PRAGMA synchronous = \(file.durability.rawValue);
                PRAGMA foreign_keys = ON;
                PRAGMA wal_autocheckpoint = \(DatabaseOpening.largestLog / max(512, pageSize));
                PRAGMA journal_size_limit = \(DatabaseOpening.largestLog);
                PRAGMA temp_store = MEMORY;
                PRAGMA cache_size = -512;
                """
        )
        if file.overwrites { try handle.run(script: "PRAGMA secure_delete = ON") }
    }

    private func check(_ handle: ConnectionHandle) throws(SQLiteError) {
        let connection = Connection(handle)
        let pages = try DatabaseOpening.number("page_count", connection)
        let size = try DatabaseOpening.number("page_size", connection)
        if pages * size <= DatabaseOpening.checkedSize {
            try check("PRAGMA quick_check(1)", connection)
        } else {
            let names = try connection.rows(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
            ) {
                row throws(SQLiteError) in try row.text(0)
            }
            // Names with quotes are not ours.
            for table in names where !table.contains("\"") {
                let isSmall = try DatabaseOpening.isSmall(table, connection)
                try isSmall
                    ? check("PRAGMA quick_check(\"\(table)\")", connection) : checkNumbers(table, connection)
            }
        }
        // The check went through pages of which few are needed next.
        try handle.run(script: "PRAGMA shrink_memory")
    }

    private func check(_ pragma: String, _ db: borrowing Connection) throws(SQLiteError) {
        let verdict = try db.first(pragma) { row throws(SQLiteError) in try row.text(0) }
        guard verdict == "ok" else {
            let words = StateBounds.words(verdict ?? "the check says nothing")
            throw SQLiteError(code: .corrupt, message: words, path: file.path)
        }
    }

    /// Of a table that is not read through: its rows have numbers behind which others still fit, which two looks tell.
    private func checkNumbers(_ table: String, _ db: borrowing Connection) throws(SQLiteError) {
        let isNumbered = try DatabaseOpening.number(
            of: "SELECT count(*) FROM pragma_table_list WHERE name = '\(table)' AND wr = 0",
            db
        )
        guard isNumbered > 0 else { return }
        let (first, last) = (
            try DatabaseOpening.number(of: "SELECT ifnull(min(rowid), 0) FROM \"\(table)\"", db),
            try DatabaseOpening.number(of: "SELECT ifnull(max(rowid), 0) FROM \"\(table)\"", db)
        )
        guard first >= 0, last <= StateBounds.largestNumber else {
            throw SQLiteError(code: .corrupt, message: "the numbers of \(table) are used up", path: file.path)
        }
    }

    private static func isSmall(_ table: String, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        let count = "SELECT count(*) FROM (SELECT 1 FROM \"\(table)\" LIMIT \(checkedRows + 1))"
        return try number(of: count, db) <= checkedRows
    }

    private static func number(_ pragma: String, _ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        try number(of: "PRAGMA \(pragma)", db)
    }

    private static func number(of query: String, _ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        try db.first(query) { row throws(SQLiteError) in try row.integer(0) } ?? 0
    }

    /// Renames the file and its companions, and drops older ones; returns the new path.
    private func setAside() throws(DatabaseError) -> String {
        let stamp = now.map { $0.rfc3339.filter { $0 != ":" && $0 != "-" } } ?? "before-clock"
        let kept = "\(file.path).damaged-\(stamp)"
        let manager = FileManager.default
        do {
            for suffix in ["", "-wal", "-shm"] where manager.fileExists(atPath: file.path + suffix) {
                if manager.fileExists(atPath: kept + suffix) { try manager.removeItem(atPath: kept + suffix) }
                try manager.moveItem(atPath: file.path + suffix, toPath: kept + suffix)
            }
            try dropOldest()
        } catch {
            throw .notSetAside(path: file.path, detail: "\(error)")
        }
        return kept
    }

    /// Names carry the time, so their order is that of age; one from before the clock was set counts as newest.
    private func dropOldest() throws {
        let split = file.path.lastIndex(of: "/")
        let folder = split.map { String(file.path[..<$0]) } ?? "."
        let prefix = split.map { String(file.path[file.path.index(after: $0)...]) } ?? file.path
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "/" : folder)
            .filter { $0.hasPrefix(prefix + ".damaged-") }
        let stems = kept.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
        for stem in stems.dropLast(DatabaseOpening.mostSetAside) {
            for name in kept where name == stem || name == stem + "-wal" || name == stem + "-shm" {
                try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            }
        }
    }
}

/// What opening a database did, for the log.
package struct OpeningReport: Hashable, Sendable {
    /// Names of the migrations that ran.
    package var applied: [String]
    /// Where the damaged file went, when there was one.
    package var setAside: String?
}

extension DatabaseError {
    fileprivate var isDamage: Bool {
        if case .damaged = self { true } else { false }
    }
}
