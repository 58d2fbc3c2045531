/// Places for the kept bodies of one sort of things that is published, such as boards: they push out each other and nobody
/// else's, and nobody else's pushes them out.
package struct CacheShare: Hashable, Sendable {
    /// As in `PublishedPart.one(of:_:)`.
    package let sort: String
    /// How many are kept.
    package let bodies: Int
    /// What they may cost together.
    package let bytes: Int

    package init(of sort: String, bodies: Int, bytes: Int) {
        (self.sort, self.bodies, self.bytes) = (sort, bodies, bytes)
    }
}

/// The caches of a publisher: one for all, and one for each sort that has a share of its own.
struct SharedCaches {
    private var caches: [SnapshotCache]
    /// Which cache a sort has for itself.
    private let own: [String: Int]

    init(largest: Int, shares: [CacheShare]) {
        caches =
            [SnapshotCache(largest: largest)]
            + shares.map { SnapshotCache(capacity: $0.bodies, largest: $0.bytes) }
        own = Dictionary(zip(shares.map(\.sort), 1...)) { first, _ in first }
    }

    /// No allocation; a look for each of the few caches.
    func lookup(_ key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> SnapshotCache.Entry? {
        for place in caches.indices {
            if let entry = caches[place].lookup(key, hash: hash) { return entry }
        }
        return nil
    }

    mutating func insert(_ entry: SnapshotCache.Entry) {
        caches[own[entry.part.sort] ?? 0].insert(entry)
    }

    mutating func forget(_ part: PublishedPart) {
        caches[own[part.sort] ?? 0].forget(part)
    }
}
