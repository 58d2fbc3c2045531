import Core
import Testing
import WatchpostModel

@Suite("What a text means where a realm is named")
struct RealmMeaningTests {
    private let shelf = RealmNameCache()

    /// Realms of Europe with their names, some of them in two locales; in the order of their slugs.
    private static func source(_ state: FreshnessBody.State = .fresh) -> SourceView {
        let names = [
            ("aggra-português", "Aggra (Português)", "Aggra (Português)"),
            ("azjolnerub", "Azjol-Nerub", "Азжол-Неруб"),
            ("azuregos", "Azuregos", "Азурегос"), ("chants-éternels", "Chants éternels", "Chants éternels"),
            ("kelthuzad", "Kel'Thuzad", "Кел'Тузад"), ("tarren-mill", "Tarren Mill", "Таррен Милл"),
        ]
        let feed = RealmFeed(region: .eu, flavour: .retail)
        let realms = names.map { slug, english, russian in
            RealmView(
                key: RealmKey(source: feed, slug: slug),
                name: LocalizedName(["en_US": english, "ru_RU": russian]),
                category: LocalizedName(plain: ""),
                connectedRealm: 1,
                state: .up,
                since: nil,
                population: .unknown,
                hasQueue: false,
                isLocked: false,
                timezone: "",
                type: "normal"
            )
        }
        return SourceView(
            source: feed,
            freshness: FreshnessBody(state: state),
            realms: realms,
            groups: 1,
            outages: [],
            inMaintenanceWindow: false
        )
    }

    @Test(
        "is its realm, however it is written",
        arguments: [
            ("kelthuzad", "kelthuzad"), ("kel'thuzad", "kelthuzad"), ("Kel’Thuzad", "kelthuzad"),
            ("Кел'Тузад", "kelthuzad"), ("Азурегос", "azuregos"), ("АЗУРЕГОС", "azuregos"),
            ("azjol-nerub", "azjolnerub"), ("Aggra (Português)", "aggra-português"),
            ("aggra portugues", "aggra-português"), ("Chants Eternels", "chants-éternels"),
            ("Tarren Mill", "tarren-mill"), ("таррен милл", "tarren-mill"),
        ]
    )
    func understood(text: String, slug: String) {
        #expect(shelf.meaning(of: text, in: RealmMeaningTests.source()) == .realm(slug: slug))
    }

    @Test("is none while the source answers, with the realm that is written most like it")
    func unknown() {
        let source = RealmMeaningTests.source()
        #expect(shelf.meaning(of: "Taren'Mil", in: source) == .unknown(slug: "tarenmil"))
        #expect(shelf.nearest(to: "Taren Mil", in: source) == "tarren-mill")
        #expect(shelf.nearest(to: "Азурегоз", in: source) == "azuregos")
        #expect(shelf.nearest(to: "Stormrage", in: source) == nil)
        #expect(shelf.builds == 1)
    }

    @Test(
        "is what upstream would write while nobody can say",
        arguments: [
            ("Kel'Thuzad", "kelthuzad"), ("Chants Éternels", "chants-éternels"), ("area  52", "area-52"),
            ("Aggra (Português)", "aggra-português"), ("azjol-nerub", "azjol-nerub"), ("아즈샤라", "아즈샤라"),
        ]
    )
    func unheard(text: String, slug: String) {
        #expect(shelf.meaning(of: text, in: nil) == .unheard(slug: slug))
        var empty = RealmMeaningTests.source()
        empty.realms = []
        #expect(shelf.meaning(of: text, in: empty) == .unheard(slug: slug))
    }

    @Test("is refused by nobody while a realm may stand in a row that cannot be read")
    func hidden() {
        var source = RealmMeaningTests.source()
        source.hidesRealms = true
        #expect(shelf.meaning(of: "Stormrage", in: source) == .unheard(slug: "stormrage"))
        #expect(shelf.meaning(of: "Kel'Thuzad", in: source) == .realm(slug: "kelthuzad"))
    }

    @Test(
        "is never refused by facts of before, and understood by them",
        arguments: [FreshnessBody.State.stale, .noNetwork]
    )
    func restored(state: FreshnessBody.State) {
        let source = RealmMeaningTests.source(state)
        #expect(shelf.meaning(of: "Stormrage", in: source) == .unheard(slug: "stormrage"))
        #expect(shelf.meaning(of: "Kel'Thuzad", in: source) == .realm(slug: "kelthuzad"))
    }
}
