import Core

/// Turns the store's trouble into an answer for the client, who cannot help it, and a line in the log for the owner:
/// once when it begins and once when it is over.
final class DiskTrouble: Sendable {
    private let isFailing = Locked(false)
    private let log: @Sendable (String) -> Void

    init(log: @escaping @Sendable (String) -> Void) {
        self.log = log
    }

    func watch<Value: Sendable>(
        _ work: () async throws(SQLiteError) -> Value
    ) async throws(Problem) -> Value {
        do throws(SQLiteError) {
            let value = try await work()
            if note(false) { log("devices are stored again") }
            return value
        } catch {
            if note(true) { log("cannot use the store of devices: \(error)") }
            throw Problem(.unavailable, "the appliance cannot use its disk; try again later")
        }
    }

    /// Whether that is news.
    private func note(_ fails: Bool) -> Bool {
        isFailing.withLock { isFailing in
            defer { isFailing = fails }
            return isFailing != fails
        }
    }
}
