import Core

/// Push services that phones name and this box does not know, for the owner, who can allow them by name.
///
/// Anybody can name any: some are kept, the newest, and home has places of its own. What goes to the log is bounded as well.
struct UnknownServices: Hashable, Sendable {
    private struct Shelf: Hashable, Sendable {
        /// The newest first.
        var hosts: [String] = []
        var told: Set<String> = []

        /// Whether it is worth a line in the log.
        mutating func note(_ host: String, mostTold: Int) -> Bool {
            hosts.removeAll { $0 == host }
            hosts.insert(host, at: 0)
            if hosts.count > UnknownServices.most { hosts.removeLast() }
            guard told.count < mostTold else { return false }
            return told.insert(host).inserted
        }
    }

    fileprivate static let most = 8
    private static let mostToldOfHome = 64
    private static let mostToldOfOutside = 16

    private var home = Shelf()
    private var outside = Shelf()

    /// A phone's address is at `host`, a plain name; nil: it was told already.
    mutating func note(_ host: String, isLocal: Bool) -> String? {
        let isNew =
            isLocal
            ? home.note(host, mostTold: UnknownServices.mostToldOfHome)
            : outside.note(host, mostTold: UnknownServices.mostToldOfOutside)
        guard isNew else { return nil }
        return
            "a phone wants notices by \(host), which is not a known push service; if you trust it, name it in "
            + "hosts of [push.web]"
    }

    /// Those of home first.
    var all: [String] { home.hosts + outside.hosts.filter { !home.hosts.contains($0) } }
}

/// The same for many requests at once.
final class UnknownServiceList: Sendable {
    private let services = Locked(UnknownServices())
    private let log: @Sendable (String) -> Void

    init(log: @escaping @Sendable (String) -> Void) {
        self.log = log
    }

    var all: [String] { services.withLock { $0.all } }

    func note(_ host: String, isLocal: Bool) {
        if let line = services.withLock({ $0.note(host, isLocal: isLocal) }) { log(line) }
    }
}
