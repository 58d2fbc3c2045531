package import WatchpostModel

/// A SQLite database with a thread for its writes, one for its reads and one for reads that take long; SQL runs in closures
/// that get a `Connection` valid only there.
///
/// Commits are grouped: writes that arrive while the disk is busy share the next transaction, so that many durable
/// writes cost one fsync. A write that fails is undone alone, the others of its group stand.
///
/// ```swift
/// let count = try await database.read("count phones") { db throws(SQLiteError) in
///     try db.first("SELECT count(*) FROM devices") { row throws(SQLiteError) in try row.integer(0) } ?? 0
/// }
/// try await database.write("forget a phone") { db throws(SQLiteError) in
///     try db.execute("DELETE FROM devices WHERE id = ?1", .integer(id))
/// } then: { _ in identities.forget(id) }
/// ```
///
/// The names are for people: the watchdog's report and errors carry them. Values go into SQL as parameters and in no other way.
/// A task that is cancelled still has its write done, once it was handed over; work in many steps ends between two of them
/// (`writeStep`). `SQLiteError` says by its code whether the disk
/// is full or refuses, whether the file is damaged, and whether a bound in a table was broken; who serves people passes it through
/// `DiskErrorLog.watch`, which makes a `Problem` of it.
package actor Database {
    /// Told around every stretch of the writer's blocking work, with its name, on the database's thread: a watchdog sees
    /// from it that the disk hangs.
    ///
    /// Reads have a thread of their own and are not told of: a disk that hangs is seen by the next write.
    package struct Observer: Sendable {
        package var onBegin: @Sendable (String) -> Void
        package var onEnd: @Sendable (String) -> Void

        package init(
            onBegin: @escaping @Sendable (String) -> Void = { _ in },
            onEnd: @escaping @Sendable (String) -> Void = { _ in }
        ) {
            self.onBegin = onBegin
            self.onEnd = onEnd
        }
    }

    private let executor: SerialQueueExecutor
    private let observer: Observer?
    let file: DatabaseFile
    private var handle: ConnectionHandle?
    /// Nil for a database in memory, which has one connection only: reads wait for writes there.
    private nonisolated let reader: DatabaseReader?
    /// For what takes long, so that no other read waits for it; nil as well.
    private nonisolated let longReader: DatabaseReader?
    private var group: [PendingWrite] = []
    private nonisolated let proofs = Locked(0)
    private nonisolated let groups = Locked(GroupCounts())

    /// How many commits have changed something: proof that the disk takes what is written.
    ///
    /// Reads, and writes that change nothing, succeed on a full disk as well.
    package nonisolated var provedCommits: Int { proofs.withLock { $0 } }

    /// What was committed together since it was opened.
    package nonisolated var groupCounts: GroupCounts { groups.withLock { $0 } }

    /// Groups of writes that were committed with one sync each, and the writes in them.
    package struct GroupCounts: Hashable, Sendable {
        package var groups = 0
        package var writes = 0
    }

    nonisolated package var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init(_ file: DatabaseFile, observer: Observer?) {
        executor = SerialQueueExecutor(named: "watchpost.database")
        self.file = file
        self.observer = observer
        reader = file.isInMemory ? nil : DatabaseReader(path: file.path)
        longReader = file.isInMemory ? nil : DatabaseReader(path: file.path)
    }

    /// Opens or creates a database and brings it to the structure of `migrations`.
    ///
    /// `now` stamps the name of a damaged file that is put aside; nil while the clock is not trusted. `applied` of the
    /// report names the migrations that ran.
    package static func open(
        _ file: DatabaseFile,
        migrations: [Migration],
        now: UnixTime?,
        observer: Observer? = nil
    ) async throws(DatabaseError) -> (database: Database, report: OpeningReport) {
        let database = Database(file, observer: observer)
        return (
            database, try await database.begin(DatabaseOpening(file: file, migrations: migrations, now: now))
        )
    }

    private func begin(_ opening: DatabaseOpening) throws(DatabaseError) -> OpeningReport {
        observer?.onBegin("open")
        defer { observer?.onEnd("open") }
        let (opened, report) = try opening.run()
        handle = opened
        return report
    }

    /// Runs `body` in a read transaction: it sees one state of the database and cannot change it.
    ///
    /// It does not wait for writes, and sees every one that has returned.
    package nonisolated func read<Value: Sendable>(
        _ name: String,
        _ body: @Sendable (borrowing Connection) throws(SQLiteError) -> Value
    ) async throws(SQLiteError) -> Value {
        guard let reader else { return try await readBetweenWrites(name, body) }
        return try await reader.read(body)
    }

    /// `read` for what may look at very many rows: on a connection of its own, so that what people ask meanwhile is answered.
    ///
    /// Such reads wait for each other. A database in memory has no such connection: others wait there.
    package nonisolated func readBeside<Value: Sendable>(
        _ name: String,
        _ body: @Sendable (borrowing Connection) throws(SQLiteError) -> Value
    ) async throws(SQLiteError) -> Value {
        guard let longReader else { return try await readBetweenWrites(name, body) }
        return try await longReader.read(body)
    }

    private func readBetweenWrites<Value: Sendable>(
        _ name: String,
        _ body: @Sendable (borrowing Connection) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        let handle = try opened()
        observer?.onBegin(name)
        defer { observer?.onEnd(name) }
        return try handle.reading(body)
    }

    /// Runs `body` in a write transaction and returns once it is committed.
    ///
    /// `body` runs once, at some later moment, together with others; it must not rely on anything but the database.
    /// Caveat: do not call the database from within it; it would wait for itself.
    ///
    /// `then` gets the value when it is committed: on the database's thread, in the order of the group, before any write
    /// of the group is told and before the next group begins. An index in memory that is changed there, and nowhere else,
    /// never shows what is not durable, and whoever was told finds it there. It must be short and must not wait.
    package func write<Value: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (borrowing Connection) throws(SQLiteError) -> Value,
        then: @escaping @Sendable (Value) -> Void = { _ in }
    ) async throws(SQLiteError) -> Value {
        let result: Result<Value, SQLiteError> = await withCheckedContinuation { continuation in
            group.append(PendingWrite(name, body, then: then) { continuation.resume(returning: $0) })
            // Whoever else is already waiting for the thread joins the group before its turn comes.
            if group.count == 1 { executor.afterEnqueued { self.assumeIsolated { $0.commitGroup() } } }
        }
        return try result.get()
    }

    /// Runs `body` in a write transaction of its own, in which SQLite does not look for rows that point to what is deleted.
    ///
    /// For rows that are pointed to by a large table without an index of it: each deletion would read all of that. `body`
    /// deletes what points to them before, and answers for it.
    package func writeUnreferenced<Value: Sendable>(
        _ name: String,
        _ body: @Sendable (borrowing Connection) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        commitGroup()
        let handle = try opened()
        observer?.onBegin(name)
        defer { observer?.onEnd(name) }
        return try handle.writingUnreferenced(body)
    }

    /// Writes the WAL back and cuts it to nothing, as far as nobody reads from it at the moment: what was deleted is in no
    /// file any more then, if the file overwrites it (`DatabaseFile.overwrites`).
    package func emptyLog() throws(SQLiteError) {
        commitGroup()
        let handle = try opened()
        observer?.onBegin("empty log")
        defer { observer?.onEnd("empty log") }
        try handle.run(script: "PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Commits what waits, empties the WAL into the file and closes it; every later call throws `misuse`.
    package func close() async {
        // As long as somebody reads it, the WAL cannot be emptied.
        await reader?.close()
        await longReader?.close()
        guard let handle else { return }
        commitGroup()
        observer?.onBegin("close")
        defer { observer?.onEnd("close") }
        // Best effort: a reader in another process may hold the WAL, and nothing is lost if it stays.
        try? handle.run(script: "PRAGMA wal_checkpoint(TRUNCATE)")
        handle.close()
        self.handle = nil
    }

    private func commitGroup() {
        let writes = group
        group = []
        guard let first = writes.first else { return }
        observer?.onBegin(first.name)
        let before = handle?.totalChanges ?? 0
        let outcomes = GroupCommit(path: file.path, handle: handle).commit(writes)
        groups.withLock { counts in
            counts.groups += 1
            counts.writes += writes.count
        }
        if outcomes.contains(nil), (handle?.totalChanges ?? 0) > before { proofs.withLock { $0 += 1 } }
        observer?.onEnd(first.name)
        for (write, outcome) in zip(writes, outcomes) where outcome == nil { write.follow() }
        for (write, outcome) in zip(writes, outcomes) { write.finish(outcome) }
    }

    private func opened() throws(SQLiteError) -> ConnectionHandle {
        guard let handle else {
            throw SQLiteError(code: .misuse, message: "the database is closed", path: file.path)
        }
        return handle
    }
}
