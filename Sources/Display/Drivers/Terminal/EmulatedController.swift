/// The memory of an HD44780 as its bus operations leave it, for a driver without a real one.
package struct EmulatedController: Hashable, Sendable {
    /// 0x00...0x27 and 0x40...0x67 exist.
    private var displayMemory = [UInt8](repeating: CharacterFrame.blank, count: 0x68)
    private var glyphs = [GlyphBitmap?](repeating: nil, count: CharacterFrame.slotCount)
    /// Nowhere before the first move, and after a glyph was written.
    private var cursor: UInt8?
    private var backlight = false

    package init() {}

    package mutating func apply(_ operation: DisplayOperation) {
        switch operation {
        case .initialise: cursor = nil
        case .setGlyph(let slot, let bitmap):
            glyphs[slot] = bitmap
            cursor = nil
        case .moveCursor(let address): cursor = address
        case .write(let codes): codes.forEach { write($0) }
        case .backlight(let isOn): backlight = isOn
        }
    }

    private mutating func write(_ code: UInt8) {
        guard let address = cursor, displayMemory.indices.contains(Int(address)) else { return }
        displayMemory[Int(address)] = code
        cursor = DisplayGeometry.address(after: address)
    }

    /// What a display of that size in front of it shows.
    package func frame(_ geometry: DisplayGeometry) -> CharacterFrame {
        var frame = CharacterFrame(geometry: geometry, backlight: backlight)
        frame.cells = (0..<geometry.cellCount).map { displayMemory[Int(geometry.address(ofCell: $0))] }
        frame.glyphs = glyphs
        return frame
    }
}
