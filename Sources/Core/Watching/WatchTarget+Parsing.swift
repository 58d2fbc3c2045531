import WatchpostModel

/// Why a text names nothing that can be watched.
package enum WatchTargetError: Error, Hashable, Sendable {
    /// It has no or more than three parts, or an empty one.
    case notAPath
    case unknownRegion(String)
    case badFlavour(String)
    /// The last part cannot be a slug; `suggestion` is what its realm is probably called in addresses.
    case badSlug(String, suggestion: String?)
}

extension WatchTarget {
    /// Reads `eu`, `eu/retail` or `eu/retail/kazzak`; a name in place of the slug becomes what upstream would write.
    package init(parsing text: String) throws(WatchTargetError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        guard (1...3).contains(parts.count), !parts.contains(""), !text.utf8.contains(0),
            text.utf8.count <= 256
        else { throw .notAPath }
        guard let region = Region(rawValue: parts[0]) else { throw .unknownRegion(parts[0]) }
        guard parts.count > 1 else {
            self = .region(region)
            return
        }
        guard let flavour = GameFlavour(named: parts[1]) else { throw .badFlavour(parts[1]) }
        let source = RealmFeed(region: region, flavour: flavour)
        guard parts.count > 2 else {
            self = .source(source)
            return
        }
        self = .realm(RealmKey(source: source, slug: try WatchTarget.slug(parts[2])))
    }

    private static func slug(_ text: String) throws(WatchTargetError) -> String {
        let slug = SlugFolding.canonical(text)
        if RealmSlug.isUsable(slug) { return slug }
        let suggestion = String(String.UnicodeScalarView(slug.unicodeScalars.filter(RealmSlug.mayHold)))
        throw .badSlug(text, suggestion: RealmSlug.isUsable(suggestion) ? suggestion : nil)
    }
}
