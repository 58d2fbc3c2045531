import Appliance
import Testing
import WatchpostModel

@Suite("A TOML document")
struct TOMLDocumentTests {
    private static func error(of text: String) -> TOMLSyntaxError? {
        do throws(TOMLSyntaxError) {
            _ = try TOMLDocument(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    @Test("every key and value keeps its place, in the order of the file")
    func places() throws {
        let text = """
            zebra = "z"
            # a comment
            [apple]
              pear = [1, "żółć",
                { deep = true }]
            """
        let root = try TOMLDocument(parsing: text).root
        #expect(root.entries.map(\.key) == ["zebra", "apple"])
        #expect(root["zebra"]?.keyPlace == TextPlace(line: 1, column: 1))
        #expect(root["zebra"]?.node.place == TextPlace(line: 1, column: 9))
        guard case .table(let apple) = root["apple"]?.node.value, let pear = apple["pear"],
            case .array(let elements) = pear.node.value
        else {
            Issue.record("apple.pear is no array")
            return
        }
        #expect(pear.keyPlace == TextPlace(line: 4, column: 3))
        #expect(elements.map(\.place.line) == [4, 4, 5])
        #expect(elements.map(\.typeName) == ["a whole number", "a string", "a table"])
    }

    @Test(
        "what only looks like a quote or a dash is named, with what to write",
        arguments: [
            ("a = 1\nname = “x”", 2, "curly quotes (“); write straight ones: \""),
            ("name = ‘x’", 1, "curly quotes (‘)"),
            ("name = \"x”", 1, "curly quotes (”)"),
            ("a = 1\r\nb = 2\r\nname = «x»\r\n", 3, "curly quotes («)"),
            ("n = –5", 1, "a dash (–) that is not the one of the keyboard; write -"),
            ("n\u{A0}= 5", 1, "a blank of another kind (U+00A0)"), ("n ＝ 5", 1, "a wide ＝; write ="),
            ("n = 5\u{200B}", 1, "cannot be seen (U+200B)"),
        ]
    )
    func typedOtherwise(text: String, line: Int, words: String) {
        let error = TOMLDocumentTests.error(of: text)
        #expect(error?.place.line == line)
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }

    @Test(
        "in strings and comments every character means itself",
        arguments: ["name = \"“x”\"", "name = 'x–y' # “so”", "# –\nname = 5"]
    )
    func meantSo(text: String) {
        #expect(TOMLDocumentTests.error(of: text) == nil)
    }

    @Test("a mistake beside such characters is told in the parser's own words")
    func otherMistakes() {
        #expect(TOMLDocumentTests.error(of: "name = \"“x”\" y")?.reason.contains("curly") == false)
    }

    @Test("scalars arrive with their values")
    func scalars() throws {
        let text = """
            text = "a\\u0000b"
            whole = -9223372036854775808
            part = 1.5
            flag = true
            time = 23:59:58.75
            date = 2028-02-29
            local = 2026-11-21T05:00:00
            moment = 2026-11-21T06:00:00.5+01:00
            """
        let root = try TOMLDocument(parsing: text).root
        let shown = root.entries.map { "\($0.node.value)" }
        #expect(
            shown == [
                "string(\"a\\0b\")", "integer(-9223372036854775808)", "float(1.5)", "boolean(true)",
                "time(secondsOfDay: 86398)", "date(\"2028-02-29\")",
                "dateTime(\"2026-11-21T05:00:00\", instant: nil)",
                "dateTime(\"2026-11-21T06:00:00.5+01:00\", instant: Optional(2026-11-21T05:00:00Z))",
            ]
        )
    }

    @Test("an empty text is an empty table", arguments: ["", "\n", "# nothing", "\u{FEFF}"])
    func empty(text: String) throws {
        #expect(try TOMLDocument(parsing: text).root.entries.isEmpty)
    }

    @Test(
        "a syntax error names its line",
        arguments: [
            ("a = 1\nb = = 2\n", 2), ("a = 1\na = 2\n", 2), ("[t]\nx = 1\n[t]\n", 3), ("a = 2027-02-29\n", 1),
            ("a = \"unclosed\n", 1), ("\n\na = 25:00:00", 3), ("a = \u{0}", 1),
        ]
    )
    func syntax(text: String, line: Int) {
        let error = TOMLDocumentTests.error(of: text)
        #expect(error?.place.line == line)
        #expect(error?.reason.isEmpty == false)
    }

    private static let exhausting: [String] = [
        "a = \(repeated("[", 100_000))",
        "a = \(repeated("[", 20))\(repeated("]", 20))",
        "a = \(repeated("{a=", 50_000))",
        "\(repeated("a.", 100_000))a = 1",
        "[\(repeated("a.", 100_000))a]",
        "\(repeated("a.a.a.a.a.", 9))a = 1",
        "# \(repeated("x", 256 * 1_024))",
    ]

    private static func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }

    @Test("what would exhaust the stack or the memory is refused", arguments: exhausting)
    func bounded(text: String) {
        #expect(throws: TOMLSyntaxError.self) { try TOMLDocument(parsing: text) }
    }

    @Test("sixteen levels are accepted and the seventeenth is not")
    func depth() throws {
        func nested(_ levels: Int) -> String {
            "a = \(TOMLDocumentTests.repeated("[", levels))\(TOMLDocumentTests.repeated("]", levels))"
        }
        #expect(try TOMLDocument(parsing: nested(16)).root.entries.count == 1)
        let error = TOMLDocumentTests.error(of: nested(17))
        #expect(error?.place == TextPlace(line: 1, column: 21))
    }
}
