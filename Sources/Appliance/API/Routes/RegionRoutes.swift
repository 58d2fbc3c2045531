import Serving
import WatchpostModel

/// The configured regions and their realms.
enum RegionRoutes {
    static let routes = [
        Route("/v1/regions") { request throws(Problem) in
            .json(.realms, key: "/v1/regions") { regions(request.state) }
        },
        Route("/v1/regions/{region}/realms") { request throws(Problem) in
            let source = try request.sourceByQuery()
            let locale = try request.query.choice("locale", of: locales, default: "en_US")
            let key =
                "/v1/regions/\(source.source.region.rawValue)/realms"
                + "?flavour=\(source.source.flavour.name)&locale=\(locale)"
            return .json(.realms, key: key) { RealmListBody(source, locale: locale) }
        },
    ]

    /// The locales in which upstream names realms.
    static let locales = [
        "en_US", "es_MX", "pt_BR", "de_DE", "en_GB", "es_ES", "fr_FR", "it_IT", "ru_RU", "ko_KR", "zh_TW",
        "zh_CN",
    ]

    private static func regions(_ state: PublishedState) -> RegionListBody {
        RegionListBody(
            regions: state.regions.map { region in
                RegionBody(region, state.sources.filter { $0.source.region == region.region })
            }
        )
    }
}
