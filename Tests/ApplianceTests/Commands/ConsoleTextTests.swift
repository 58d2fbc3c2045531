import Testing
import WatchpostModel

@testable import Appliance
@testable import SystemSupport

@Suite("Lines of a terminal")
struct ConsoleTextTests {
    @Test(
        "what could play with a terminal is shown as a sign that something was there",
        arguments: [
            ("Kazzak Zażółć 가로나 ▲ │", "Kazzak Zażółć 가로나 ▲ │"), ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"),
            ("a\nforged", "a\u{FFFD}forged"), ("a\r\u{7}\u{8}\u{0}", "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("\u{9B}31m", "\u{FFFD}31m"), ("a\u{7F}", "a\u{FFFD}"), ("a\u{202E}b", "a\u{FFFD}b"),
            ("a\u{2028}b", "a\u{FFFD}b"), ("e\u{301}", "e\u{301}"),
        ]
    )
    func characters(text: String, shown: String) {
        #expect(ConsoleText.line(text) == shown)
    }

    @Test("a line has an end, counted in bytes: a letter with ten thousand accents is no small one")
    func length() {
        let letter = "e" + String(repeating: "\u{301}", count: 10_000)
        #expect(letter.count == 1)
        #expect(ConsoleText.line(letter).utf8.count <= ConsoleText.longest + 3)
        #expect(ConsoleText.line("abcdef", atMost: 3) == "abc…")
        #expect(ConsoleText.line("abc", atMost: 3) == "abc")
    }
}
