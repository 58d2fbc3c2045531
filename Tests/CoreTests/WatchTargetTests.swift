import Core
import Testing
import WatchpostModel

@Suite("A watch target")
struct WatchTargetTests {
    private static let retail = RealmFeed(region: .eu, flavour: .retail)

    @Test(
        "reads regions, sources and realms",
        arguments: [
            ("eu", WatchTarget.region(.eu)),
            ("eu/retail", .source(retail)),
            ("eu/retail/kazzak", .realm(RealmKey(source: retail, slug: "kazzak"))),
            ("eu/retail/Kazzak", .realm(RealmKey(source: retail, slug: "kazzak"))),
            ("eu/retail/area-52", .realm(RealmKey(source: retail, slug: "area-52"))),
            ("eu/retail/азурегос", .realm(RealmKey(source: retail, slug: "азурегос"))),
            ("eu/retail/아즈샤라", .realm(RealmKey(source: retail, slug: "아즈샤라"))),
            ("eu/retail/暗影之月", .realm(RealmKey(source: retail, slug: "暗影之月"))),
            ("eu/retail/Kel'Thuzad", .realm(RealmKey(source: retail, slug: "kelthuzad"))),
            ("eu/retail/Area 52", .realm(RealmKey(source: retail, slug: "area-52"))),
            ("eu/retail/Aggra (Português)", .realm(RealmKey(source: retail, slug: "aggra-português"))),
        ]
    )
    func reads(text: String, target: WatchTarget) throws {
        #expect(try WatchTarget(parsing: text) == target)
        #expect(try WatchTarget(parsing: target.description) == target)
    }

    @Test("slugs are composed, so that they are byte for byte what upstream says")
    func composed() throws {
        guard
            case .realm(let key) = try WatchTarget(
                parsing: "eu/retail/pozzo-dell\u{65}\u{301}ternit\u{61}\u{300}"
            )
        else {
            Issue.record("no realm")
            return
        }
        #expect(Array(key.slug.utf8) == Array("pozzo-dell\u{e9}ternit\u{e0}".utf8))
    }

    @Test(
        "refuses what names nothing",
        arguments: [
            ("", WatchTargetError.notAPath), ("eu/", .notAPath), ("/eu", .notAPath), ("eu//x", .notAPath),
            ("eu/retail/a/b", .notAPath), ("eu/retail/a\u{0}b", .notAPath),
            ("europe", .unknownRegion("europe")), ("EU", .unknownRegion("EU")),
            ("eu/Retail", .badFlavour("Retail")),
            ("eu/aaaaaaaaaaaaaaaaaaaaaaaaa", .badFlavour("aaaaaaaaaaaaaaaaaaaaaaaaa")),
            ("eu/retail/Kel'Thuzad!", .badSlug("Kel'Thuzad!", suggestion: "kelthuzad")),
            ("eu/retail/'", .badSlug("'", suggestion: nil)),
            ("eu/retail/?", .badSlug("?", suggestion: nil)),
        ]
    )
    func refuses(text: String, error: WatchTargetError) {
        #expect(throws: error) { try WatchTarget(parsing: text) }
    }

    @Test(
        "touches the sources that belong to it",
        arguments: [
            ("us", true), ("us/retail", true), ("us/classic", false), ("us/retail/illidan", true),
            ("eu", false),
        ]
    )
    func touches(text: String, source: Bool) throws {
        let target = try WatchTarget(parsing: text)
        #expect(target.touches(RealmFeed(region: .us, flavour: .retail)) == source)
    }
}
