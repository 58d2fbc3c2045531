import CSQLite

/// One open connection of SQLite and the statements prepared on it; closed at the latest when it is freed.
///
/// Not sendable: the actor that owns it is the only one to touch it, so it is opened without SQLite's own locks.
final class ConnectionHandle {
    let path: String
    /// Whether it changes nothing as long as it is open.
    private let isQueryOnly: Bool
    private var pointer: OpaquePointer?
    /// Prepared statements that nobody uses at the moment, by their text.
    private var idle: [String: Statement] = [:]

    /// More distinct statements than the whole appliance has; beyond it they are prepared again each time.
    private static let mostIdle = 128
    /// How long to wait for another process, such as a backup, in milliseconds.
    private static let busyTimeout: Int32 = 5_000

    /// Done once, before the first connection: SQLite else takes twenty pages (85 kB) ahead for each.
    ///
    /// Most of ours use few. A refusal changes nothing but memory.
    private static let takesPagesOneByOne = csqlite_take_pages_one_by_one() == SQLITE_OK

    /// What may become of the file.
    enum Access {
        /// It is made when it is missing.
        case create
        /// It has to be there.
        case existing
        /// It has to be there, and no statement changes anything; the companions of the file are shared with its writer.
        case queryOnly
        /// It has to be there, and nothing is written, companions of the file included.
        case readOnly

        fileprivate var flags: Int32 {
            switch self {
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .existing, .queryOnly: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        }
    }

    /// Opens or creates the file at `path`, or a database in memory for `:memory:`.
    init(path: String, access: Access = .create) throws(SQLiteError) {
        self.path = path
        isQueryOnly = access == .queryOnly
        _ = ConnectionHandle.takesPagesOneByOne
        let flags = access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var opened: OpaquePointer?
        guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK else {
            // A refused connection still carries the reason, and has to be closed.
            let error = SQLiteError.last(of: opened, path: path)
            sqlite3_close_v2(opened)
            throw error
        }
        pointer = opened
        sqlite3_busy_timeout(opened, ConnectionHandle.busyTimeout)
        if isQueryOnly { try run(script: "PRAGMA query_only = ON") }
    }

    deinit {
        close()
    }

    /// Whether no transaction is open; after some errors (a full disk) SQLite has rolled back by itself.
    var isOutsideTransaction: Bool { pointer.map { sqlite3_get_autocommit($0) != 0 } ?? true }

    var lastInsertedRow: Int64 { pointer.map { sqlite3_last_insert_rowid($0) } ?? 0 }

    /// Rows changed by the last insert, update or delete.
    var changes: Int { pointer.map { Int(sqlite3_changes($0)) } ?? 0 }

    /// Rows changed since the connection was opened; what was rolled back counts, too.
    var totalChanges: Int { pointer.map { Int(sqlite3_total_changes64($0)) } ?? 0 }

    /// Frees the statements and the connection; later calls throw `misuse`.
    func close() {
        idle = [:]
        sqlite3_close_v2(pointer)
        pointer = nil
    }

    /// Runs `body` with the statement of this text, prepared at its first use and kept.
    func withStatement<Result>(
        _ sql: String,
        _ values: [SQLiteValue],
        _ body: (Statement) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        let statement = try takeStatement(sql)
        defer {
            statement.reset()
            if idle.count < ConnectionHandle.mostIdle { idle[sql] = statement }
        }
        try statement.bind(values)
        return try body(statement)
    }

    /// Runs several statements without values, such as a migration.
    func run(script: String) throws(SQLiteError) {
        let connection = try open()
        guard sqlite3_exec(connection, script, nil, nil, nil) == SQLITE_OK else {
            throw SQLiteError.last(of: connection, sql: script, path: path)
        }
    }

    /// Ends an open transaction without effect; nothing to do where SQLite has already done so by itself.
    func rollBack() {
        guard let pointer, !isOutsideTransaction else { return }
        sqlite3_exec(pointer, "ROLLBACK", nil, nil, nil)
    }

    /// Runs `body` in a transaction that can change nothing.
    func reading<Value>(
        _ body: (borrowing Connection) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        let connection = Connection(self)
        if !isQueryOnly { try connection.execute("PRAGMA query_only = ON") }
        // It fails only on a closed connection, and then nobody writes any more.
        defer { if !isQueryOnly { try? run(script: "PRAGMA query_only = OFF") } }
        try connection.execute("BEGIN DEFERRED")
        // A read has nothing to lose, so it always ends by rolling back.
        defer { rollBack() }
        return try body(connection)
    }

    /// Runs `body` in a transaction in which no deletion looks for rows that point to what is deleted.
    func writingUnreferenced<Value>(
        _ body: (borrowing Connection) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        // It changes nothing within a transaction.
        try run(script: "PRAGMA foreign_keys = OFF")
        // It fails only on a closed connection, and then nobody writes any more.
        defer { try? run(script: "PRAGMA foreign_keys = ON") }
        // Nothing to do where it was committed.
        defer { rollBack() }
        let connection = Connection(self)
        try connection.execute("BEGIN IMMEDIATE")
        let value = try body(connection)
        try connection.execute("COMMIT")
        return value
    }

    /// Runs `body` with the bytes of one stored blob, which need not fit into memory.
    ///
    /// `body` has to keep within the blob's size, which cannot change.
    func withBlob<Result, Failure: Error>(
        table: String,
        column: String,
        row: Int64,
        writable: Bool = false,
        _ body: (OpaquePointer) throws(Failure) -> Result,
        refusal: (SQLiteError) -> Failure
    ) throws(Failure) -> Result {
        var blob: OpaquePointer?
        guard sqlite3_blob_open(pointer, "main", table, column, row, writable ? 1 : 0, &blob) == SQLITE_OK,
            let blob
        else { throw refusal(SQLiteError.last(of: pointer, path: path)) }
        defer { sqlite3_blob_close(blob) }
        return try body(blob)
    }

    /// What SQLite said last, for calls that are made on a blob.
    var lastError: SQLiteError { SQLiteError.last(of: pointer, path: path) }

    private func takeStatement(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = idle.removeValue(forKey: sql) { return statement }
        return try Statement(sql, on: try open(), path: path)
    }

    private func open() throws(SQLiteError) -> OpaquePointer {
        guard let pointer else {
            throw SQLiteError(code: .misuse, message: "the database is closed", path: path)
        }
        return pointer
    }
}
