import Testing

@testable import Appliance
@testable import SystemSupport

@Suite("The mail server in the configuration")
struct MailSectionTests {
    private static let named =
        "[mail]\nserver = \"smtp://mail.example.org:587\"\nfrom = \"box@example.net\"\n"

    @Test("without a table there is no mail; a server and an address are enough")
    func plain() throws {
        #expect(try ConfigurationFixture.parse("").mail == nil)
        #expect(try ConfigurationFixture.parse("[mail]").mail == nil)
        let mail = try #require(try ConfigurationFixture.parse(Self.named).mail)
        #expect(mail.server == "smtp://mail.example.org:587" && mail.isEncrypted)
        #expect(mail.login == nil && mail.recipient == nil && mail.lettersPerHour == 60)
    }

    @Test("the password is in a file, is in no print, and a file that others read is a warning")
    func password() throws {
        let text = "\(Self.named)user = \"box\"\npassword_file = \"/exposed\""
        let configuration = try ConfigurationFixture.parse(text)
        #expect(configuration.mail?.login?.password.exposed == "s3cret")
        #expect(configuration.warnings.count == 1)
        #expect(!"\(configuration)".contains("s3cret"))
    }

    private static let mistakes = [
        ("server = \"smtp://mail.example.org\"", "has no from"),
        ("from = \"box@example.net\"", "has no server"),
        ("\(named)user = \"box\"", "no password"), ("\(named)password_file = \"/good\"", "no user"),
        ("\(named)user = \"a:b\"\npassword_file = \"/good\"", "not a user of a mail server"),
        ("\(named)tls = \"none\"", "in the clear"), ("\(named)letters_per_hour = 3", "outside"),
        ("\(named)recipient = \"me\"", "not a plain address"),
        ("\(named)user = \"box\"\npassword_file = \"/empty\"", "empty"),
        ("server = \"smtp://u:p@h\"\nfrom = \"box@example.net\"", "user or a password"),
        ("server = \"smtp://h/x\"\nfrom = \"box@example.net\"", "more than scheme"),
        ("server = \"http://h\"\nfrom = \"box@example.net\"", "not an smtp or smtps"),
    ]

    @Test("mistakes are told", arguments: mistakes)
    func mistake(line: String, words: String) {
        let lines = ConfigurationFixture.lines(line.hasPrefix("[mail]") ? line : "[mail]\n\(line)")
        #expect(lines.count == 1 && lines.first?.contains(words) == true, "\(lines)")
    }

    @Test("a server at home may be spoken to in the clear")
    func home() throws {
        let text = "[mail]\nserver = \"smtp://192.168.1.2\"\nfrom = \"box@example.net\"\ntls = \"none\""
        #expect(try ConfigurationFixture.parse(text).mail?.isEncrypted == false)
    }
}
