import Display
import Testing

@Suite("HD44780 instructions")
struct HD44780EncoderTests {
    /// Figure 24 of the datasheet without display off and clear, and with home for the shift.
    static func initialisation(times factor: Int) -> [HD44780Step] {
        func wait(_ microseconds: Int) -> HD44780Step { .wait(.microseconds(microseconds * factor)) }
        return [
            .nibble(3, .instruction), wait(4_100), .nibble(3, .instruction), wait(100),
            .nibble(3, .instruction), wait(100), .nibble(2, .instruction), wait(37),
            .byte(0x28, .instruction), wait(37), .byte(0x0C, .instruction), wait(37),
            .byte(0x06, .instruction), wait(37), .byte(0x02, .instruction), wait(1_520),
        ]
    }

    @Test("initialisation is by instruction, never clears and never blanks", arguments: [false, true])
    func initialises(slow: Bool) {
        let steps = HD44780Encoder(timing: HD44780Timing(slow: slow)).steps(for: .initialise)
        #expect(steps == HD44780EncoderTests.initialisation(times: slow ? 3 : 1))
    }

    /// The operation, its bytes, and microseconds after each.
    static let bytes: [(DisplayOperation, [UInt8], HD44780Step.Register, Int)] = [
        (.moveCursor(0x00), [0x80], .instruction, 37),
        (.moveCursor(0x67), [0xE7], .instruction, 37),
        (.write([0x41, 0x08, 0xFF]), [0x41, 0x08, 0xFF], .data, 41),
        (.write([]), [], .data, 41),
        (.backlight(true), [], .data, 41),
    ]

    @Test("every byte is followed by its execution time, tripled for slow clones", arguments: bytes)
    func waits(operation: DisplayOperation, bytes: [UInt8], register: HD44780Step.Register, wait: Int) {
        for slow in [false, true] {
            let expected = bytes.flatMap { byte in
                [.byte(byte, register), .wait(.microseconds(slow ? wait * 3 : wait))] as [HD44780Step]
            }
            #expect(HD44780Encoder(timing: HD44780Timing(slow: slow)).steps(for: operation) == expected)
        }
    }

    @Test("a glyph is its address and eight rows of dots", arguments: 0..<8)
    func glyph(slot: Int) {
        let rows: [UInt8] = [1, 2, 4, 8, 16, 31, 0, 21]
        let steps = HD44780Encoder(timing: HD44780Timing())
            .steps(for: .setGlyph(slot: slot, GlyphBitmap(rows: rows)))
        let address: [HD44780Step] = [
            .byte(UInt8(0x40 + slot * 8), .instruction), .wait(.microseconds(37)),
        ]
        #expect(steps == address + rows.flatMap { [.byte($0, .data), .wait(.microseconds(41))] })
    }

    @Test("the power's rise is not the oscillator's business")
    func powerUp() {
        #expect(HD44780Timing(slow: true).powerUp == .milliseconds(40))
        #expect(HD44780Timing(slow: false).powerUp == .milliseconds(40))
    }
}
