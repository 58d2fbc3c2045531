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
        var hours = 0

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
            Line(words: "devices prune --hours 24", command: .devicesPrune, hours: 24),
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
        "what makes no sense is refused with words",
        arguments: [
            "backup", "restore", "tunnel", "backup one two", "pair me", "run backup",
            "settings set", "reset", "devices", "devices prune --hours", "devices prune --hours -1",
            "devices prune --hours 8785", "run --hours 1",
            "backup --confg x",
        ]
    )
    func misuse(words: String) {
        #expect(throws: Arguments.Misuse.self) {
            try Arguments(words.split(separator: " ").map(String.init))
        }
    }
}
