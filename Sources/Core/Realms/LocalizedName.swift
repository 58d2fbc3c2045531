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
        let standard = Self.standard(of: names.map { ($0.key, $0.value) })
        self.standard = standard
        different = names.filter { $0.value != standard }
        locales = names.keys.sorted()
    }

    /// The name by which a text is known among others: en_US, en_GB, or that of the first locale there is.
    package static func standard(of names: [(locale: String, name: String)]) -> String {
        func name(in locale: String) -> String? { names.first { $0.locale == locale }?.name }
        return name(in: "en_US") ?? name(in: "en_GB") ?? names.min { $0.locale < $1.locale }?.name ?? ""
    }

    /// Whether it is the text of these names, without making one of them.
    package func matches(_ names: [(locale: String, name: String)]) -> Bool {
        names.count == locales.count
            && names.allSatisfy { locales.contains($0.locale) && name(in: $0.locale) == $0.name }
    }

    /// Whether upstream gave it without a locale.
    package var isPlain: Bool { locales.isEmpty }

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

    /// The names under which it is known elsewhere than where it is called `shown`, each once.
    package func others(than shown: String) -> [String] {
        Set(different.values).union([standard]).subtracting([shown, ""]).sorted()
    }

    /// Every locale that upstream named, with its name.
    package var all: [String: String] {
        guard !locales.isEmpty else { return ["en_US": standard] }
        return Dictionary(uniqueKeysWithValues: locales.map { ($0, name(in: $0)) })
    }
}
