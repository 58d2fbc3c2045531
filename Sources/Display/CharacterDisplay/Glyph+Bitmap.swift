/// The drawings.
extension Glyph {
    package var bitmap: GlyphBitmap {
        switch self {
        case .up: GlyphBitmap("..#..", ".###.", "#.#.#", "..#..", "..#..", "..#..", "..#..", ".....")
        case .down: GlyphBitmap("..#..", "..#..", "..#..", "..#..", "#.#.#", ".###.", "..#..", ".....")
        case .queue: GlyphBitmap("#####", "#...#", ".#.#.", "..#..", ".#.#.", "#...#", "#####", ".....")
        case .lock: GlyphBitmap(".###.", "#...#", "#...#", "#####", "##.##", "##.##", "#####", ".....")
        case .stale: GlyphBitmap(".....", ".###.", "#.#.#", "#.###", "#...#", ".###.", ".....", ".....")
        case .noNetwork: GlyphBitmap("....#", ".####", "#..##", "..#.#", ".#.#.", "#....", "..#..", ".....")
        case .phone: GlyphBitmap("#####", "#...#", "#...#", "#...#", "#...#", "#####", "##.##", "#####")
        case .progress(let step): Glyph.bar(height: min(max(step, 0), 7) + 1)
        }
    }

    /// A bar of 1...8 full rows from the bottom: even the lowest step is visible.
    private static func bar(height: Int) -> GlyphBitmap {
        GlyphBitmap(rows: (0..<8).map { $0 >= 8 - height ? 0x1F : 0 })
    }
}
