/// Work in many steps, each of which leaves things so that the rest can be done later, if need be by the next start.
///
/// Each of its reads and writes is a step. A stop of the box cancels every task; the step that is under way then is the last.
/// So it ends in time even where each sync of the card takes long, however much is left.
extension Database {
    /// `readBeside`, unless the task was cancelled.
    package nonisolated func readStep<Value: Sendable>(
        _ name: String,
        _ body: @Sendable (borrowing Connection) throws(SQLiteError) -> Value
    ) async throws(SQLiteError) -> Value {
        try nextStep(name)
        return try await readBeside(name, body)
    }

    /// `write`, unless the task was cancelled.
    package nonisolated func writeStep<Value: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (borrowing Connection) throws(SQLiteError) -> Value,
        then: @escaping @Sendable (Value) -> Void = { _ in }
    ) async throws(SQLiteError) -> Value {
        try nextStep(name)
        return try await write(name, body, then: then)
    }

    /// Before a step of another kind; throws what `SQLiteError.isInterruption` knows.
    package nonisolated func nextStep(_ name: String) throws(SQLiteError) {
        guard Task.isCancelled else { return }
        throw SQLiteError(code: .interrupt, message: "stopped before “\(name)”", path: file.path)
    }
}

extension SQLiteError {
    /// Whether nothing went wrong: the work was told to stop between two of its steps.
    package var isInterruption: Bool { code == .interrupt }
}
