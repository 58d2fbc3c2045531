/// Finds each glyph of a frame a place among the controller's eight slots, so that what is drawn already is used again.
///
/// Drawing a glyph takes as long on the bus as nine cells. The frame names slots by the home of each glyph; here they
/// become those in which the glyph stands, or one whose glyph nobody sees and no other page needs.
struct GlyphPlacement {
    /// What the controller holds; nil when that is not known.
    let shown: CharacterFrame?
    /// Glyphs of the pages that take turns: not given up for one that is seen once.
    let kept: Set<GlyphBitmap>

    /// The same picture, in the slots where its glyphs stand or are to be drawn; the others are left alone.
    func placed(_ frame: CharacterFrame) -> CharacterFrame {
        guard let shown else { return frame }
        var result = frame
        result.glyphs = Array(repeating: nil, count: CharacterFrame.slotCount)
        var moves: [Int: Int] = [:]
        let used = frame.usedSlots
        for home in used {
            guard let bitmap = frame.glyphs[home], let slot = shown.glyphs.firstIndex(of: bitmap) else {
                continue
            }
            moves[home] = slot
            result.glyphs[slot] = bitmap
        }
        for home in used where moves[home] == nil {
            guard let bitmap = frame.glyphs[home] else { continue }
            let slot = slot(for: home, in: frame, taken: result.glyphs)
            moves[home] = slot
            result.glyphs[slot] = bitmap
        }
        result.cells = frame.cells.map { code in
            CharacterFrame.slot(ofCode: code).flatMap { moves[$0] }.map(CharacterFrame.code) ?? code
        }
        return result
    }

    /// Slots for glyphs that soon are needed and stand nowhere yet; nothing that is seen or needed is given up.
    func ahead() -> [DisplayOperation] {
        guard let shown else { return [] }
        var idle = CharacterFrame.slots.filter { isIdle($0, in: shown) }
        return kept.subtracting(shown.glyphs.compactMap { $0 }).sorted(by: GlyphBitmap.precedes)
            .compactMap { bitmap in
                guard !idle.isEmpty else { return nil }
                return .setGlyph(slot: idle.removeFirst(), bitmap)
            }
    }

    /// The best of the slots that no other glyph of the frame has: its home, an empty one, one that nobody misses.
    private func slot(for home: Int, in frame: CharacterFrame, taken: [GlyphBitmap?]) -> Int {
        let free = [home] + CharacterFrame.slots.filter { $0 != home }
        let open = free.filter { taken[$0] == nil }
        return open.first { isReplaceable($0, by: home, in: frame) }
            ?? open.first { !(shown?.usedSlots.contains($0) ?? false) }
            ?? open.first ?? home
    }

    /// Whether no page needs what stands there, and nobody sees another glyph for an instant while it is redrawn.
    private func isReplaceable(_ slot: Int, by home: Int, in frame: CharacterFrame) -> Bool {
        guard let shown else { return true }
        if let bitmap = shown.glyphs[slot], kept.contains(bitmap) { return false }
        return zip(shown.cells, frame.cells).allSatisfy { old, new in
            CharacterFrame.slot(ofCode: old) != slot || CharacterFrame.slot(ofCode: new) == home
        }
    }

    private func isIdle(_ slot: Int, in shown: CharacterFrame) -> Bool {
        !shown.usedSlots.contains(slot) && !(shown.glyphs[slot].map { kept.contains($0) } ?? false)
    }
}

extension CharacterFrame {
    static let slots = 0..<slotCount

    /// The slots whose glyph is seen.
    var usedSlots: Set<Int> { Set(cells.compactMap { CharacterFrame.slot(ofCode: $0) }) }

    /// Whether a person sees the same, wherever glyphs stand.
    package func looks(like other: CharacterFrame) -> Bool {
        guard geometry == other.geometry, backlight == other.backlight else { return false }
        return zip(cells, other.cells).allSatisfy { mine, its in
            guard let slot = CharacterFrame.slot(ofCode: mine), let bitmap = glyphs[slot] else {
                return mine == its
            }
            return CharacterFrame.slot(ofCode: its).map { other.glyphs[$0] == bitmap } ?? false
        }
    }
}

extension GlyphBitmap {
    /// Some order, the same at every start.
    fileprivate static func precedes(_ left: GlyphBitmap, _ right: GlyphBitmap) -> Bool {
        left.rows.lexicographicallyPrecedes(right.rows)
    }
}
