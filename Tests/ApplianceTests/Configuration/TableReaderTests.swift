import Appliance
import Core
import Testing

@Suite("The reader of a table")
struct TableReaderTests {
    private static let count = SettingKey("count", .integer(1...9), default: 3, "How many.")

    private func lines(_ text: String, _ read: (TableReader) -> Void) throws -> [String] {
        let problems = ProblemList()
        let reader = TableReader(try TOMLDocument(parsing: text), problems: problems)
        read(reader)
        reader.finish()
        return problems.sorted.map { $0.line(file: "f") }
    }

    @Test(
        "an absent key has its default and a present one its value",
        arguments: [("", 3), ("count = 9", 9)]
    )
    func values(text: String, expected: Int) throws {
        let problems = try lines(text) { #expect($0.value(TableReaderTests.count) == expected) }
        #expect(problems.isEmpty)
    }

    @Test(
        "a wrong value is reported and reads as the default",
        arguments: [
            ("count = 10", "f:1:9: count: 10: is outside 1…9; choose a number within it"),
            ("count = \"4\"", "f:1:9: count: \"4\": is a string; write a whole number, 1…9"),
            ("cuont = 4", "f:1:1: cuont: 4: is not a key that is known here; did you mean \"count\"?"),
            ("colour = 4", "f:1:1: colour: 4: is not a key that is known here; known are count"),
        ]
    )
    func wrong(text: String, line: String) throws {
        let problems = try lines(text) { #expect($0.value(TableReaderTests.count) == 3) }
        #expect(problems == [line])
    }

    @Test("a key that is asked for more than once is named once among those that are known")
    func once() throws {
        let problems = try lines("colour = 4") { reader in
            _ = reader.value(TableReaderTests.count)
            _ = reader.read("other", .string(upTo: 9))
            _ = reader.value(TableReaderTests.count)
        }
        #expect(problems == ["f:1:1: colour: 4: is not a key that is known here; known are count, other"])
    }

    @Test("problems of nested tables carry their path and come in the order of the file")
    func nested() throws {
        let text = """
            later = 1
            [[lamp]]
            name = 5
            [[lamp]]
            [outer.inner]
            count = 99
            odd = 1
            """
        let problems = try lines(text) { reader in
            _ = reader.table("outer").table("inner").value(TableReaderTests.count)
            for lamp in reader.tables("lamp", upTo: 4) ?? [] {
                _ = lamp.required("name", .string(upTo: 20))
            }
        }
        #expect(
            problems == [
                "f:1:1: later: 1: is not a key that is known here; known are lamp, outer",
                "f:3:8: lamp[1].name: 5: is a whole number, not a string; allowed: text, 1…20 characters",
                "f:4:1: lamp[2].name: is missing; add it; allowed: text, 1…20 characters",
                "f:6:9: outer.inner.count: 99: is outside 1…9; choose a number within it",
                "f:7:1: outer.inner.odd: 1: is not a key that is known here; known are count",
            ]
        )
    }

    @Test(
        "a table where none may be, and none where one must be, are reported",
        arguments: ["t = 1", "[[t]]"]
    )
    func noTable(text: String) throws {
        let problems = try lines(text) { reader in
            #expect(reader.table("t").value(TableReaderTests.count) == 3)
        }
        #expect(problems.count == 1)
        #expect(problems.first?.hasSuffix("write it as a table: [t]") == true)
    }

    @Test("an array reports every bad element and every repetition")
    func arrays() throws {
        let problems = try lines("a = [1, \"x\", 1, 12]") { reader in
            #expect(reader.read("a", .array(of: .integer(1...9), count: 0...5)) == nil)
        }
        #expect(
            problems == [
                "f:1:9: a[2]: \"x\": is a string; write a whole number, 1…9",
                "f:1:14: a[3]: 1: is already there at 1:6; remove one of the two",
                "f:1:17: a[4]: 12: is outside 1…9; choose a number within it",
            ]
        )
    }

    @Test("what a file says cannot disturb a terminal")
    func printable() throws {
        let text = "\"\\u001b[2J\" = \"\\u001b]0;x\\u0007\""
        let problems = try lines(text) { _ in }
        #expect(problems.count == 1)
        #expect(problems.first?.unicodeScalars.contains { $0.value < 0x20 } == false)
    }

    @Test(
        "the name that was probably meant is found",
        arguments: [
            ("intervall", "interval"), ("time-zone", "time_zone"), ("Recheck", "recheck"),
            ("recehck", "recheck"),
            ("zzz", nil), ("", nil),
        ] as [(String, String?)]
    )
    func nearest(name: String, expected: String?) {
        #expect(NearestName.of(name, among: ["interval", "time_zone", "recheck", "timeout"]) == expected)
    }
}
