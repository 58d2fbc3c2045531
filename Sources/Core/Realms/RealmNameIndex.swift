/// Finds the realms of one source by what people call them: a slug, or a name in any locale, in whatever case and with or
/// without accents, apostrophes, spaces and brackets.
package struct RealmNameIndex: Sendable {
    private let slugs: SlugIndex
    /// Slugs by folded name; an empty one where two realms have the same.
    private var named: [String: String] = [:]

    package init(_ source: SourceView) {
        slugs = SlugIndex(source.realms.map(\.key.slug))
        for realm in source.realms {
            for name in realm.name.others(than: "") { add(name, realm.key.slug) }
        }
    }

    private mutating func add(_ name: String, _ slug: String) {
        let folded = SlugFolding.fold(SlugFolding.withoutBrackets(name))
        let known = named[folded]
        named[folded] = known == nil || known == slug ? slug : ""
    }

    /// The slug that `text` means; nil when no realm is called so, or several are.
    ///
    /// The very slug; else the one that folds alike, as a slug is unique and means its own realm whatever others are called;
    /// else a name; else the only slug with the same letters and digits (`Azjol-Nerub` is written `azjolnerub`).
    package func slug(of text: String) -> String? {
        if let same = slugs.same(as: text) { return same }
        let folded = SlugFolding.fold(SlugFolding.withoutBrackets(text))
        if let slug = slugs.slug(alike: folded) { return slug }
        if let slug = named[folded], !slug.isEmpty { return slug }
        return slugs.slug(close: folded)
    }

    /// Folded names that mean one realm.
    private var names: [String] { named.filter { !$0.value.isEmpty }.keys.sorted() }

    /// The slug of the realm that is written most like `text`; nil when none is.
    package func nearest(to text: String) -> String? {
        let folded = SlugFolding.fold(SlugFolding.withoutBrackets(text))
        guard let near = NearestName.of(folded, among: slugs.all) ?? NearestName.of(folded, among: names)
        else {
            return nil
        }
        return slugs.same(as: near) ?? named[near]
    }
}
