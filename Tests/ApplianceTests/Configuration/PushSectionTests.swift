import Testing

@testable import Appliance
@testable import SystemSupport
@testable import Push

@Suite("Settings of pushes")
struct PushSectionTests {
    private static let account =
        "[push.apns]\nteam_id = \"TEAM123456\"\nkey_id = \"KEY1234567\"\ntopic = \"org.example.app\"\n"

    @Test("without any, Web Push works and APNs does not")
    func none() throws {
        let push = try ConfigurationFixture.parse("").push
        #expect(push.apns == nil)
        let empty = try ConfigurationFixture.parse("[push.web]").push.web
        #expect(push.web == empty)
        #expect(push.web.contact == nil)
        #expect(push.reach == PushReach())
    }

    @Test("the public address is the contact, unless there is a better one")
    func contact() throws {
        let server = "[server]\npublic_url = \"https://box.example.org\"\n"
        let derived = try ConfigurationFixture.parse(server).push.web.contact
        #expect(derived == "https://box.example.org")
        let own = try ConfigurationFixture.parse(server + "[push.web]\ncontact = \"mailto:ann@example.org\"")
            .push.web.contact
        #expect(own == "mailto:ann@example.org")
    }

    @Test(
        "a contact that Apple would refuse is refused",
        arguments: [
            "", "ann@example.org", "mailto:", "mailto:ann", "mailto: ann@example.org", "mailto:ann@localhost",
            "mailto:ann@box.localhost", "mailto:@example.org", "mailto:a@b@example.org", "mailto:ann@.org",
            "mailto:ann@example.org.", "http://example.org", "https://localhost", "https://box", "tel:123",
        ]
    )
    func badContact(text: String) {
        let lines = ConfigurationFixture.lines("[push.web]\ncontact = \"\(text)\"")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("push.web.contact") == true)
    }

    @Test(
        "a contact that cannot be reached from outside is worth a warning, wherever it comes from",
        arguments: [
            "mailto:ann@box.local", "mailto:ann@pi.lan", "mailto:ann@box.home.arpa", "mailto:ann@192.168.1.5",
            "mailto:ann@mail.internal", "https://box.local", "https://192.168.1.5",
            "https://box.fritz.home", "https://10.0.0.1/contact", "https://a.test",
        ]
    )
    func contactAtHome(text: String) throws {
        let warnings = try ConfigurationFixture.parse("[push.web]\ncontact = \"\(text)\"").warnings
        let lines = warnings.map { $0.line(file: "f") }
        #expect(lines.count == 1)
        #expect(
            lines.first?.contains("push.web.contact: \(text) cannot be reached from outside") == true,
            "\(lines)"
        )
        #expect(
            lines.first?.contains("BadJwtToken") == true && lines.first?.contains("write mailto:") == true
        )
    }

    @Test("so is a public address of that kind, where no contact is named")
    func publicAddressAtHome() throws {
        let server = "[server]\npublic_url = \"https://box.local\"\n"
        let warnings = try ConfigurationFixture.parse(server).warnings.map { $0.line(file: "f") }
        #expect(warnings.count == 1 && warnings[0].contains("https://box.local cannot be reached"))
        let own = server + "[push.web]\ncontact = \"mailto:ann@example.org\""
        #expect(try ConfigurationFixture.parse(own).warnings.isEmpty)
    }

    @Test(
        "others are not",
        arguments: [
            "mailto:ann@example.org", "mailto:ann@local.example.org", "https://box.example.org/contact",
            "https://home.example.org", "mailto:ann@lan.de",
        ]
    )
    func contactOutside(text: String) throws {
        #expect(try ConfigurationFixture.parse("[push.web]\ncontact = \"\(text)\"").warnings.isEmpty)
    }

    @Test("an account names its key, a file or the credential")
    func account() throws {
        let named = try ConfigurationFixture.parse(PushSectionTests.account + "key_file = \"/apns.p8\"")
        let account = try #require(named.push.apns)
        #expect(account.team == "TEAM123456")
        #expect(account.keyID == "KEY1234567")
        #expect(account.topic == "org.example.app")
        #expect(account.keyFile == "/apns.p8")
        let placed = try ConfigurationFixture.parse(
            PushSectionTests.account,
            credentialsDirectory: "/credentials"
        )
        #expect(placed.push.apns?.keyFile == "/credentials/apns-key")
        #expect(placed.warnings.isEmpty)
    }

    @Test(
        "a key that cannot be used is no reason not to start; the panel tells of it",
        arguments: ["/p384.p8", "/good", "/nowhere"]
    )
    func unusable(path: String) throws {
        let configuration = try ConfigurationFixture.parse(
            PushSectionTests.account + "key_file = \"\(path)\""
        )
        #expect(configuration.push.apns?.keyFile == path)
        #expect(configuration.warnings.isEmpty)
    }

    @Test("a key that others can read is worth a warning")
    func exposed() throws {
        let text = PushSectionTests.account + "key_file = \"/exposed\""
        let warnings = try ConfigurationFixture.parse(text).warnings
        #expect(warnings.count == 1)
        #expect(warnings.first?.reason.contains("other users of this machine can read /exposed") == true)
    }

    /// What is written, and what the one line says.
    private static let mistakes: [(String, String)] = [
        (
            "[push.apns]\nteam_id = \"TEAM123456\"\nkey_id = \"KEY1234567\"\nkey_file = \"/apns.p8\"",
            "has no topic"
        ),
        (account, "has no key"),
        (
            account.replacing("TEAM123456", with: "team123456") + "key_file = \"/apns.p8\"",
            "not an id of Apple's"
        ),
        (
            account.replacing("KEY1234567", with: "KEY123456") + "key_file = \"/apns.p8\"",
            "not an id of Apple's"
        ),
        (account.replacing("org.example.app", with: "app") + "key_file = \"/apns.p8\"", "not a bundle id"),
        ("[push.web]\nhosts = [\"https://push.example.org\"]", "not a host name"),
        ("[push]\nca_file = \"/tmp/ca.pem\"", "for tests"),
        ("[push]\nconnect_to = [\"api.push.apple.com:443:127.0.0.1:1\"]", "for tests"),
    ]

    @Test("each mistake is one line", arguments: mistakes)
    func mistake(text: String, words: String) {
        let lines = ConfigurationFixture.lines(text)
        #expect(lines.count == 1)
        #expect(lines.first?.contains(words) == true, "\(lines)")
    }

    @Test("a test may lead notices to a simulator")
    func test() throws {
        let text = "[push]\nca_file = \"/ca.pem\"\nconnect_to = [\"api.push.apple.com:443:127.0.0.1:1\"]"
        let reach = try ConfigurationFixture.parse(text, isTest: true).push.reach
        #expect(reach.certificates == "/ca.pem")
        #expect(reach.connectTo == ["api.push.apple.com:443:127.0.0.1:1"])
    }

    @Test("commands that ask nobody read no key")
    func unread() throws {
        let configuration = try Configuration.parse(
            text: PushSectionTests.account + "key_file = \"/nowhere/nobody\"",
            file: "f",
            environment: ConfigurationEnvironment(localZone: .local),
            secretReader: SecretFile.unread
        )
        #expect(configuration.push.apns != nil)
    }
}

extension PushSection {
    fileprivate var apns: APNsSection? { channels.lazy.compactMap { $0 as? APNsSection }.first }

    /// The one that is always there.
    fileprivate var web: WebPushSection {
        channels.lazy.compactMap { $0 as? WebPushSection }.first
            ?? WebPushSection(contact: "none", hosts: ["none"])
    }
}
