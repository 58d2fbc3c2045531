package import Core

/// Turns an error of the store into an answer for the client, who cannot help it, and a line in the log for the owner:
/// once when it begins and once when it is over.
///
/// It is over when a commit has changed something: reads, and writes that change nothing, go well on a full disk, too.
package final class DiskErrorLog: Sendable {
    /// How many commits had proved the disk when it failed; nil: it works.
    private let failingSince = Locked<Int?>(nil)
    private let provedCommits: @Sendable () -> Int
    private let log: @Sendable (String) -> Void

    /// `provedCommits`: see `Database.provedCommits`.
    package init(provedCommits: @escaping @Sendable () -> Int, log: @escaping @Sendable (String) -> Void) {
        self.provedCommits = provedCommits
        self.log = log
    }

    /// What the store throws; named, because the compiler does not count a thrown type as a use of its module.
    package typealias StoreError = SQLiteError

    /// Does `work` unless its caller has given up; what it throws becomes a 503.
    package func watch<Value: Sendable>(
        _ work: () async throws(StoreError) -> Value
    ) async throws(Problem) -> Value {
        // Its client was told already that it took too long: nobody waits for what it would read or commit.
        guard !Task.isCancelled else { throw DiskErrorLog.givenUp }
        do throws(SQLiteError) {
            let value = try await work()
            if isOver() { log("what phones ask for is stored again") }
            return value
        } catch {
            if begins() { log("cannot answer what phones ask for, because the disk refuses: \(error)") }
            throw Problem(.unavailable, "the appliance cannot use its disk; try again later")
        }
    }

    private static let givenUp = Problem(.unavailable, "the request was given up")

    /// Whether a failure is news.
    private func begins() -> Bool {
        let proved = provedCommits()
        return failingSince.withLock { since in
            defer { since = proved }
            return since == nil
        }
    }

    /// Whether an error that was logged is over, which is news once.
    private func isOver() -> Bool {
        let proved = provedCommits()
        return failingSince.withLock { since in
            guard let before = since, proved > before else { return false }
            since = nil
            return true
        }
    }
}
