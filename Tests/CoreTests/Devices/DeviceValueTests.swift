import Core
import CoreSupport
import Testing

private let install = "AbC-_0123456789abcdefg"
private let secret = "0123456789012345678901234567890123456789AZ_"

@Suite("What phones send")
struct DeviceValueTests {
    @Test("a credential is two parts of base64url")
    func credential() {
        let credential = DeviceCredential("\(install).\(secret)")
        #expect(credential?.install == install)
        #expect(credential?.secret == Array(secret.utf8))
    }

    /// Apart from the test: Swift 6.0.3 cannot expand a macro around interpolated text.
    private static let strangers = [
        "", ".", "\(install)", "\(install).", ".\(secret)", "\(install).\(secret).",
        "\(install).\(secret)=",
        "\(install)A.\(secret)", "\(install).\(secret)A", "\(install). \(secret)",
        "\(install)\n.\(secret)",
        "AbC+/0123456789abcdefg.\(secret)", "ÄbC-_0123456789abcdef.\(secret)", "\(install)\0.\(secret)",
    ]

    @Test("anything else is no credential", arguments: strangers)
    func noCredential(text: String) {
        #expect(DeviceCredential(text) == nil)
    }

    @Test("a secret shows in no description")
    func hidden() throws {
        let credential = try #require(DeviceCredential("\(install).\(secret)"))
        var dumped = ""
        dump(credential, to: &dumped)
        #expect(!"\(credential) \(String(reflecting: credential)) \(dumped)".contains("0123456789012"))
    }

    @Test("realms are kept in one form: NFC, lower case, sorted, each once")
    func realms() throws {
        let realms = try WatchedRealm.list([
            "retail/Kazzak", "classic-era/кел-тузад", "retail/kazzak", "retail/e\u{301}ternite",
            "retail/aerie-peak",
        ])
        let wanted = ["classic-era/кел-тузад", "retail/aerie-peak", "retail/kazzak", "retail/éternite"]
        #expect(realms == wanted)
        #expect(realms.last?.unicodeScalars.count == 15)
    }

    @Test(
        "what names no realm is refused with its place",
        arguments: [
            "", "/", "kazzak", "retail/", "/kazzak", "retail/kazzak/eu", "Retail/kazzak", "retail/kaz zak",
            "retail/kaz\u{0}zak", "retail/..", "retail/kazzak\n", "retail/<b>", "retail/\u{202E}kazzak",
            "retail/" + String(repeating: "a", count: 129),
        ]
    )
    func noRealm(name: String) async {
        let refusal = await failure(DeviceRefusal.self) { try WatchedRealm.list(["retail/kazzak", name]) }
        #expect(refusal?.words.hasPrefix("realms[1]: ") == true)
    }

    @Test("a list has a bound")
    func tooMany() async throws {
        let most = (0..<WatchList.mostRealms).map { "retail/r\($0)" }
        #expect(try WatchedRealm.list(most).count == 400)
        let refusal = await failure(DeviceRefusal.self) { try WatchedRealm.list(most + ["retail/one-more"]) }
        #expect(refusal?.words.contains("401") == true)
    }

    @Test(
        "an alert that cannot be meant is refused by the name of its member",
        arguments: [
            ("mode", "", "storm-point", 15, [Weekday.monday]), ("mode", "Pubs", nil, 15, [.monday]),
            ("map", "pubs", "Storm Point", 15, [.monday]), ("minutesBefore", "pubs", nil, -1, [.monday]),
            ("minutesBefore", "pubs", nil, 721, [.monday]), ("days", "pubs", nil, 0, []),
        ] as [(String, String, String?, Int, [Weekday])]
    )
    func badAlert(member: String, mode: String, map: String?, minutes: Int, days: [Weekday]) async {
        let refusal = await failure(DeviceRefusal.self) {
            try MapAlert(
                mode: mode,
                map: map,
                minutes: minutes,
                once: false,
                days: WeekdaySet(days),
                hours: nil
            )
        }
        #expect(refusal?.words.hasPrefix("\(member): ") == true)
    }

    @Test("days are bits from Monday on, hours need two ends")
    func days() {
        #expect(WeekdaySet([.monday, .sunday]).rawValue == 0b100_0001)
        #expect(WeekdaySet.all.rawValue == 127)
        #expect(WeekdaySet(rawValue: 0b110).days == [.tuesday, .wednesday])
        #expect(MinuteSpan(from: 1_320, to: 420) != nil)
        #expect(MinuteSpan(from: 0, to: 1_440) == nil)
        #expect(MinuteSpan(from: 60, to: 60) == nil)
    }
}
