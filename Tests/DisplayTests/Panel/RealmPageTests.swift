import Core
import Display
import Testing
import WatchpostModel

@Suite("Pages about realms")
struct RealmPageTests {
    private func ring(
        _ sources: [SourceView],
        _ geometry: DisplayGeometry = .sixteenByTwo,
        watch: [String] = ["eu"],
        rotations: [PanelRotation] = [],
        at now: UnixTime? = Facts.at(17, 48)
    ) -> [String] {
        var input = PanelInput()
        input.sources = sources
        input.rotations = rotations
        var screens = Screens(Facts.settings(geometry, watch: watch), input, at: now)
        return screens.ring().sorted()
    }

    private func lines(_ first: String, _ second: String) -> String { "|\(first)|\n|\(second)|" }

    /// Outside of `@Test`, where a closure stops Swift 6.0.3's compiler.
    private static let everyRealm = Facts.source((0..<246).map { Facts.realm("r\($0)") })

    @Test(
        "the counts, from nothing down to hundreds of realms",
        arguments: [
            ([Facts.source(Facts.six())], "↑ 6  ↓ 0  of 6  "),
            ([Facts.source(Facts.six(.suspected))], "↑ 6  ↓ 0  of 6  "),
            ([SourceView.waiting(Facts.european)], "waiting for data"),
            ([Facts.source(Facts.six(), .stale, since: Facts.at(12, 31))], "stale 12:31    ◷"),
            ([RealmPageTests.everyRealm], "↑246 ↓0 of 246  "),
        ]
    )
    func summary(sources: [SourceView], line: String) {
        #expect(ring(sources).last { $0.hasPrefix("realms") } == "realms\n" + lines("Realms          ", line))
    }

