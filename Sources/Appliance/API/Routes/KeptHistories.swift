import Core
import Serving
import SystemSupport
import WatchpostModel

/// The histories of regions, as they were made last: strangers cannot have one summed up as often as they like.
///
/// A body holds until something changes in any history, and for half a minute at most, because its window ends now. Only
/// usual questions have a place, so that there are few; for others it is made each time.
final class KeptHistories: Sendable {
    /// What a body was made of.
    struct Basis: Hashable, Sendable {
        private let changes: Int
        private let half: Int64

        /// `changes`: how many there were; two instants of the same half minute are one.
        init(changes: Int, at now: UnixTime) {
            self.changes = changes
            half = now.seconds / 30
        }
    }

    private struct Question: Hashable {
        /// Nil: all there are.
        let source: RealmFeed?
        let hours: Int
    }

    private struct Kept {
        let basis: Basis
        let tellers: [RealmSourceBody?]
        let snapshot: Snapshot
    }

    /// A day, a week and all that is kept.
    static let usual: Set<Int> = [24, 168, 720]

    private let kept = Locked<[Question: Kept]>([:])

    /// The body of the last hours of a region, or of all of them (nil).
    ///
    /// `basis`: nil while it is not known what time it is; `tellers`: who tells of each.
    func snapshot(
        of source: RealmFeed?,
        hours: Int,
        tellers: [RealmSourceBody?],
        from basis: Basis?,
        make: () throws(Problem) -> Snapshot
    ) throws(Problem) -> Snapshot {
        guard let basis, KeptHistories.usual.contains(hours) else { return try make() }
        let question = Question(source: source, hours: hours)
        if let known = kept.withLock({ $0[question] }), known.basis == basis, known.tellers == tellers {
            return known.snapshot
        }
        let snapshot = try make()
        kept.withLock { $0[question] = Kept(basis: basis, tellers: tellers, snapshot: snapshot) }
        return snapshot
    }
}
