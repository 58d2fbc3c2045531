import Glibc

/// Bodies by path and query, bounded in number and bytes; the oldest goes first.
///
/// Keys are raw bytes and the lookup neither allocates nor makes a String: it is on the way of every answer. Places are
/// linked by age and listed by part, so that a change costs as much as it drops, whatever else is kept.
package struct SnapshotCache {
    /// One kept body.
    package final class Entry: Sendable {
        package let snapshot: Snapshot
        /// The route's counters.
        package let counter: RequestCounter
        package let part: PublishedPart
        package let hash: UInt64
        private let key: [UInt8]

        package init(key: String, snapshot: Snapshot, counter: RequestCounter, part: PublishedPart) {
            self.key = Array(key.utf8)
            self.snapshot = snapshot
            self.counter = counter
            self.part = part
            hash = self.key.withUnsafeBufferPointer(SnapshotCache.hash)
        }

        package func isFor(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
            guard key.count == other.count, let start = other.baseAddress else { return false }
            return key.withUnsafeBytes { $0.baseAddress.map { memcmp($0, start, other.count) == 0 } ?? false }
        }
    }

    /// Where an entry stands in the order of age.
    private struct Place {
        var entry: Entry?
        var older: Int?
        var newer: Int?
    }

    private let capacity: Int
    private let largest: Int
    private var places: [Place] = []
    private var free: [Int] = []
    private var oldest: Int?
    private var newest: Int?
    /// By hash of the key; of two keys with one hash the newer wins.
    private var byHash: [UInt64: Int] = [:]
    private var byPart: [PublishedPart: Set<Int>] = [:]
    private var cost = 0
    /// Entries that were added or dropped, for tests.
    package private(set) var steps = 0

    package init(capacity: Int = 256, largest: Int) {
        self.capacity = capacity
        self.largest = largest
        byHash.reserveCapacity(capacity)
    }

    package var count: Int { byHash.count }

    package func lookup(_ key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Entry? {
        guard let place = byHash[hash], let entry = places[place].entry, entry.isFor(key) else { return nil }
        return entry
    }

    package mutating func insert(_ entry: Entry) {
        guard entry.snapshot.cost <= largest else { return }
        if let old = byHash[entry.hash] { remove(old) }
        append(entry)
        while count > capacity || cost > largest, let oldest { remove(oldest) }
    }

    /// Drops everything that was made from this part.
    package mutating func forget(_ part: PublishedPart) {
        for place in byPart[part] ?? [] { remove(place) }
    }

    private mutating func append(_ entry: Entry) {
        steps += 1
        let place = free.popLast() ?? places.count
        if place == places.count { places.append(Place()) }
        places[place] = Place(entry: entry, older: newest, newer: nil)
        if let newest { places[newest].newer = place } else { oldest = place }
        newest = place
        byHash[entry.hash] = place
        byPart[entry.part, default: []].insert(place)
        cost += entry.snapshot.cost
    }

    private mutating func remove(_ place: Int) {
        steps += 1
        let (older, newer) = (places[place].older, places[place].newer)
        if let older { places[older].newer = newer } else { oldest = newer }
        if let newer { places[newer].older = older } else { newest = older }
        guard let entry = places[place].entry else { return }
        places[place] = Place()
        free.append(place)
        byHash[entry.hash] = nil
        byPart[entry.part]?.remove(place)
        if byPart[entry.part]?.isEmpty ?? false { byPart[entry.part] = nil }
        cost -= entry.snapshot.cost
    }

    /// FNV-1a, 64 bit (Fowler, Noll, Vo).
    ///
    /// A forced collision costs its maker a slower answer, nobody else: keys are only inserted for paths that
    /// exist.
    package static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return hash
    }
}
