package import Core

/// What a list of watched items comes to, given what is known of the sources now.
///
/// Every realm counts once, however many items name it.
package struct RealmSelection: Sendable {
    /// The sources that have part in it, in the order given.
    package private(set) var sources: [SourceView] = []
    /// The realms, ordered as the sources and by slug within each.
    package private(set) var realms: [RealmView] = []
    /// Realms that the list names and that no source lists.
    package private(set) var missing: [RealmKey] = []
    /// Realms that the list names one by one; the others are in it as part of a source or region.
    package private(set) var named: Set<RealmKey> = []

    package init(_ items: [WatchTarget], in views: [SourceView]) {
        for case .realm(let key) in items { named.insert(key) }
        for view in views {
            let own = items.filter { $0.touches(view.source) }
            guard !own.isEmpty else { continue }
            sources.append(view)
            let whole = own.contains { item in if case .realm = item { false } else { true } }
            // One that is gone counts for nobody but who asked for it by name.
            realms += view.realms.filter { named.contains($0.key) || whole && !$0.isGone }
        }
        let listed = Set(realms.map(\.key))
        missing = named.filter { !listed.contains($0) }.sorted()
    }

    /// How many realms it means: those listed and those missing.
    package var total: Int { realms.count + missing.count }

    /// What fresh sources say of it.
    package var fresh: RealmSelection {
        var fresh = self
        fresh.sources = sources.filter { $0.freshness.state == .fresh }
        let feeds = fresh.sources.map(\.source)
        fresh.realms = realms.filter { feeds.contains($0.key.source) }
        fresh.missing = []
        return fresh
    }
}
