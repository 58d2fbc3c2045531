import Core
import JSONReading

/// The localised texts of one source: equal ones share their storage, also with those of the document before.
///
/// A region has the same few hundred names with every poll, in a dozen locales each: making them again would be most of
/// the work of reading it.
struct TextCache: Sendable {
    /// By their standard name; of several that have the same one, the newest.
    private var known: [String: LocalizedName] = [:]
    /// Those of the document before, until they come again.
    private var older: [String: LocalizedName] = [:]

    /// In UTF-8 bytes; the longest name of a realm anywhere has some 40.
    private static let longestText = 200
    /// Blizzard has thirteen.
    private static let mostLocales = 40
    private static let longestLocale = 16

    /// The cache for the next document: what does not come again is forgotten with it.
    func turned() -> TextCache {
        var cache = TextCache()
        cache.older = known
        return cache
    }

    /// The text of a plain string or of a map of locales; nil when it is neither, or has no bounds.
    mutating func text(of element: JSONElement, wasRepaired: Bool) -> LocalizedName? {
        switch element.kind {
        case .string:
            guard let text = element.string(atMost: TextCache.longestText), !wasRepaired || !text.isBroken
            else {
                return nil
            }
            return cached(text) {
                $0.isPlain
            } making: {
                LocalizedName(plain: text)
            }
        case .object:
            guard let names = TextCache.names(in: element, wasRepaired: wasRepaired) else { return nil }
            return cached(LocalizedName.standard(of: names)) {
                $0.matches(names)
            } making: {
                LocalizedName(Dictionary(names) { first, _ in first })
            }
        default: return nil
        }
    }

    /// Locales and names, in upstream's order.
    private static func names(in element: JSONElement, wasRepaired: Bool) -> [(locale: String, name: String)]?
    {
        guard element.count <= mostLocales else { return nil }
        var names: [(locale: String, name: String)] = []
        names.reserveCapacity(element.count)
        for (locale, value) in element.members {
            guard locale.utf8.count <= longestLocale, let name = value.string(atMost: longestText),
                !wasRepaired || !name.isBroken
            else { return nil }
            names.append((locale, name))
        }
        return names
    }

    private mutating func cached(
        _ standard: String,
        where fits: (LocalizedName) -> Bool,
        making make: () -> LocalizedName
    ) -> LocalizedName {
        if let text = known[standard], fits(text) { return text }
        let text = older[standard].flatMap { fits($0) ? $0 : nil } ?? make()
        known[standard] = text
        return text
    }
}

extension String {
    /// Whether it has the sign that stands for text that could not be read.
    var isBroken: Bool { unicodeScalars.contains("\u{FFFD}") }
}
