/// What a text means where somebody names a realm of a source: in a watch list, a wish, a setting or a path.
///
/// The one rule for all of them is `RealmNameCache.meaning(of:in:)`.
package enum RealmMeaning: Hashable, Sendable {
    /// The realm of this slug.
    case realm(slug: String)
    /// None of those that are listed. `slug`: the text in the form in which slugs are kept.
    case unknown(slug: String)
    /// Nobody can say before the source has answered; upstream would write it as `slug`, most likely.
    case unheard(slug: String)

    /// The form in which it is kept.
    package var slug: String {
        switch self {
        case .realm(let slug), .unknown(let slug), .unheard(let slug): slug
        }
    }
}

extension RealmNameCache {
    /// What `text` means among the realms of a source, of which nil knows none.
    ///
    /// Restored facts have one name for each realm: that nothing is called so is known only while the source is fresh, and
    /// while no row of it can be a realm that could not be read.
    package func meaning(of text: String, in source: SourceView?) -> RealmMeaning {
        guard let source, !source.realms.isEmpty else { return .unheard(slug: SlugFolding.canonical(text)) }
        if source.index(ofSlug: text) != nil { return .realm(slug: text) }
        if let slug = index(of: source).slug(of: text) { return .realm(slug: slug) }
        let slug = SlugFolding.canonical(text)
        let isWhole = source.freshness.state == .fresh && !source.hidesRealms
        return isWhole ? .unknown(slug: slug) : .unheard(slug: slug)
    }

    /// The slug of the realm that somebody probably meant.
    package func nearest(to text: String, in source: SourceView) -> String? {
        index(of: source).nearest(to: text)
    }
}
