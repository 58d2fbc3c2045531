package import Core

/// The facts that the panel shows, as they stand; whoever has new ones hands over all of them.
package struct PanelInput: Hashable, Sendable {
    package var sources: [SourceView] = []
    /// In the order of the schedule file.
    package var rotations: [PanelRotation] = []
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
    /// Where the pages are, without scheme, best first: `watchpost.local:8080`, `192.168.1.23:8080`.
    package var addresses: [String] = []

    package init() {}

    /// “Everything I watch”: what the settings name and what the phones of this appliance do.
    func everythingWatched(_ settings: PanelSettings) -> [WatchTarget] {
        let own = Set(settings.watch)
        return settings.watch + watchedByPhones.filter { !own.contains($0) }
    }
}
