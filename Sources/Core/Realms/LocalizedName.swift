/// A name in every locale in which upstream gives it.
///
/// Most realms are called the same everywhere, so only names that differ from the default are stored.
package struct LocalizedName: Hashable, Sendable {
    /// The name in en_US, or the first one known.
    package let standard: String
    /// Names by locale (`ru_RU`) where they differ from `standard`, plus nil entries for none.
    private let different: [String: String]
    /// The locales that upstream named.
    private let locales: [String]

    package init(_ names: [String: String]) {
        let standard = names["en_US"] ?? names["en_GB"] ?? names.min { $0.key < $1.key }?.value ?? ""
        self.standard = standard
        different = names.filter { $0.value != standard }
        locales = names.keys.sorted()
    }

    /// A name that upstream gave without saying in which locale.
    package init(plain name: String) {
        standard = name
        different = [:]
        locales = []
    }

    /// The name for a locale, else the standard one.
    package func name(in locale: String) -> String {
        different[locale] ?? standard
    }

    /// Every locale that upstream named, with its name.
    package var all: [String: String] {
        guard !locales.isEmpty else { return ["en_US": standard] }
        return Dictionary(uniqueKeysWithValues: locales.map { ($0, name(in: $0)) })
    }
}
