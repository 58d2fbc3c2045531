import Display
import Testing

@Suite("Names from the kernel")
struct KernelNameTests {
    /// What stands in the kernel's field, and how it is shown.
    struct Case: Sendable {
        let bytes: [UInt8]
        let shown: String
    }

    private static let cases = [
        Case(bytes: Array("gpioset\0rest".utf8), shown: "gpioset"),
        Case(bytes: Array("Küche".utf8), shown: "Küche"),
        Case(bytes: [], shown: ""),
        Case(bytes: Array("\u{1B}[2Jx".utf8), shown: "\u{FFFD}[2Jx"),
        Case(bytes: Array("a\nready".utf8), shown: "a\u{FFFD}ready"),
        Case(bytes: Array("\u{202E}x".utf8), shown: "\u{FFFD}x"),
        Case(bytes: [0x61, 0xFF, 0x62], shown: "a\u{FFFD}b"),
    ]

    @Test("they end at their NUL and cannot steer a terminal", arguments: cases)
    func shown(of name: Case) {
        let text = name.bytes.withUnsafeBytes { KernelName.string($0) }
        #expect(text == name.shown)
    }
}
