/// The locales in which the game names its realms.
package enum GameLocale {
    /// The one for a phone's locale (BCP 47); nil: none of its own, and names are as everywhere.
    package static func of(phone locale: String) -> String? {
        let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
        switch parts.first {
        case "de": return "de_DE"
        case "es": return parts.contains("es") && parts.count > 1 && parts.last == "es" ? "es_ES" : "es_MX"
        case "fr": return "fr_FR"
        case "it": return "it_IT"
        case "ko": return "ko_KR"
        case "pt": return "pt_BR"
        case "ru": return "ru_RU"
        case "zh": return parts.contains { ["tw", "hk", "mo", "hant"].contains($0) } ? "zh_TW" : "zh_CN"
        default: return nil
        }
    }
}

extension SourceView {
    /// What a realm is called in a locale; nil: there is no such realm, or it is called so everywhere.
    package func name(ofSlug slug: String, in locale: String) -> String? {
        guard let index = index(ofSlug: slug) else { return nil }
        let name = realms[index].name
        return name.name(in: locale) == name.standard ? nil : name.name(in: locale)
    }

    /// Where the realm of a slug stands; nil when there is none.
    package func index(ofSlug slug: String) -> Int? {
        var (low, high) = (0, realms.count)
        while low < high {
            let middle = (low + high) / 2
            if realms[middle].key.slug < slug { low = middle + 1 } else { high = middle }
        }
        return low < realms.count && realms[low].key.slug == slug ? low : nil
    }
}
