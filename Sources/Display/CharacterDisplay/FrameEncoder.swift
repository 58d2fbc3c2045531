/// Turns the text of a page into a frame: folds it, gives its glyphs slots, cuts and fills the rows.
package struct FrameEncoder: Sendable {
    package let geometry: DisplayGeometry
    package let rom: CharacterROM

    package init(geometry: DisplayGeometry, rom: CharacterROM) {
        self.geometry = geometry
        self.rom = rom
    }

    /// A frame of at most `geometry.rows` lines; what does not fit is cut between characters.
    package func frame(_ lines: [String], backlight: Bool = true) -> CharacterFrame {
        var frame = CharacterFrame(geometry: geometry, backlight: backlight)
        let rows = rows(lines)
        let slots = FrameEncoder.slots(for: rows)
        for (glyph, slot) in slots { frame.glyphs[slot] = glyph.bitmap }
        for (row, text) in rows.enumerated() {
            for (column, character) in text.enumerated() {
                frame.cells[row * geometry.columns + column] = code(of: character, slots: slots)
            }
        }
        return frame
    }

    /// The glyphs that a page uses.
    package func glyphs(_ lines: [String]) -> Set<GlyphBitmap> {
        Set(rows(lines).joined().compactMap { Glyph($0)?.bitmap })
    }

    private func rows(_ lines: [String]) -> [Substring] {
        lines.prefix(geometry.rows).map { rom.foldedForcibly($0).prefix(geometry.columns) }
    }

    /// The rows of a frame as text, one character a cell, glyphs as the Unicode character they stand for.
    package func text(of frame: CharacterFrame) -> [String] {
        (0..<geometry.rows).map { row in
            String((0..<geometry.columns).map { character(of: frame.code(row: row, column: $0), in: frame) })
        }
    }

    /// Every glyph goes to its home slot when that is free, else to the first free one; a ninth gets none.
    private static func slots(for rows: [Substring]) -> [Glyph: Int] {
        let glyphs = rows.joined().compactMap { Glyph($0) }
        var slots: [Glyph: Int] = [:]
        var free = Set(0..<CharacterFrame.slotCount)
        for glyph in glyphs where slots[glyph] == nil && free.contains(glyph.homeSlot) {
            free.remove(glyph.homeSlot)
            slots[glyph] = glyph.homeSlot
        }
        for glyph in glyphs where slots[glyph] == nil {
            guard let slot = free.min() else { break }
            free.remove(slot)
            slots[glyph] = slot
        }
        return slots
    }

    /// A glyph in the text wins over a ROM character of the same look, so that both ROMs show the same page.
    private func code(of character: Character, slots: [Glyph: Int]) -> UInt8 {
        if let glyph = Glyph(character) {
            if let slot = slots[glyph] { return CharacterFrame.code(ofSlot: slot) }
            return rom.code(of: glyph.substitute) ?? CharacterFrame.blank
        }
        return rom.code(of: character) ?? UInt8(ascii: "?")
    }

    private func character(of code: UInt8, in frame: CharacterFrame) -> Character {
        if let slot = CharacterFrame.slot(ofCode: code), let bitmap = frame.glyphs[slot] {
            return FrameEncoder.charactersByBitmap[bitmap] ?? "?"
        }
        return rom.character(of: code) ?? " "
    }

    private static let charactersByBitmap = Dictionary(
        Glyph.allCases.map { ($0.bitmap, $0.character) },
        uniquingKeysWith: { first, _ in first }
    )
}
