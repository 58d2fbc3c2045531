import Testing

@testable import Appliance

@Suite("The command line")
struct ArgumentsTests {
    /// The words of a command line, with what they mean.
    struct Line: Sendable, CustomTestStringConvertible {
        var words: String
        var command: Arguments.Command
        var operand = ""
        var configuration: String?
        var hours = 12

        var testDescription: String { words }
    }

    @Test(
        "a command takes its file before or after options",
        arguments: [
            Line(words: "backup box.db", command: .backup, operand: "box.db"),
            Line(
                words: "backup --config w.toml box.db",
                command: .backup,
                operand: "box.db",
                configuration: "w.toml"
            ),
            Line(
                words: "restore box.db --config w.toml",
                command: .restore,
                operand: "box.db",
                configuration: "w.toml"
            ),
            Line(words: "pair", command: .pair),
            Line(words: "settings", command: .settings),
            Line(words: "settings --config w.toml", command: .settings, configuration: "w.toml"),
            Line(words: "settings reset", command: .settingsReset),
            Line(words: "devices prune", command: .devicesPrune),
            Line(words: "devices prune --hours 0", command: .devicesPrune, hours: 0),
        ]
    )
    func files(line: Line) throws {
        let arguments = try Arguments(line.words.split(separator: " ").map(String.init))
        #expect(arguments.command == line.command)
        #expect(arguments.operand == line.operand)
        #expect(arguments.configuration == line.configuration)
        #expect(arguments.hours == line.hours)
    }

    @Test(
        "a dash or a quote that was pasted from a page is named, with what to type",
        arguments: [
            ("run –simulate", "“–simulate” has a dash (–)"), ("run —config w.toml", "a dash (—)"),
            ("–help", "a dash (–)"), ("“run”", "curly quotes (“)"), ("rotations show –yes", "a dash (–)"),
            ("backup –config", "a dash (–)"),
        ]
    )
    func pasted(words: String, reason: String) {
        do throws(Arguments.Misuse) {
            _ = try Arguments(words.split(separator: " ").map(String.init))
            Issue.record("was taken")
        } catch {
            #expect(error.description.contains(reason), "\(error)")
        }
    }

    @Test("names may have such characters in them")
    func namesOfPeople() throws {
        let said = ["game", "add", "snake", "name=O’Brien – the game"]
        #expect(try Arguments(said).words == ["add", "snake", "name=O’Brien – the game"])
    }

    @Test("what is to be done about rotations stands behind it, options anywhere")
    func rotations() throws {
        let set = try Arguments(["rotations", "set", "pubs:", "SP", "90,", "--yes", "SP", "until", "18:30"])
        #expect(set.command == .rotations && set.isSure)
        #expect(set.words == ["set", "pubs:", "SP", "90,", "SP", "until", "18:30"])
        let at = try Arguments(["rotations", "at", "2025-10-26T18:30Z", "--file", "old.toml"])
        #expect(at.words == ["at", "2025-10-26T18:30Z"])
        #expect(at.scheduleFile == "old.toml" && !at.isSure)
        for words in [["show"], ["next"], ["next", "SP"], ["check"]] {
            let asked = try Arguments(["rotations"] + words + ["--file", "old.toml"])
            #expect(asked.scheduleFile == "old.toml")
        }
    }

    @Test(
        "what makes no sense is refused with words",
        arguments: [
            "backup", "restore", "tunnel", "backup one two", "pair me", "run backup",
            "settings set", "reset", "devices", "devices prune --hours", "devices prune --hours -1",
            "devices prune --hours 8785", "run --hours 1",
            "settings set", "reset", "rotations", "rotations dance", "rotations at", "rotations show me",
            "rotations end", "rotations undo 3", "rotations undo --file x", "rotations check x --file y",
            "rotations set pubs: SP 90 --file x", "check --yes", "status --file x",
            "backup --confg x",
        ]
    )
    func misuse(words: String) {
        #expect(throws: Arguments.Misuse.self) {
            try Arguments(words.split(separator: " ").map(String.init))
        }
    }
}
