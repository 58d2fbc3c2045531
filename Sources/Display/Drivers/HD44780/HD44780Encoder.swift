/// Turns operations into instructions, data and waits of an HD44780 on four data lines.
///
/// Source: HD44780U datasheet, table 6 (instructions) and figure 24 (initialisation by instruction).
package struct HD44780Encoder: Hashable, Sendable {
    package let timing: HD44780Timing

    package init(timing: HD44780Timing) {
        self.timing = timing
    }

    /// The steps of one operation; none for the backlight, which is no part of the controller.
    package func steps(for operation: DisplayOperation) -> [HD44780Step] {
        switch operation {
        case .initialise: initialisation
        case .setGlyph(let slot, let bitmap):
            instruction(0x40 | UInt8(slot & 7) << 3) + bitmap.rows.flatMap(data)
        case .moveCursor(let address): instruction(0x80 | address)
        case .write(let codes): codes.flatMap(data)
        case .backlight: []
        }
    }

    /// From any state into 4-bit two-line mode, with the display on, and without a clear.
    ///
    /// Three times the nibble 3 leads into 8-bit mode from everywhere. In 4-bit mode and in step, two of them
    /// are the instruction 0x33 and the third is read as eight bits. Half a byte out of step, the first one
    /// completes whatever was begun (never a clear, which ends in 1; `home` at worst, for which 4.1 ms are
    /// enough), the other two are 0x33. Then the nibble 2 leads to four bits.
    ///
    /// No clear is needed, not even after power-up with garbage in the memory: whoever asks for this redraws
    /// every cell in front of the glass and every glyph in use (`DisplaySession` forgets what was shown), and
    /// cells beside the glass cannot come into view because `home` takes back any shift. A clear would only
    /// make the healing visible. Nor is the display switched off meanwhile, for the same reason.
    private var initialisation: [HD44780Step] {
        [
            .nibble(3, .instruction), .wait(timing.firstReset),
            .nibble(3, .instruction), .wait(timing.laterReset),
            .nibble(3, .instruction), .wait(timing.laterReset),
            .nibble(2, .instruction), .wait(timing.execution),
            // Four bits, two lines, 5x8 dots.
            .byte(0x28, .instruction), .wait(timing.execution),
            // Display on, no cursor, no blinking.
            .byte(0x0C, .instruction), .wait(timing.execution),
            // The cursor goes right, the display stands still.
            .byte(0x06, .instruction), .wait(timing.execution),
            .byte(0x02, .instruction), .wait(timing.home),
        ]
    }

    private func instruction(_ code: UInt8) -> [HD44780Step] {
        [.byte(code, .instruction), .wait(timing.execution)]
    }

    private func data(_ code: UInt8) -> [HD44780Step] {
        [.byte(code, .data), .wait(timing.data)]
    }
}
