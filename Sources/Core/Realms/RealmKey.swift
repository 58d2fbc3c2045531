package import WatchpostModel

/// A version of the game with realms of its own: `retail`, `classic`, `classic-era`, `anniversary`.
///
/// It is part of every realm's key; which namespace it is polled from is a setting, because Blizzard moves them.
package struct GameFlavour: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Lower-case letters, digits and hyphens: it stands in URLs.
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    package static let retail = GameFlavour("retail")

    package var description: String { name }

    package static func < (left: Self, right: Self) -> Bool { left.name < right.name }
}

/// One list of realms upstream: a region and a game flavour; it is polled, and goes stale, as a whole.
package struct RealmFeed: Hashable, Sendable, Comparable, CustomStringConvertible {
    package var region: Region
    package var flavour: GameFlavour

    package init(region: Region, flavour: GameFlavour) {
        self.region = region
        self.flavour = flavour
    }

    /// `us/retail`.
    package var description: String { "\(region.rawValue)/\(flavour.name)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.region, left.flavour) < (right.region, right.flavour)
    }
}

/// What a person's choice of a realm is kept under: numbers of connected realms change, slugs repeat across regions.
package struct RealmKey: Hashable, Sendable, Comparable, CustomStringConvertible {
    package var source: RealmFeed
    /// NFC, lower case, as upstream gives it.
    package var slug: String

    package init(source: RealmFeed, slug: String) {
        self.source = source
        self.slug = slug
    }

    /// `retail/tichondrius`: unique within a region.
    package var id: String { "\(source.flavour.name)/\(slug)" }

    /// `us/retail/tichondrius`.
    package var description: String { "\(source)/\(slug)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.source, left.slug) < (right.source, right.slug)
    }
}
