import Core
import WatchpostModel

/// Puts results together and lets old ones go, in steps so short that a result which is sent meanwhile hardly waits.
struct ResultKeeping {
    let ledger: ResultLedger

    /// Rows of one write.
    private static let step = 500
    /// Writes of one look that delete: no more wait for the card than that in a row.
    private static let mostSweeps = 10

    /// `now`: nil while the clock is not set; then nothing is old.
    func tick(at now: UnixTime?) async throws(SQLiteError) {
        if try await ledger.unfolded() >= ArenaRules.mostUnfolded { try await fold() }
        guard let now else { return }
        for _ in 0..<ResultKeeping.mostSweeps {
            guard try await ledger.sweep(at: now, most: ResultKeeping.step) > 0 else { return }
        }
    }

    /// Puts all results together, until nobody wants it any more.
    func fold() async throws(SQLiteError) {
        while try await ledger.fold(most: ResultKeeping.step) > 0 {}
    }
}
