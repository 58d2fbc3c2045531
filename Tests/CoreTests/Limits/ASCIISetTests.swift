import Testing

@testable import Core

@Suite("Which characters a name is made of")
struct ASCIISetTests {
    @Test(
        "a set holds just the bytes that it names",
        arguments: zip(
            [ASCIISet.digits, .smallLetters, .capitals, .letters, .hexadecimal, .slug, "@\u{7F}", "é"],
            [
                "0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789abcdef",
                "abcdefghijklmnopqrstuvwxyz0123456789-", "@\u{7F}", "",
            ]
        )
    )
    func members(set: ASCIISet, text: String) {
        #expect((0...UInt8.max).filter(set.contains) == text.utf8.sorted())
    }

    @Test(
        "what only looks like a member is none",
        arguments: ["٣", "Ｋ", "\u{212A}", "a\u{301}", "1 ", "é", "\0"]
    )
    func others(text: String) {
        #expect(!text.isMade(of: .letters | .digits))
    }

    @Test("a text of members is made of them, and so is one of nothing")
    func texts() {
        #expect("Kel-thuzad_1".isMade(of: .letters | .digits | "-_"))
        #expect(!"Kel-thuzad_1".isMade(of: .slug))
        #expect("".isMade(of: .digits))
        #expect("a1".dropFirst().isMade(of: .digits))
    }
}
