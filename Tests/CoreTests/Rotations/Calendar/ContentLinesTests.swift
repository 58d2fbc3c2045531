import TestSupport
import Testing

@testable import Core

@Suite("Lines of a calendar")
struct ContentLinesTests {
    @Test(
        "text is escaped, and control characters become blanks",
        arguments: [
            (#"a, b; c\d"#, #"a\, b\; c\\d"#), ("one\ntwo", #"one\ntwo"#), ("one\r\ntwo", #"one\ntwo"#),
            ("a\u{0}b\u{7F}c\td", "a b c d"), ("E·é", "E·é"), ("\":=", "\":="), ("", ""),
        ]
    )
    func escapes(text: String, expected: String) {
        var lines = ContentLines()
        lines.add("N", text: text)
        #expect(lines.bytes == Array("N:\(expected)\r\n".utf8))
    }

    @Test("chance's texts are written as they are character by character")
    func plain() {
        var random = SeededGenerator.announced(for: "lines of a calendar")
        let parts = [
            "a", "é", "日", "🗺️", "\\", ";", ",", "\n", "\r", "\r\n", "\u{0}", "\u{7F}", " ", "e\u{301}",
            "xxxxxxxxx",
        ]
        for _ in 0..<TestEffort.rounds(300) {
            let texts = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                (0..<Int.random(in: 0...60, using: &random)).map { _ in
                    parts.randomElement(using: &random) ?? ""
                }
                .joined()
            }
            var lines = ContentLines()
            lines.add("SUMMARY", texts: texts)
            lines.add("UID", texts.joined().filter { !$0.isNewline })
            let escaped = texts.map(ContentLinesTests.escaped).joined(separator: ",")
            let expected =
                ContentLinesTests.folded("SUMMARY:\(escaped)")
                + ContentLinesTests.folded("UID:\(texts.joined().filter { !$0.isNewline })")
            #expect(lines.bytes == expected)
        }
    }

    /// A text as RFC 5545 §3.3.11 has it, character by character.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",":
                result.append("\\")
                result.append(scalar)
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\r": break
            case "\u{0}"..."\u{1F}", "\u{7F}": result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A line as RFC 5545 §3.1 has it, character by character.
    private static func folded(_ line: String) -> [UInt8] {
        var (bytes, used): ([UInt8], Int) = ([], 0)
        for scalar in line.unicodeScalars {
            let width = UTF8.width(scalar)
            if used + width > 75 {
                bytes.append(contentsOf: "\r\n ".utf8)
                used = 1
            }
            bytes.append(contentsOf: String(scalar).utf8)
            used += width
        }
        return bytes + Array("\r\n".utf8)
    }

    @Test(
        "no line is longer than 75 octets, no character is cut, and unfolding gives back what was written",
        arguments: ["x", "é", "日", "🗺️", "a日"]
    )
    func folds(part: String) {
        for count in 0..<200 {
            let value = String(repeating: part, count: count)
            var lines = ContentLines()
            lines.add("SUMMARY", text: value)
            let pieces = ContentLinesTests.pieces(lines.bytes)
            #expect(pieces.allSatisfy { $0.count <= 75 })
            #expect(pieces.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
            #expect(pieces.dropFirst().allSatisfy { $0.first == UInt8(ascii: " ") })
            let whole = pieces.prefix(1).flatMap { $0 } + pieces.dropFirst().flatMap { $0.dropFirst() }
            #expect(whole == Array("SUMMARY:\(value)".utf8))
        }
    }

    /// The lines, as bytes, without their ends.
    private static func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = [[]]
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D {
                pieces[pieces.count - 1].removeLast()
                pieces.append([])
            } else {
                pieces[pieces.count - 1].append(byte)
            }
        }
        // Nothing stands behind the last end.
        return pieces.last == [] ? pieces.dropLast() : pieces
    }

    @Test("a line of exactly 75 octets is not folded, one of 76 is")
    func edge() {
        for (count, isFolded) in [(73, false), (74, true)] {
            var lines = ContentLines()
            lines.add("N", String(repeating: "x", count: count))
            #expect(String(decoding: lines.bytes, as: UTF8.self).contains("\r\n ") == isFolded)
        }
    }
}
