/// A write that waits for its transaction.
struct PendingWrite {
    /// What it is for, in words, for the observer.
    let name: String
    /// Runs the SQL and keeps the value until the transaction is committed.
    let run: (borrowing Connection) throws(SQLiteError) -> Void
    /// Called once it is durable, before any write of its group is told.
    let follow: () -> Void
    /// Told nil once it is durable, else why it is not.
    let finish: (SQLiteError?) -> Void

    init<Value>(
        _ name: String,
        _ body: @escaping (borrowing Connection) throws(SQLiteError) -> Value,
        then: @escaping (Value) -> Void,
        done: @escaping (Result<Value, SQLiteError>) -> Void
    ) {
        var value: Value?
        self.name = name
        run = { connection throws(SQLiteError) in value = try body(connection) }
        follow = { if let value { then(value) } }
        finish = { failure in
            let neverRan = SQLiteError(code: .misuse, message: "the write never ran", path: name)
            done(failure.map { .failure($0) } ?? value.map { .success($0) } ?? .failure(neverRan))
        }
    }
}

/// Several writes in one transaction, each undone alone when it fails.
struct GroupCommit {
    let path: String
    let handle: ConnectionHandle?

    /// One outcome for each write, in order; nil: committed.
    func commit(_ writes: [PendingWrite]) -> [SQLiteError?] {
        guard let handle else {
            let closed = SQLiteError(code: .misuse, message: "the database is closed", path: path)
            return writes.map { _ in closed }
        }
        do throws(SQLiteError) {
            let connection = Connection(handle)
            try connection.execute("BEGIN IMMEDIATE")
            var outcomes: [SQLiteError?] = []
            for write in writes { outcomes.append(try attempt(write, alone: writes.count == 1, handle)) }
            try connection.execute("COMMIT")
            return outcomes
        } catch {
            handle.rollBack()
            return writes.map { _ in error }
        }
    }

    /// Runs one write inside a savepoint and returns its own error; throws when the whole transaction is lost.
    private func attempt(
        _ write: PendingWrite,
        alone: Bool,
        _ handle: ConnectionHandle
    ) throws(SQLiteError) -> SQLiteError? {
        let connection = Connection(handle)
        if alone {
            try write.run(connection)
            return nil
        }
        try connection.execute("SAVEPOINT one")
        do throws(SQLiteError) {
            try write.run(connection)
        } catch {
            // After a full disk or an I/O error SQLite has rolled everything back, the others' writes too.
            guard !handle.isOutsideTransaction else { throw error }
            try connection.execute("ROLLBACK TO one")
            try connection.execute("RELEASE one")
            return error
        }
        try connection.execute("RELEASE one")
        return nil
    }
}
