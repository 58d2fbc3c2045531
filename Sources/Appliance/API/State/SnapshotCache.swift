import Glibc

/// Bodies by path and query, bounded in number and bytes; the oldest goes first.
///
/// Keys are raw bytes and the lookup neither allocates nor makes a String: it is on the way of every answer.
struct SnapshotCache {
    /// One kept body.
    final class Entry: Sendable {
        let snapshot: Snapshot
        /// The route's counters.
        let counter: RequestCounter
        let part: PublishedPart
        let hash: UInt64
        private let key: [UInt8]

        init(key: String, snapshot: Snapshot, counter: RequestCounter, part: PublishedPart) {
            self.key = Array(key.utf8)
            self.snapshot = snapshot
            self.counter = counter
            self.part = part
            hash = self.key.withUnsafeBufferPointer(SnapshotCache.hash)
        }

        func isFor(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
            guard key.count == other.count, let start = other.baseAddress else { return false }
            return key.withUnsafeBytes { $0.baseAddress.map { memcmp($0, start, other.count) == 0 } ?? false }
        }
    }

    private let capacity: Int
    private let largest: Int
    /// By hash of the key; of two keys with one hash the newer wins.
    private var entries: [UInt64: Entry] = [:]
    /// Oldest first.
    private var order: [Entry] = []
    private var cost = 0

    init(capacity: Int = 256, largest: Int) {
        self.capacity = capacity
        self.largest = largest
        entries.reserveCapacity(capacity)
    }

    var count: Int { order.count }

    func lookup(_ key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Entry? {
        guard let entry = entries[hash], entry.isFor(key) else { return nil }
        return entry
    }

    mutating func insert(_ entry: Entry) {
        guard entry.snapshot.cost <= largest else { return }
        if let old = entries[entry.hash] { remove { $0 === old } }
        entries[entry.hash] = entry
        order.append(entry)
        cost += entry.snapshot.cost
        while order.count > capacity || cost > largest, let oldest = order.first { remove { $0 === oldest } }
    }

    /// Drops everything that was made from this part.
    mutating func forget(_ part: PublishedPart) {
        remove { $0.part == part }
    }

    private mutating func remove(where isGone: (Entry) -> Bool) {
        order.removeAll { entry in
            guard isGone(entry) else { return false }
            entries[entry.hash] = nil
            cost -= entry.snapshot.cost
            return true
        }
    }

    /// FNV-1a, 64 bit (Fowler, Noll, Vo).
    ///
    /// A forced collision costs its maker a slower answer, nobody else: keys are only inserted for paths that
    /// exist.
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return hash
    }
}
