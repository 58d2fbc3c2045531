import Appliance
import Testing
@testable import SystemSupport

@Suite("Credentials in the configuration")
struct CredentialTests {
    private static let client = "[battlenet]\nclient_id = \"id\"\n"

    @Test("come from the named file, without the white space around them")
    func named() throws {
        let configuration = try ConfigurationFixture.parse(
            CredentialTests.client + "client_secret_file = \"/good\""
        )
        #expect(configuration.battleNet.credentials == ClientCredentials(id: "id", secret: Secret("s3cret")))
        #expect(configuration.regions.allSatisfy { $0.credentials == configuration.battleNet.credentials })
        #expect(configuration.unofficialFeeds.isEmpty)
    }

    @Test("come from systemd when no file is named")
    func credential() throws {
        let configuration = try ConfigurationFixture.parse(
            CredentialTests.client,
            credentialsDirectory: "/credentials"
        )
        #expect(configuration.battleNet.credentials?.secret.exposed == "default-secret")
    }

    @Test("a secret that systemd does not have is a problem of the client")
    func missing() {
        let lines = ConfigurationFixture.lines(CredentialTests.client, credentialsDirectory: "/nowhere")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("/nowhere/battlenet-client-secret") == true)
    }

    @Test("the empty file that the package places is a warning, and the status page is read instead")
    func placed() throws {
        let configuration = try ConfigurationFixture.parse(
            CredentialTests.client,
            credentialsDirectory: "/placed"
        )
        #expect(configuration.unofficialFeeds == configuration.realms.sources)
        #expect(
            configuration.warnings.map { $0.line(file: "f") } == [
                "f:2:13: battlenet.client_id: its secret, /placed/battlenet-client-secret, is empty, and so "
                    + "Battle.net is not asked; write it into /etc/watchpost/credentials/battlenet-client-secret, "
                    + "and restart the service"
            ]
        )
    }

    @Test("an empty file that a setting names is a problem")
    func emptyAndNamed() {
        let lines = ConfigurationFixture.lines(CredentialTests.client + "client_secret_file = \"/empty\"")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("it is empty; write the secret into it") == true)
    }

    @Test("are not read for commands that ask nobody")
    func unread() throws {
        let configuration = try Configuration.parse(
            text: CredentialTests.client + "client_secret_file = \"/nowhere/nobody-may-read-this\"",
            file: "f",
            environment: ConfigurationEnvironment(localZone: .local),
            secretReader: SecretFile.unread
        )
        #expect(configuration.unofficialFeeds.isEmpty)
        #expect(configuration.warnings.isEmpty)
    }

    @Test("a file that others can read is a warning")
    func exposed() throws {
        let configuration = try ConfigurationFixture.parse(
            CredentialTests.client + "client_secret_file = \"/exposed\""
        )
        #expect(
            configuration.warnings.map { $0.line(file: "f") } == [
                "f:3:22: battlenet.client_secret_file: other users of this machine can read /exposed; chmod 600 it"
            ]
        )
    }

    @Test("the mode of a credential that systemd hands over is systemd's business")
    func handedOver() throws {
        let configuration = try ConfigurationFixture.parse(
            CredentialTests.client,
            credentialsDirectory: "/systemd"
        )
        #expect(configuration.unofficialFeeds.isEmpty)
        #expect(configuration.warnings.isEmpty)
    }

    @Test(
        "what people write beside a secret is named, with what to do, and the secret is not repeated",
        arguments: [
            ("“s3cret”", "curly quotes (“)", "leave only the secret"),
            ("‘s3cret’", "curly quotes", "leave only"),
            ("\"s3cret\"", "quotes around it", "without quotes"),
            ("'s3cret'", "quotes around it", "without quotes"),
            ("client_secret = \"s3cret\"", "a whole setting", "without a name"),
            ("client_secret=s3cret", "a whole setting", "without a name"),
            ("s3cret\0", "a zero byte", "plain text"),
            ("s3\u{200B}cret", "cannot be seen (U+200B)", "leave only"),
            ("s3\u{A0}cret", "a blank of another kind (U+00A0)", "leave only"),
            ("s3–cret", "a dash (–)", "leave only"),
            ("s3cret more", "more than one word", "leave only"),
            ("\u{FEFF}\u{FEFF}s3cret", "U+FEFF", "leave only"),
        ]
    )
    func slips(text: String, reason: String, remedy: String) {
        do throws(FileError) {
            _ = try SecretFile(text: text, isExposed: false)
            Issue.record("was taken")
        } catch {
            #expect(error.reason.contains(reason), "\(error)")
            #expect(error.remedy.contains(remedy), "\(error)")
            #expect(!error.reason.contains("s3c") && !error.remedy.contains("s3c"))
        }
    }

    @Test(
        "a secret may have any character of a keyboard in it, quotes as well",
        arguments: ["a\"b'c", "\"", "x=y", "--"]
    )
    func odd(text: String) throws {
        #expect(try SecretFile(text: "\(text)\r\n", isExposed: false).secret.exposed == text)
    }

    @Test("China needs a client of its own")
    func china() throws {
        let realms = "[realms]\nregions = [\"us\", \"cn\"]\n"
        let lines = ConfigurationFixture.lines(
            CredentialTests.client + realms,
            credentialsDirectory: "/credentials"
        )
        #expect(lines.count == 1)
        #expect(lines.first?.contains("realms.regions") == true)
        #expect(lines.first?.contains("[region.cn]") == true)
        let own = CredentialTests.client + realms + "[region.cn]\nclient_id = \"cn-id\""
        let configuration = try ConfigurationFixture.parse(own, credentialsDirectory: "/credentials")
        #expect(configuration.regions.map { $0.credentials?.id } == ["id", "cn-id"])
        #expect(configuration.regions.last?.credentials?.secret.exposed == "china-secret")
    }

    @Test("a secret does not print itself in any way")
    func hidden() throws {
        let configuration = try ConfigurationFixture.parse(
            CredentialTests.client + "client_secret_file = \"/good\""
        )
        var dumped = ""
        dump(configuration, to: &dumped)
        let texts = [dumped, "\(configuration)", String(reflecting: configuration), "\(Secret("s3cret"))"]
        #expect(texts.allSatisfy { !$0.contains("s3cret") })
        #expect(texts.allSatisfy { $0.contains("•••") })
    }
}
