/// Keeps what people call the realms, folded once for each set of names that is published, however many look one up.
///
/// Folding a region's names takes thousands of normalisations, and a stranger asks for a realm that does not exist as
/// cheaply as for any other. States and freshness change with each poll, keys and names nearly never.
package final class RealmNameCache: Sendable {
    private struct Entry {
        /// What the index was made of, or a later view with the same names.
        var realms: [RealmView]
        let index: RealmNameIndex
    }

    private struct State {
        /// As many as sources are configured.
        var entries: [RealmFeed: Entry] = [:]
        var builds = 0
    }

    private let cache = Locked(State())

    package init() {}

    /// How many indices were made.
    package var builds: Int { cache.withLock { $0.builds } }

    /// The index of a published source, from any thread.
    ///
    /// Whoever comes while it is made waits for it instead of making another.
    package func index(of source: SourceView) -> RealmNameIndex {
        cache.withLock { cache in
            if let entry = cache.entries[source.source],
                RealmNameCache.haveSameNames(entry.realms, source.realms)
            {
                // The next one with the same view compares no more than the address of the array.
                cache.entries[source.source]?.realms = source.realms
                return entry.index
            }
            let index = RealmNameIndex(source)
            cache.builds += 1
            cache.entries[source.source] = Entry(realms: source.realms, index: index)
            return index
        }
    }

    private static func haveSameNames(_ left: [RealmView], _ right: [RealmView]) -> Bool {
        left == right || left.elementsEqual(right) { $0.key == $1.key && $0.name == $1.name }
    }
}
