import Core
import WatchpostModel

/// Puts results together and lets old ones go, in steps so short that a result which is sent meanwhile hardly waits.
struct ResultKeeping {
    let ledger: ResultLedger
    let metrics: ArenaMetrics
    /// From so many on results are put together at once.
    var mostUnfolded = ArenaRules.mostUnfolded

    /// Rows of one write.
    private static let step = 500
    private static let day: Int64 = 86_400
    /// Writes of one look that delete: no more wait for the card than that in a row.
    private static let mostSweeps = 10

    /// Puts results together when there are many, and once a day; answers when that was last.
    ///
    /// `foldedAt`: what it answered before.
    /// `now`: nil while the clock is not set; then nothing is old.
    func tick(at now: UnixTime?, foldedAt: UnixTime?) async throws(SQLiteError) -> UnixTime? {
        try await ledger.forgetRemoved()
        let unfolded = try await ledger.unfolded()
        metrics.note(unfolded: unfolded)
        let isMany = unfolded >= mostUnfolded
        // A clock that was put back begins the day again.
        let since = now.flatMap { now in foldedAt.map { now.seconds - $0.seconds } }
        let isDaily = since.map { !(0..<ResultKeeping.day).contains($0) } ?? false
        if isMany || isDaily { try await fold() }
        guard let now else { return foldedAt }
        for _ in 0..<ResultKeeping.mostSweeps {
            guard try await ledger.sweep(at: now, most: ResultKeeping.step) > 0 else { break }
        }
        return isMany || isDaily ? now : foldedAt ?? now
    }

    /// Puts all results together; cancelled, it ends with the write it is at, and a later look goes on.
    private func fold() async throws(SQLiteError) {
        while true {
            let count = try await ledger.fold(most: ResultKeeping.step)
            guard count > 0 else { return metrics.note(unfolded: 0) }
            metrics.folded.add(count)
        }
    }
}
