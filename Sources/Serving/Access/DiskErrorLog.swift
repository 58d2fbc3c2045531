package import Core

/// Turns an error of the store into an answer for the client, who cannot help it, and a line in the log and a fault on the
/// panel for the owner: once when it begins and once when it is over (`DiskTrouble`).
package final class DiskErrorLog: Sendable {
    private let trouble = Locked(DiskTrouble())
    private let provedCommits: @Sendable () -> Int
    private let log: @Sendable (String) -> Void
    private let fault: @Sendable (String?) -> Void

    /// Between two looks whether somebody else has stored something since.
    private static let pause = Duration.seconds(5)

    /// `provedCommits`: see `Database.provedCommits`; `fault` gets what is wrong with the disk, nil once it works again, and
    /// must not wait.
    package init(
        provedCommits: @escaping @Sendable () -> Int,
        log: @escaping @Sendable (String) -> Void,
        fault: @escaping @Sendable (String?) -> Void = { _ in }
    ) {
        (self.provedCommits, self.log, self.fault) = (provedCommits, log, fault)
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
            look()
            return value
        } catch {
            guard !error.isInterruption else { throw DiskErrorLog.givenUp }
            tell { $0.failed(error, provedCommits: $1) }
            throw Problem(.unavailable, "the box cannot use its disk; try again later")
        }
    }

    /// Looks until cancelled: a phone whose request was refused may not come back for long.
    package func keep() async {
        while !Task.isCancelled {
            look()
            try? await Task.sleep(for: DiskErrorLog.pause)  // Cancellation is seen by the loop.
        }
    }

    /// It is over once anything was stored.
    package func look() {
        tell { $0.look(provedCommits: $1) }
    }

    private static let givenUp = Problem(.unavailable, "the request was given up")

    /// The panel is told within the lock: what began is never told after its end.
    private func tell(_ change: (inout DiskTrouble, Int) -> [DiskTrouble.Effect]) {
        let effects = trouble.withLock { trouble in
            let effects = change(&trouble, provedCommits())
            for effect in effects { show(effect) }
            return effects
        }
        for effect in effects {
            switch effect {
            case .began(let error):
                log("cannot answer what phones ask for, because the disk refuses: \(error)")
            case .over: log("what phones ask for is stored again")
            case .show, .hide: break
            }
        }
    }

    private func show(_ effect: DiskTrouble.Effect) {
        switch effect {
        case .show(let words): fault(words)
        case .hide: fault(nil)
        case .began, .over: break
        }
    }
}
