/// What a person wants to be told about the realms of a list; the raw value is stored.
package struct WatchKinds: OptionSet, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Down and up again.
    package static let status = WatchKinds(rawValue: 1)
    /// A queue began or ended.
    package static let queue = WatchKinds(rawValue: 2)
    /// Locked for new characters, or open again.
    package static let lock = WatchKinds(rawValue: 4)
    /// Planned maintenance is over.
    package static let maintenance = WatchKinds(rawValue: 8)
    /// The population's word changed.
    package static let population = WatchKinds(rawValue: 16)

    /// What a list begins with: news that nobody wants to miss, and nothing else.
    package static let standard: WatchKinds = .status
    package static let all: WatchKinds = [.status, .queue, .lock, .maintenance, .population]
}
