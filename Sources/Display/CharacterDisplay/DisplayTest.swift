/// What `display test` shows to the person with the soldering iron, page by page.
package struct DisplayTest: Sendable {
    /// A page and the words that tell what there is to see.
    package struct Page: Hashable, Sendable {
        package let frame: CharacterFrame
        /// One or two sentences for the terminal: what is on the display if all is well, and what to do if not.
        package let words: String
    }

    /// Long enough to read the words and look up.
    package static let pageDuration = Duration.seconds(6)

    private let encoder: FrameEncoder

    package init(geometry: DisplayGeometry, rom: CharacterROM) {
        encoder = FrameEncoder(geometry: geometry, rom: rom)
    }

    /// In the order in which a fault of the first makes the others pointless.
    package var pages: [Page] { [size, dots, characters, glyphs, dark, lit] }

    private var geometry: DisplayGeometry { encoder.geometry }

    /// `1>    16x2    <1`: both ends of every row, in the order of the rows.
    private var size: Page {
        let lines = (1...geometry.rows).map { row in
            centred(row == 1 ? geometry.description : "row \(row)", left: "\(row)>", right: "<\(row)")
        }
        return Page(
            frame: encoder.frame(lines),
            words: "Rows 1 to \(geometry.rows) from the top, each with its number at both edges. Nothing, or "
                + "a row of dark boxes: turn the contrast potentiometer. Rows in a wrong order, cut or "
                + "doubled: set display to the size of this one (now \(geometry)). Wrong characters: look at "
                + "D4 to D7."
        )
    }

    /// Drawn into a glyph slot: only one of the ROMs has a full block.
    private var dots: Page {
        var frame = CharacterFrame(geometry: geometry)
        frame.cells = Array(repeating: CharacterFrame.code(ofSlot: 0), count: geometry.cellCount)
        frame.glyphs[0] = GlyphBitmap(rows: Array(repeating: 0x1F, count: 8))
        return Page(
            frame: frame,
            words: "All \(geometry.cellCount) cells are full of dots. Missing lines of dots: the glass or "
                + "its contact strip."
        )
    }

    private var characters: Page {
        let other = encoder.rom == .a00 ? CharacterROM.a02 : .a00
        let lines = ["äöüñ°µ ROM \(encoder.rom.rawValue)", "ABCxyz 0189 !?%&"]
        return Page(
            frame: encoder.frame(lines),
            words: "The first row begins with äöüñ°µ, the second reads ABCxyz 0189 !?%&. Other signs in "
                + "the first row: set rom = \"\(other.rawValue)\"."
        )
    }

    private var glyphs: Page {
        let shown: [Glyph] = [.up, .down, .queue, .lock, .stale, .noNetwork, .phone, .progress(3)]
        return Page(
            frame: encoder.frame(["Glyphs", String(shown.map(\.character))]),
            words: "Eight signs: arrow up, arrow down, hourglass, padlock, clock, crossed circle, phone, "
                + "half a bar. Torn signs: set slow = true, and shorten the cable."
        )
    }

    private var dark: Page {
        Page(
            frame: encoder.frame(["Backlight off"], backlight: false),
            words: "The backlight is off. If it is on: turn backlight_active_low round, or it has no line "
                + "of its own."
        )
    }

    private var lit: Page {
        Page(
            frame: encoder.frame(["Backlight on", "Test is over"]),
            words: "The backlight is on again, and the text was there at once: the test is over."
        )
    }

    private func centred(_ text: String, left: String, right: String) -> String {
        let room = max(geometry.columns - left.count - right.count - text.count, 0)
        let spaces = String(repeating: " ", count: room / 2)
        return left + spaces + text + spaces + (room.isMultiple(of: 2) ? "" : " ") + right
    }
}