    @Test("queues and locks are counted and named")
    func queueAndLock() {
        let realms = [
            Facts.realm("aerie", queue: true), Facts.realm("blackmoore", locked: true), Facts.realm("eonar"),
        ]
        #expect(
            ring([Facts.source(realms)])
                == [
                    "locked/eu/retail/blackmoore\n" + lines("Blackmoore     ⚿", "locked        EU"),
                    "queue/eu/retail/aerie\n" + lines("Aerie          ≡", "queue         EU"),
                    "realms\n" + lines("Realms          ", "↑3 ↓0 ≡1 ⚿1 of 3"),
                ]
        )
    }

    @Test("a confirmed outage takes the place of maps and counts; several alternate")
    func preempts() {
        let pages = ring([Facts.source(Facts.six(.down, .recovering))], rotations: [Facts.pubs])
        #expect(
            pages == [
                "down/eu/retail/aerie\n" + lines("Aerie          ↓", "down since 12:31"),
                "down/eu/retail/blackmoore\n" + lines("Blackmoore     ↓", "down since 12:31"),
            ]
        )
    }

    @Test("a long name has the row to itself, and an old outage its weekday")
    func longName() {
        let realm = Facts.realm(
            "culte",
            .down,
            name: "Culte de la Rive noire",
            since: Facts.at(3, 0, day: 20)
        )
        let expected = "down/eu/retail/culte\n" + lines("Culte Rive noire", "down since Fri  ")
        #expect(ring([Facts.source([realm])]) == [expected])
    }

    @Test("an outage of unknown start has no time")
    func unknownStart() {
        let expected = "down/eu/retail/aerie\n" + lines("Aerie          ↓", "down          EU")
        #expect(ring([Facts.source([Facts.realm("aerie", .down)])]) == [expected])
    }

    @Test("20x4: the map and the counts stay below an outage")
    func tallOutage() {
        let pages = ring([Facts.source(Facts.six(.down))], .twentyByFour, rotations: [Facts.pubs])
        #expect(
            pages == [
                """
                down/eu/retail/aerie
                |Aerie              ↓|
                |down since 12:31  EU|
                |Storm Point    18:30|
                |↑ 5  ↓ 1  of 6      |
                """
            ]
        )
    }

    @Test("a region or a category that went down is one page")
    func grouped() {
        let states = Facts.six(.down, .down, .down, .recovering, .down, .down)
        let region = OutageBody(scope: .region, category: nil, since: Facts.at(12, 30), realms: 6)
        let category = OutageBody(scope: .category, category: "English", since: Facts.at(12, 31), realms: 6)
        #expect(
            ring([Facts.source(states, outages: [region, category])])
                == ["outage/eu/retail\n" + lines("Europe down     ", "12:30   6 realms")]
        )
        let other = Facts.realm("kazzak", .down, since: Facts.at(13, 0), category: "German")
        #expect(
            ring([Facts.source(states + [other], outages: [category])]) == [
                "down/eu/retail/kazzak\n" + lines("Kazzak         ↓", "down since 13:00"),
                "outage/eu/retail/English\n" + lines("English down    ", "12:31   6 realms"),
            ]
        )
    }

    @Test("who watches one realm of a region that is down reads its name")
    func loneRealm() {
        let region = OutageBody(scope: .region, category: nil, since: Facts.at(12, 30), realms: 6)
        let states = Facts.six(.down, .down, .down, .down, .down, .down)
        let pages = ring([Facts.source(states, outages: [region])], watch: ["eu/retail/eonar"])
        #expect(pages == ["down/eu/retail/eonar\n" + lines("Eonar          ↓", "down since 12:31")])
    }

    @Test("a long name of a region gives way to its code")
    func longRegion() {
        let realms = ["a", "b"].map {
            Facts.realm($0, .down, since: Facts.at(12, 30), source: Facts.american)
        }
        let outage = OutageBody(scope: .region, category: nil, since: Facts.at(12, 30), realms: 2)
        let pages = ring([Facts.source(realms, outages: [outage], of: Facts.american)], watch: ["us"])
        #expect(pages == ["outage/us/retail\n" + lines("US down         ", "12:30   2 realms")])
    }

    @Test("maintenance is no outage: it takes its turn")
    func maintenance() {
        let pages = ring([Facts.source(Facts.six(.maintenance))], rotations: [Facts.pubs])
        #expect(
            pages.contains("maintenance/eu/retail/aerie\n" + lines("Aerie          ↓", "maint. 12:31  EU"))
        )
        #expect(pages.contains { $0.hasPrefix("rotation/pubs\n") })
    }

    @Test("a stale source names itself, and what was down in it no longer pre-empts")
    func stale() {
        let source = Facts.source(
            Facts.six(.down),
            .stale,
            since: Facts.at(12, 31),
            reason: "eu/retail answers 503"
        )
        let pages = ring([source], rotations: [Facts.pubs])
        #expect(pages.contains("stale/eu/retail\n" + lines("stale 12:31    ◷", "eu/retail       ")))
        #expect(pages.contains { $0.hasPrefix("rotation/pubs\n") })
        #expect(!pages.contains { $0.hasPrefix("down") })
    }

    @Test("more outages than anybody would wait for end in a number")
    func many() {
        let realms =
            (10..<30).map { Facts.realm("realm\($0)", .down, since: Facts.at(12, 31)) } + [Facts.realm("up")]
        let pages = ring([Facts.source(realms)])
        #expect(pages.count == 9)
        #expect(pages.contains("down/more\n" + lines("12 more down    ", "↑ 1  ↓ 20  of 21")))
    }

    @Test("a name that the display lacks gives way to the slug, then to a number")
    func otherScripts() {
        let named = Facts.realm("azshara", .down, name: "아즈샤라")
        let nameless = Facts.realm("凤凰之神", .down, name: "凤凰之神")
        let pages = ring([Facts.source([named, nameless])])
        #expect(pages.contains { $0.contains("|azshara        ↓|") })
        #expect(pages.contains { $0.contains("|CR1305         ↓|") })
    }
}
