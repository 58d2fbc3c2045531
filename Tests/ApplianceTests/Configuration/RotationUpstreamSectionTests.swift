import FoundationEssentials
import Testing

@testable import Appliance
@testable import SystemSupport

@Suite("The upstream of rotations in the configuration")
struct RotationUpstreamSectionTests {
    private static let named = "[rotations.upstream]\nkey_file = \"/good\"\n"

    @Test("is off without a key, whatever else is said")
    func off() throws {
        #expect(try ConfigurationFixture.parse("").rotations.upstream == nil)
        #expect(
            try ConfigurationFixture.parse("[rotations.upstream]\ninterval = \"5m\"").rotations.upstream
                == nil
        )
        for folder in ["/nowhere", "/placed"] {
            let configuration = try ConfigurationFixture.parse("", credentialsDirectory: folder)
            #expect(configuration.rotations.upstream == nil)
            #expect(configuration.warnings.isEmpty)
        }
    }

    @Test("a key that systemd hands over is enough; the rest has defaults")
    func placed() throws {
        let upstream = try #require(
            try ConfigurationFixture.parse("", credentialsDirectory: "/credentials").rotations.upstream
        )
        #expect(upstream.key.exposed == "als-key")
        #expect(upstream.url.text == "https://api.apexlegendsstatus.com")
        #expect(upstream.interval == .seconds(600))
        #expect(!upstream.appliesAnchors)
    }

    @Test("a key in a file of the owner's prints itself nowhere")
    func named() throws {
        let configuration = try ConfigurationFixture.parse(Self.named)
        #expect(configuration.rotations.upstream?.key.exposed == "s3cret")
        var dumped = ""
        dump(configuration, to: &dumped)
        #expect(!dumped.contains("s3cret"))
        #expect(!"\(configuration)".contains("s3cret"))
    }

    @Test("the demonstration has no planned maintenance, so that its outages are told at any hour")
    func noMaintenance() throws {
        let demo = try ConfigurationFixture.parse("").demonstrating()
        defer { try? FileManager.default.removeItem(atPath: demo.state.directory) }
        #expect(demo.regions.count == 5)
        #expect(demo.regions.allSatisfy { $0.maintenance.isEmpty })
    }

    @Test("the demonstration asks nobody, and its folder lies where all temporary ones do")
    func demonstration() throws {
        let configuration = try ConfigurationFixture.parse(Self.named).demonstrating()
        let folder = configuration.state.directory
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(configuration.rotations.upstream == nil)
        #expect(folder.hasPrefix(FileManager.default.temporaryDirectory.path + "/watchpost-demo-"))
        #expect(FileManager.default.fileExists(atPath: folder))
    }

    private static let mistakes = [
        ("key_file = \"/nowhere/key\"", "there is no such file"), ("key_file = \"/empty\"", "it is empty"),
        ("key_file = \"/words\"", "more than one word"), ("key = \"s3cret\"", "key"),
        ("url = \"http://example.org\"", "url"), ("interval = \"59s\"", "more often"),
        ("apply_anchor = \"yes\"", "apply_anchor"),
    ]

    @Test("mistakes are told", arguments: mistakes)
    func mistake(line: String, words: String) {
        let lines = ConfigurationFixture.lines("[rotations.upstream]\n\(line)")
        #expect(lines.count == 1)
        #expect(lines.first?.contains(words) == true)
    }

    @Test("an upstream at home may be asked every two seconds, and a readable key is a warning")
    func home() throws {
        let text =
            "[rotations.upstream]\nkey_file = \"/exposed\"\nurl = \"http://127.0.0.1:9\"\ninterval = \"2s\""
        let configuration = try ConfigurationFixture.parse(text)
        #expect(configuration.rotations.upstream?.interval == .seconds(2))
        #expect(configuration.warnings.count == 1)
    }
}
