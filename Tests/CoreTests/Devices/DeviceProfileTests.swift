import Core
import Testing
import TestSupport

/// A phone that says something odd about itself is a phone all the same.
@Suite("What phones say about themselves")
struct DeviceProfileTests {
    @Test(
        "a language is folded to a tag, and what makes no sense is English",
        arguments: [
            ("en-GB", "en-GB"), ("en_GB", "en-GB"), ("EN-gb", "en-GB"), ("pl", "pl"), (" pl-PL\n", "pl-PL"),
            ("en-US@posix", "en-US"), ("pl_PL.UTF-8", "pl-PL"), ("pl_PL.UTF-8@euro", "pl-PL"),
            ("sr_RS@latin", "sr-Latn-RS"), ("sr_Cyrl_RS@latin", "sr-Cyrl-RS"), ("zh-hans-cn", "zh-Hans-CN"),
            ("zh_TW_#Hant", "zh-TW-Hant"), ("es-419", "es-419"), ("de-DE-1996", "de-DE-1996"),
            ("nan-Hant-TW", "nan-Hant-TW"), ("en-US,en;q=0.9", "en-US"),
            ("ar-EG-u-nu-LATN", "ar-EG-u-nu-latn"),
            ("en-u", "en"), ("en--GB", "en-GB"), ("de-toolongsubtag-DE", "de"), ("en-Zürich", "en"),
            ("C", "en"), ("C.UTF-8", "en"), ("POSIX", "en"), ("und", "en"), ("root", "en"), ("*", "en"),
            ("", "en"),
            ("undefined", "en"), ("null", "en"), ("🇵🇱", "en"), ("../../etc/passwd", "en"), ("pl\0PL", "en"),
            ("x-klingon", "en"), ("123", "en"),
        ]
    )
    func locales(said: String, taken: String) {
        #expect(DeviceProfile(name: nil, locale: said, zone: nil).locale == taken)
    }

    @Test("a language of any length fits its column")
    func longLocale() {
        let tags = [
            "en-" + String(repeating: "abcdefgh-", count: 200), String(repeating: "a", count: 16_000),
            "ar-u-" + String(repeating: "nu-latn-", count: 20),
        ]
        for tag in tags {
            let taken = DeviceProfile(name: nil, locale: tag, zone: nil).locale
            #expect(taken.utf8.count <= LocaleTag.longest && taken.last != "-", "\(taken)")
        }
    }

    @Test(
        "a zone is one of the database, also in other letters or as a distance, and else UTC",
        arguments: [
            ("Europe/Warsaw", "Europe/Warsaw"), ("Asia/Calcutta", "Asia/Calcutta"),
            ("europe/warsaw", "Europe/Warsaw"),
            ("AMERICA/NEW_YORK", "America/New_York"), ("utc", "UTC"), ("GMT+2", "Etc/GMT-2"),
            ("GMT+0200", "Etc/GMT-2"), ("UTC-05:00", "Etc/GMT+5"), ("+01:00", "Etc/GMT-1"),
            ("-03", "Etc/GMT+3"),
            ("+00:00", "UTC"), ("UTC+14", "Etc/GMT-14"), ("UTC+15", "UTC"), ("+05:30", "UTC"),
            ("+99999", "UTC"),
            ("GMT+", "UTC"), ("+１", "UTC"), ("Etc/Unknown", "UTC"), ("undefined", "UTC"), ("", "UTC"),
            ("Mars/Olympus", "UTC"), ("/etc/passwd", "UTC"), ("../../etc/passwd", "UTC"), ("../UTC", "UTC"),
            ("file:/dev/ptmx", "UTC"), ("libc:x", "UTC"), ("Europe", "UTC"), ("leapseconds", "UTC"),
        ]
    )
    func zones(said: String, taken: String) {
        #expect(DeviceProfile(name: nil, locale: nil, zone: said).zone == taken)
    }

    @Test("nothing said is English, in UTC, and the name that is stored")
    func nothing() {
        let profile = DeviceProfile(name: nil, locale: nil, zone: nil)
        #expect(profile.locale == "en" && profile.zone == "UTC" && profile.name == nil)
    }

    @Test("a name loses what would deceive its reader")
    func name() {
        let said = " \u{202E}Ann's\u{7} phone\n "
        #expect(DeviceProfile(name: said, locale: "en-GB", zone: "UTC").name == "Ann's phone")
        #expect(DeviceProfile(name: " \n", locale: "pl", zone: "UTC").name == "")
    }

    /// Names as said and as taken, with their type, since Swift 6.0 does not find it in reasonable time.
    private static let longNames: [(String, String)] = [
        (String(repeating: "é", count: 65), String(repeating: "é", count: 64)),
        (String(repeating: "e\u{301}", count: 40), String(repeating: "e\u{301}", count: 32)),
        (String(repeating: "a", count: 63) + "e\u{301}", String(repeating: "a", count: 63)),
        (String(repeating: "a", count: 63) + "   b", String(repeating: "a", count: 63)),
        (String(repeating: " ", count: 9_000) + "Ann", "Ann"),
        (String(repeating: "🦉", count: 3_000), String(repeating: "🦉", count: 64)),
        ("e" + String(repeating: "\u{301}", count: 9_000), ""),
    ]

    @Test("a name that is too long is cut between two characters", arguments: longNames)
    func longName(said: String, taken: String) {
        #expect(DeviceProfile(name: said, locale: nil, zone: nil).name == taken)
    }

    @Test("whatever a phone says, what is kept has the form of a tag and is a zone that there is")
    func anything() {
        var generator = SeededGenerator.announced(for: "profiles")
        let bits = [
            "en", "pl_", "-", "_", ".UTF-8", "@latin", "GMT", "+02", ":", "/", "Etc", "🦉", "\0", "é", "u",
            " ",
        ]
        for _ in 0..<TestEffort.rounds(2_000) {
            let said = (0..<Int.random(in: 0...9, using: &generator))
                .map { _ in bits.randomElement(using: &generator) ?? "" }.joined()
            let profile = DeviceProfile(name: said, locale: said, zone: said)
            let parts = profile.locale.split(separator: "-", omittingEmptySubsequences: false)
            #expect((2...LocaleTag.longest).contains(profile.locale.utf8.count), "\(said)")
            #expect(
                parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.isMade(of: .letters | .digits) },
                "\(said)"
            )
            #expect(CivilZone(named: profile.zone) != nil, "\(said)")
        }
    }
}
