import Testing

@testable import Core

@Suite("Slugs of realms")
struct RealmSlugTests {
    @Test(
        "what a source may call a realm can be watched by lists and settings, and nothing else can",
        arguments: [
            ("tichondrius_2", true), ("azjolnerub", true), ("кел-тузад", true), ("aggra-português", true),
            ("憤怒使者", true), ("r.i.p", true), ("a~b", true), ("ⅳ", true), ("a·b", true),
            (String(repeating: "é", count: 64), true), (String(repeating: "é", count: 64) + "e", false),
            ("", false), (".", false), ("..", false), ("a/b", false), ("a\\b", false), ("area-52?", false),
            ("a#b", false), ("a%41", false), ("<b>", false), ("a b", false), ("a\u{0}b", false),
            ("a\u{7F}", false), ("a\u{A0}b", false), ("\u{202E}kazzak", false), ("a\u{85}b", false),
        ]
    )
    func rule(slug: String, isUsable: Bool) {
        #expect(RealmSlug.isUsable(slug) == isUsable)
        #expect(WatchedRealm.isName("retail/\(slug)") == isUsable)
        let target = try? WatchTarget(parsing: "eu/retail/\(slug)")
        let source = RealmFeed(region: .eu, flavour: .retail)
        // A space in settings is a hyphen: another slug.
        #expect((target == .realm(RealmKey(source: source, slug: slug))) == isUsable)
    }
}
