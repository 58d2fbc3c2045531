import Display
import TestSupport

extension CharacterFrame {
    /// A frame that differs from `earlier` in some cells and glyphs, with data that looks like instructions.
    static func random(
        _ geometry: DisplayGeometry,
        like earlier: CharacterFrame?,
        using random: inout SeededGenerator
    ) -> CharacterFrame {
        var frame = CharacterFrame(geometry: geometry, backlight: Int.random(in: 0..<8, using: &random) > 0)
        for slot in 0..<CharacterFrame.slotCount where Bool.random(using: &random) {
            let rows = (0..<8).map { _ in UInt8.random(in: 0...31, using: &random) }
            frame.glyphs[slot] = GlyphBitmap(rows: rows)
        }
        let share = Double.random(in: 0...1, using: &random)
        for cell in frame.cells.indices {
            let keeps = Double.random(in: 0...1, using: &random) < share
            let fresh = UInt8.random(in: 8...255, using: &random)
            let code = (keeps ? earlier?.cells[cell] : nil) ?? fresh
            // A frame names no slot that it does not fill.
            let isEmpty = CharacterFrame.slot(ofCode: code).map { frame.glyphs[$0] == nil } ?? false
            frame.cells[cell] = isEmpty ? CharacterFrame.blank : code
        }
        return frame
    }
}
