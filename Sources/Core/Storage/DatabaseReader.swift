/// Another connection to a database's file, which changes nothing, with a thread of its own.
///
/// What people ask is answered from it while the writer waits for its disk: in a WAL, a reader sees the last commit and
/// holds nobody up (https://www.sqlite.org/wal.html). A read that begins after a write has returned sees that write.
/// The connection is made by the first read, so that a file which nobody reads costs none. A database has one for what people
/// ask and one for what takes long (`Database.readBeside`).
actor DatabaseReader {
    private let executor = SerialQueueExecutor(named: "watchpost.database.read")
    private let path: String
    private var handle: ConnectionHandle?
    private var isClosed = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(path: String) {
        self.path = path
    }

    /// Runs `body` in a transaction that sees one state of the database.
    func read<Value: Sendable>(
        _ body: @Sendable (borrowing Connection) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        try opened().reading(body)
    }

    /// Lets the file go; every later read throws `misuse`.
    func close() {
        isClosed = true
        handle?.close()
        handle = nil
    }

    private func opened() throws(SQLiteError) -> ConnectionHandle {
        if let handle { return handle }
        guard !isClosed else {
            throw SQLiteError(code: .misuse, message: "the database is closed", path: path)
        }
        let opened = try ConnectionHandle(path: path, access: .queryOnly)
        // The cache is small: what is read often is in the system's own.
        try opened.run(
            script: """
                PRAGMA trusted_schema = OFF;
                PRAGMA temp_store = MEMORY;
                PRAGMA cache_size = -512;
                """
        )
        handle = opened
        return opened
    }
}
