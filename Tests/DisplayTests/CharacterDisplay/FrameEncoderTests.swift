import Display
import Testing

@Suite("Frames from text")
struct FrameEncoderTests {
    private let encoder = FrameEncoder(geometry: .sixteenByTwo, rom: .a00)

    @Test("text is cut and filled to the display, and reads back")
    func roundTrip() {
        let frame = encoder.frame(["Storm Point    ▅", "until 18:30  42m and more", "a third line"])
        #expect(encoder.text(of: frame) == ["Storm Point    ▅", "until 18:30  42m"])
        #expect(encoder.text(of: encoder.frame([])) == ["                ", "                "])
    }

    @Test("glyphs stand in the mirrored slots, so that no NUL is ever sent")
    func mirror() {
        let frame = encoder.frame(["↑ 5  ↓ 1  of 6"])
        #expect(frame.code(row: 0, column: 0) == 8)
        #expect(frame.code(row: 0, column: 5) == 9)
        #expect(frame.cells.allSatisfy { $0 >= 8 })
        #expect(frame.glyphs[0] == Glyph.up.bitmap)
        #expect(frame.glyphs[2] == nil)
    }

    @Test("a glyph stays in its slot from page to page")
    func stableSlots() {
        let one = encoder.frame(["↓ ▂"])
        let other = encoder.frame(["▃ ◷", "↓"])
        #expect(one.code(row: 0, column: 0) == other.code(row: 1, column: 0))
        #expect(one.code(row: 0, column: 2) == other.code(row: 0, column: 0))
    }

    @Test("two steps of progress on one page have a slot each")
    func twoOfAKind() {
        let frame = encoder.frame(["▂▅"])
        #expect(frame.code(row: 0, column: 0) == 15)
        #expect(frame.code(row: 0, column: 1) == 8)
        #expect(encoder.text(of: frame)[0].hasPrefix("▂▅"))
    }

    @Test("a ninth glyph is shown as a plain character")
    func ninth() {
        let frame = encoder.frame(["↑↓≡⚿◷⊘☏▁▂"])
        #expect(frame.code(row: 0, column: 7) == 15)
        #expect(frame.code(row: 0, column: 8) == UInt8(ascii: ":"))
    }

    @Test("every glyph has dots of its own and reads back as itself", arguments: Glyph.allCases)
    func glyph(_ glyph: Glyph) {
        #expect(Glyph.allCases.filter { $0.bitmap == glyph.bitmap } == [glyph])
        #expect(glyph.bitmap.rows.contains { $0 != 0 })
        #expect(encoder.text(of: encoder.frame([String(glyph.character)]))[0].first == glyph.character)
    }

    @Test("control characters and other scripts never reach the bus")
    func hostile() {
        let frame = encoder.frame(["a\u{1B}[2J\u{7}\0b", "雲蛟衛"])
        #expect(encoder.text(of: frame) == ["a?[2J??b        ", "???             "])
    }

    @Test("a bitmap ignores what the controller has no dots for")
    func bitmapBounds() {
        #expect(GlyphBitmap(rows: [0xFF]).rows == [0x1F, 0, 0, 0, 0, 0, 0, 0])
        #expect(GlyphBitmap(rows: Array(repeating: 1, count: 20)).rows.count == 8)
    }
}
