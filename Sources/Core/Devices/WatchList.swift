package import WatchpostModel

/// The realms of one region that a person watches, sent and stored as a whole.
package struct WatchList: Hashable, Sendable {
    package var region: Region
    /// Counts the changes; 0: never stored.
    package var version: Int64
    /// `flavour/slug`, each once, in the order of their text.
    package var realms: [String]
    package var kinds: WatchKinds

    /// The most realms of a list: more than any region has.
    package static let mostRealms = 400

    package init(region: Region, version: Int64, realms: [String], kinds: WatchKinds) {
        self.region = region
        self.version = version
        self.realms = realms
        self.kinds = kinds
    }

    /// A list that was never stored.
    package static func empty(_ region: Region) -> WatchList {
        WatchList(region: region, version: 0, realms: [], kinds: .standard)
    }

    /// Bytes of all names.
    var size: Int { realms.reduce(0) { $0 + $1.utf8.count } }

    /// Whether both say the same, whatever their versions.
    func hasContent(of other: WatchList) -> Bool {
        realms == other.realms && kinds == other.kinds
    }
}

/// Realms as phones name them: they need not exist upstream, but they must have the form of an identifier.
package enum WatchedRealm {
    private static let longestName = GameFlavour.longestName + 1 + RealmSlug.longest

    /// The list in the form that is stored: NFC, lower case, sorted, each realm once.
    package static func list(_ names: [String]) throws(DeviceRefusal) -> [String] {
        guard names.count <= WatchList.mostRealms else {
            throw DeviceRefusal(
                "realms: \(names.count) are too many; a list takes \(WatchList.mostRealms)"
            )
        }
        var realms: [String] = []
        for (index, name) in names.enumerated() {
            guard let realm = normalised(name) else {
                throw DeviceRefusal(
                    "realms[\(index)]: not “flavour/slug”, for example “retail/kazzak”, as /v1/regions/…/realms names it"
                )
            }
            realms.append(realm)
        }
        // By bytes, which is the order of texts in form C: Swift would normalise both at each comparison.
        realms.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return realms.indices.filter { $0 == 0 || !realms[$0].utf8.elementsEqual(realms[$0 - 1].utf8) }
            .map { realms[$0] }
    }

    /// Whether it has the form of an identifier, `flavour/slug`.
    package static func isName(_ text: String) -> Bool { normalised(text) != nil }

    private static func normalised(_ name: String) -> String? {
        guard name.utf8.count <= longestName else { return nil }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, GameFlavour(named: String(parts[0])) != nil, RealmSlug.isUsable(parts[1])
        else {
            return nil
        }
        return SlugFolding.normalised(name)
    }
}

/// What became of a list that replaces version n.
package enum VersionedOutcome<List: Hashable & Sendable>: Hashable, Sendable {
    /// It is stored as version n + 1.
    case stored(List)
    /// The stored one says the same already, for example because an answer was lost.
    case unchanged(List)
    /// Another change came first: this is the list as it stands.
    case conflict(List)
    /// The appliance has no room for more than so many at the moment.
    case full(Int)
}
