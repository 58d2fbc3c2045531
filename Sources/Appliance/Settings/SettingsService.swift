import Core
import WatchpostModel

/// Owns what paired phones changed about the settings: stores it, and then lets the panel know.
///
/// Every method may be called from any thread; only `change` waits, for the disk.
final class SettingsService: Sendable {
    private let store: PhoneSettingStore
    private let overlay: Locked<SettingsOverlay>
    /// Called with what counts from now on, in the order of the versions; must not wait.
    private let show: @Sendable (PanelSection) -> Void

    init(
        store: PhoneSettingStore,
        overlay: SettingsOverlay,
        show: @escaping @Sendable (PanelSection) -> Void
    ) {
        self.store = store
        self.overlay = Locked(overlay)
        self.show = show
    }

    /// What counts now.
    var panel: PanelSection { overlay.withLock { $0.panel } }
    /// What the box is called now.
    var boxName: String { overlay.withLock { $0.boxName } }
    var body: SettingsBody { overlay.withLock { $0.body } }

    /// Checks a change without storing it.
    func checked(_ changes: [String: SettingChangeBody]) throws(DeviceRefusal) -> [String: String?] {
        // Copied: checking is work, and a lock is held for an instant only.
        let overlay = overlay.withLock { $0 }
        return try overlay.checked(changes)
    }

    /// Stores a checked change if `version` is the current one; it counts once it is durable.
    func change(
        _ changes: [String: String?],
        replacing version: Int64
    ) async throws(SQLiteError) -> VersionedOutcome<SettingsBody> {
        switch try await store.put(changes, replacing: version) {
        case .stored(let stored): return .stored(lay(stored))
        case .unchanged(let stored): return .unchanged(lay(stored))
        case .conflict(let current): return .conflict(lay(current))
        case .full(let most): return .full(most)
        }
    }

    /// Two changes may come back from the disk in another order than they were stored in: the newer one stays.
    private func lay(_ stored: PhoneSettings) -> SettingsBody {
        overlay.withLock { overlay in
            let before = overlay.version
            _ = overlay.lay(stored)
            if overlay.version > before { show(overlay.panel) }
            return overlay.body
        }
    }
}
