/// Finds realms by what people call them: a slug, or a name in any locale, in whatever case and with or without accents,
/// apostrophes and brackets.
package struct RealmNameIndex: Sendable {
    /// Ids by flavour and folded name; an empty one where two realms have the same.
    private var ids: [String: String] = [:]

    /// Of the sources of one region.
    package init(_ sources: [SourceView]) {
        for realm in sources.lazy.flatMap(\.realms) {
            for name in realm.name.others(than: "") { add(realm.key, name) }
        }
        // A slug is unique, and means its own realm whatever others are called.
        for realm in sources.lazy.flatMap(\.realms) {
            ids[RealmNameIndex.key(realm.key.source.flavour.name, realm.key.slug)] = realm.key.id
        }
    }

    private mutating func add(_ realm: RealmKey, _ name: String) {
        let key = RealmNameIndex.key(realm.source.flavour.name, name)
        let known = ids[key]
        ids[key] = known == nil || known == realm.id ? realm.id : ""
    }

    /// The id that `flavour/name` means; nil when no realm is called so, or several are.
    package func id(of text: String) -> String? {
        guard let slash = text.firstIndex(of: "/") else { return nil }
        let key = RealmNameIndex.key(String(text[..<slash]), String(text[text.index(after: slash)...]))
        return ids[key].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func key(_ flavour: String, _ name: String) -> String {
        // Brackets stand around a language, as in Aggra (Português), and nobody types them.
        // By scalars: to find characters in what strangers send would cost more than all else that is done with it.
        guard name.unicodeScalars.contains(where: isBracket) else {
            return "\(flavour)/\(SlugFolding.fold(name))"
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: name.unicodeScalars.lazy.map { isBracket($0) ? " " : $0 })
        return "\(flavour)/\(SlugFolding.fold(String(text)))"
    }

    private static func isBracket(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "(", ")", "[", "]", "\u{FF08}", "\u{FF09}": true
        default: false
        }
    }
}
