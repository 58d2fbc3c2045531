/// One thing that a driver makes the controller do; the seam between the rules and every kind of wiring.
package enum DisplayOperation: Hashable, Sendable {
    /// Brings the controller from any state, half a nibble included, into 4-bit two-line mode with the
    /// display on, without clearing it (HD44780U datasheet, figure 24). What memory and cursor hold
    /// afterwards is not known.
    case initialise
    /// Redraws a glyph slot, 0...7; every cell that shows it changes at once. The cursor is nowhere
    /// afterwards.
    case setGlyph(slot: Int, GlyphBitmap)
    /// Puts the cursor at an address of the display memory.
    case moveCursor(UInt8)
    /// Writes character codes from the cursor on, which goes along.
    case write([UInt8])
    case backlight(Bool)
}
