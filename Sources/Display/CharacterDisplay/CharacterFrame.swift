/// Everything a character display shows, as a value: what a page is rendered to and what a driver is told to
/// reach.
package struct CharacterFrame: Hashable, Sendable {
    package let geometry: DisplayGeometry
    /// Character codes row by row; 8...15 are the glyph slots 0...7 (0...7 are their mirror and never used,
    /// because a NUL ends a string in many a tool).
    package var cells: [UInt8]
    /// The eight slots; nil: the frame does not use it, whatever is in it may stay.
    package var glyphs: [GlyphBitmap?]
    package var backlight: Bool

    /// A blank one.
    package init(geometry: DisplayGeometry, backlight: Bool = true) {
        self.geometry = geometry
        cells = Array(repeating: CharacterFrame.blank, count: geometry.cellCount)
        glyphs = Array(repeating: nil, count: CharacterFrame.slotCount)
        self.backlight = backlight
    }

    package static let slotCount = 8
    /// A space, in every ROM.
    package static let blank: UInt8 = 0x20

    /// The code that shows glyph slot `slot`.
    package static func code(ofSlot slot: Int) -> UInt8 { UInt8(8 + slot) }

    /// The glyph slot that `code` shows.
    package static func slot(ofCode code: UInt8) -> Int? {
        (8..<16).contains(code) ? Int(code) - 8 : nil
    }

    package func code(row: Int, column: Int) -> UInt8 { cells[row * geometry.columns + column] }

    /// What the controller holds after this frame was drawn over `earlier`: slots it does not use keep their
    /// dots.
    func drawn(over earlier: CharacterFrame) -> CharacterFrame {
        var result = self
        result.glyphs = zip(glyphs, earlier.glyphs).map { $0 ?? $1 }
        return result
    }
}
