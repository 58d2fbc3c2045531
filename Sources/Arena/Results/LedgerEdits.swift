import Core

/// How often results that are stored were changed or deleted: what was read of them holds as long as this stays the same.
///
/// Noted within the transaction that does so, for the writes of the same group, and once more after its commit, for whoever read
/// the state before it with a connection of its own. Players who go take all of theirs along, which nobody has to be told of.
final class LedgerEdits: Sendable {
    private let count = Locked<UInt64>(0)
    private let holders = Locked(0)

    /// Somebody looks through all of them, for longer than old ones may go meanwhile.
    var isHeld: Bool { holders.withLock { $0 > 0 } }

    /// No old result goes until it is released as often.
    func hold() { holders.withLock { $0 += 1 } }

    func release() { holders.withLock { $0 -= 1 } }

    var value: UInt64 { count.withLock { $0 } }

    func note() {
        count.withLock { $0 += 1 }
    }
}
