package import Core

/// The facts that the panel shows, as they stand; whoever has new ones hands over all of them.
package struct PanelInput: Hashable, Sendable {
    package var sources: [SourceView] = []
    /// In the order of the schedule file.
    package var rotations: [PanelRotation] = []
    /// Running duels of people at home, the first to end first.
    package var duels: [PanelDuel] = []
    package var network = PanelNetwork.up
    /// Most urgent first.
    package var faults: [PanelFault] = []
    /// Whether the display can be read: one is wired, and it answers.
    ///
    /// Otherwise lamps tell of every fault.
    package var hasDisplay = true
    /// Whether somebody can be asked about realms, and has not said no.
    package var isSetUp = true
    /// What the phones of this appliance watch.
    package var watchedByPhones: [WatchTarget] = []
    /// Which realms the settings mean where they call them otherwise.
    package var meant: [RealmKey: RealmKey] = [:]
    /// Where the pages are, without scheme, best first: `watchpost.local:8080`, `192.168.1.23:8080`.
    package var addresses: [String] = []

    package init() {}

    /// “Everything I watch”: what the settings name and what the phones of this appliance do.
    func everythingWatched(_ settings: PanelSettings) -> [WatchTarget] {
        let watch = resolved(settings.watch)
        let own = Set(watch)
        return watch + watchedByPhones.filter { !own.contains($0) }
    }

    /// The realms that are meant by what the settings say.
    func resolved(_ items: [WatchTarget]) -> [WatchTarget] {
        guard !meant.isEmpty else { return items }
        return items.map { item in
            if case .realm(let key) = item, let realm = meant[key] { .realm(realm) } else { item }
        }
    }
}
