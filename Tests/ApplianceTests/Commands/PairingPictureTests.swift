import Testing

@testable import Appliance

@Suite("The picture of a pairing code")
struct PairingPictureTests {
    @Test(
        "it has the three finder patterns, and a quiet zone around it",
        arguments: ["short", "https://a.example/app#pair=012345"]
    )
    func finders(text: String) throws {
        let code = try #require(QRCode(text))
        let last = code.width - 7
        for (row, column) in [(0, 0), (0, last), (last, 0)] {
            for offset in 0..<7 {
                #expect(code.dark[row * code.width + column + offset], "upper edge")
                #expect(code.dark[(row + 6) * code.width + column + offset], "lower edge")
            }
            #expect(!code.dark[(row + 1) * code.width + column + 1], "the light ring")
            #expect(code.dark[(row + 3) * code.width + column + 3], "the core")
        }
        let lines = code.lines(.plain)
        #expect(lines.count == (code.width + 2 * QRCode.quietZone + 1) / 2)
        #expect(lines.allSatisfy { $0.count == code.width + 2 * QRCode.quietZone })
        #expect(lines.prefix(2).allSatisfy { $0.allSatisfy { $0 == "█" } }, "light squares are drawn")
        #expect(lines.allSatisfy { $0.hasPrefix("████") && $0.hasSuffix("████") })
    }

    @Test("the coloured one is the plain one, the other way round and framed by colours")
    func coloured() throws {
        let code = try #require(QRCode("watchpost"))
        let inverse: [Character: Character] = ["█": " ", " ": "█", "▀": "▄", "▄": "▀"]
        for (plain, coloured) in zip(code.lines(.plain), code.lines(.coloured)) {
            #expect(
                coloured == "\u{1B}[38;5;16;48;5;231m" + String(plain.compactMap { inverse[$0] })
                    + "\u{1B}[0m"
            )
        }
    }

    @Test("what no QR code can hold gives none")
    func tooMuch() {
        #expect(QRCode(String(repeating: "x", count: 3_000)) == nil)
        #expect(QRCode("a\u{0}b") == nil)
    }

    @Test("big digits are five rows of the same width, each digit different")
    func digits() {
        let shapes = (0...9).map { BigDigits.lines("\($0)") }
        #expect(Set(shapes).count == 10)
        for shape in shapes { #expect(shape.map(\.count) == [6, 6, 6, 6, 6]) }
        #expect(BigDigits.lines("12 34").map(\.count) == Array(repeating: 38, count: 5))
    }
}
