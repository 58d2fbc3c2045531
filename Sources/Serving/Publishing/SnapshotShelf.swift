import Core

/// Bodies that are made once and kept as long as what they are made of.
///
/// Only for questions of which there are few: nothing is ever dropped.
package final class SnapshotShelf: Sendable {
    private let kept = Locked<[String: Snapshot]>([:])

    package init() {}

    /// The body of a question; `make` runs when it is asked for the first time, seldom twice at once.
    package func snapshot(_ key: String, make: () -> Snapshot) -> Snapshot {
        if let known = kept.withLock({ $0[key] }) { return known }
        let made = make()
        return kept.withLock { shelf in
            let first = shelf[key] ?? made
            shelf[key] = first
            return first
        }
    }
}
