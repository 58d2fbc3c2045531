package import Core
package import WatchpostModel

/// One entry of a watch list or of a lamp's target: a region, one source of it, or one realm.
package enum WatchedItem: Hashable, Sendable, CustomStringConvertible {
    case region(Region)
    case source(RealmSource)
    case realm(RealmKey)

    /// Reads `eu`, `eu/retail` or `eu/retail/kazzak`; anything else is nil.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, let region = Region(rawValue: String(first)) else { return nil }
        guard parts.dropFirst().allSatisfy({ !$0.isEmpty }) else { return nil }
        switch parts.count {
        case 1: self = .region(region)
        case 2:
            self = .source(RealmSource(region: region, flavour: GameFlavour(String(parts[1]))))
        case 3:
            let source = RealmSource(region: region, flavour: GameFlavour(String(parts[1])))
            self = .realm(RealmKey(source: source, slug: String(parts[2])))
        default: return nil
        }
    }

    /// The text that `init` reads.
    package var description: String {
        switch self {
        case .region(let region): region.rawValue
        case .source(let source): source.description
        case .realm(let key): key.description
        }
    }

    /// Whether it is, or has part in, that source.
    package func touches(_ source: RealmSource) -> Bool {
        switch self {
        case .region(let region): region == source.region
        case .source(let own): own == source
        case .realm(let key): key.source == source
        }
    }
}
