package import WatchpostModel

/// Something that can be watched: one realm, all realms of a source, or a whole region.
package enum WatchTarget: Hashable, Sendable, CustomStringConvertible {
    case realm(RealmKey)
    case source(RealmFeed)
    case region(Region)

    package var region: Region {
        switch self {
        case .realm(let key): key.source.region
        case .source(let source): source.region
        case .region(let region): region
        }
    }

    /// Nil for a region, which means all of its flavours.
    package var flavour: GameFlavour? {
        switch self {
        case .realm(let key): key.source.flavour
        case .source(let source): source.flavour
        case .region: nil
        }
    }

    /// Whether that source is the target, part of it, or has the realm that is the target.
    package func touches(_ source: RealmFeed) -> Bool {
        region == source.region && (flavour == nil || flavour == source.flavour)
    }

    /// `eu/retail/kazzak`, `eu/retail` or `eu`, which `init(parsing:)` reads.
    package var description: String {
        switch self {
        case .realm(let key): key.description
        case .source(let source): source.description
        case .region(let region): region.rawValue
        }
    }
}
