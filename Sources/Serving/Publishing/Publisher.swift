package import Core
package import WatchpostModel

/// Holds the newest published state and the bodies made from it; features publish, routes read.
///
/// Publishing swaps a value and forgets the bodies of that part; it encodes nothing. A body is encoded when it is
/// first asked for. Every method may be called from any thread and waits for nothing but a short lock.
package final class Publisher: Sendable {
    private struct Current {
        var state: PublishedState
        var versions: [UInt64]
        var caches: SharedCaches
    }

    private let current: Locked<Current>
    /// Which version counts for a part that a feature publishes.
    private let counters: [PublishedPart: Int]
    /// Versions that all other parts share, such as boards: two with the same one cost each other a body that is made again.
    private static let shared = 60

    /// `parts`: those that features publish; each has a version of its own.
    ///
    /// `shares`: sorts of parts whose bodies have places of their own; `cacheBytes`: what all others kept may cost together.
    package init(
        _ state: PublishedState,
        parts: [PublishedPart] = [],
        shares: [CacheShare] = [],
        cacheBytes: Int = 3_145_728
    ) {
        counters = Dictionary(zip(parts, Publisher.shared...)) { first, _ in first }
        let versions = [UInt64](repeating: 0, count: Publisher.shared + parts.count)
        let caches = SharedCaches(largest: cacheBytes, shares: shares)
        current = Locked(Current(state: state, versions: versions, caches: caches))
    }

    private func counter(of part: PublishedPart) -> Int {
        counters[part] ?? Int(UInt(bitPattern: part.hashValue) % UInt(Publisher.shared))
    }

    /// Publishes the sources, in the order of the configuration.
    package func publish(realms sources: [SourceView]) {
        change(.realms) { $0.sources = sources }
    }

    package func publish(rotations: PublishedRotations) {
        change(.rotations) { $0.rotations = rotations }
    }

    package func publish(panel: PanelBody) {
        change(.panel) { $0.panel = panel }
    }

    package func publish(readiness: Readiness) {
        change(nil) { $0.readiness = readiness }
    }

    /// One of many things changed: bodies that show it are made again, all others stay.
    ///
    /// To be called after the commit of the change, and after what its bodies are made from has changed.
    package func changed(_ part: PublishedPart) {
        change(part) { _ in }
    }

    /// The newest state.
    package var state: PublishedState {
        current.withLock { $0.state }
    }

    private func change(_ part: PublishedPart?, _ body: (inout PublishedState) -> Void) {
        current.withLock { current in
            body(&current.state)
            guard let part else { return }
            current.versions[counter(of: part)] += 1
            current.caches.forget(part)
        }
    }
}

extension Publisher {
    /// The newest state with the versions of its parts.
    package struct Reading: Sendable {
        package let state: PublishedState
        fileprivate let versions: [UInt64]
    }

    package var reading: Reading {
        current.withLock { Reading(state: $0.state, versions: $0.versions) }
    }

    /// The kept body of a key; the way of every fast answer.
    ///
    /// No allocation.
    package func lookup(_ key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> SnapshotCache.Entry? {
        current.withLock { $0.caches.lookup(key, hash: hash) }
    }

    package func lookup(_ key: String) -> SnapshotCache.Entry? {
        var key = key
        return key.withUTF8 { lookup($0, hash: SnapshotCache.hash($0)) }
    }

    /// Keeps a body that was made from `reading`, unless its part was published again meanwhile.
    package func keep(
        _ snapshot: Snapshot,
        key: String,
        counter: RequestCounter,
        part: PublishedPart,
        from reading: Reading
    ) {
        let entry = SnapshotCache.Entry(key: key, snapshot: snapshot, counter: counter, part: part)
        let version = self.counter(of: part)
        current.withLock { current in
            guard current.versions[version] == reading.versions[version] else { return }
            current.caches.insert(entry)
        }
    }
}
