import Appliance
import Glibc
import Testing
@testable import SystemSupport

@Suite("The settings reference")
struct SettingsReferenceTests {
    /// Set `WATCHPOST_WRITE_REFERENCE=1` to write the page again.
    @Test("docs/configuration.md is what the declarations print")
    func page() throws {
        let path = ConfigurationFixture.repositoryFile("docs/configuration.md")
        if getenv("WATCHPOST_WRITE_REFERENCE") != nil {
            let file = try #require(fopen(path, "w"))
            fputs(SettingsReference.markdown(), file)
            fclose(file)
        }
        let text = try BoundedFile.read(path, limit: 262_144).text
        #expect(
            text == SettingsReference.markdown(),
            "run this test with WATCHPOST_WRITE_REFERENCE=1 to write the page again"
        )
    }

    @Test(
        "every default that is shown as a value is accepted as that value",
        arguments: SettingsReference.sections
    )
    func defaults(section: SettingsSection) {
        for setting in section.settings where setting.shownDefault.hasPrefix("`") {
            let value = setting.shownDefault.dropFirst().prefix { $0 != "`" }
            guard !value.hasPrefix("$"), !value.hasPrefix("retail") else { continue }
            // Without these nothing else of the section means anything.
            let mail = "server = \"smtps://m.example.org\"\nfrom = \"a@example.org\""
            let rest = section.header == "[mail]" ? mail : ""
            let lines = "\(section.header)\n\(setting.name) = \(value)\n\(rest)"
            #expect(ConfigurationFixture.lines(lines).isEmpty)
        }
    }

    /// All but the table whose keys are free names.
    ///
    /// Not in the attribute: a closure there crashes Swift 6.0.3.
    private static let fixedSections = SettingsReference.sections.filter { $0.header != "[realms.flavours]" }

    /// An unknown key that is like no other makes the reader list those it asked for.
    @Test("tells of every key that the reader asks for, and of no other", arguments: fixedSections)
    func complete(section: SettingsSection) throws {
        let lines = ConfigurationFixture.lines("\(section.header)\nqqqqqqqqqqqqqqqq = 1")
        let line = try #require(lines.first { $0.contains("qqqqqqqqqqqqqqqq") })
        let known = try #require(line.split(separator: ";").last).dropFirst(" known are ".count)
        let names = known.split(separator: ",").map { $0.drop { $0 == " " } }
        #expect(Set(names) == Set(section.settings.map { $0.name[...] }))
    }

    @Test("a setting that is declared is read, bounded, told of and printed, and stands in no list of ours")
    func sample() throws {
        let key = SettingKey("trophies", .integer(1...9), default: 3, "How many trophies there are.")
        let section = SettingsSection("[arena]", "For games.", [key])
        let page = SettingsReference.markdown(SettingsReference.sections + [section])
        #expect(page.contains("\n## `[arena]`\n\nFor games.\n"))
        #expect(page.contains("\n| `trophies` | `3` | 1…9 | How many trophies there are. |\n"))
        for (text, value, count) in [
            ("", 3, 0), ("trophies = 9", 9, 0), ("trophies = 10", 3, 1), ("x = 1", 3, 1),
        ] {
            let problems = ProblemList()
            let reader = TableReader(try TOMLDocument(parsing: "[arena]\n\(text)\n"), problems: problems)
            #expect(reader.table("arena").value(key) == value)
            reader.finish()
            #expect(problems.sorted.count == count, "\(text)")
        }
    }
}
