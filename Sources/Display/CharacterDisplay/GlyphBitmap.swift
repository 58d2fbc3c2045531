/// The dots of one character of our own: 8 rows of 5.
package struct GlyphBitmap: Hashable, Sendable {
    /// Eight numbers of 0...31, top first; the leftmost dot is bit 4.
    package let rows: [UInt8]

    /// Rows beyond the eighth are dropped, missing ones empty, and dots beyond the fifth ignored: the
    /// controller has no more.
    package init(rows: [UInt8]) {
        self.rows = (0..<8).map { $0 < rows.count ? rows[$0] & 0x1F : 0 }
    }

    /// Reads rows drawn with `#` for a dot.
    init(_ drawing: String...) {
        self.init(
            rows: drawing.map { line in
                line.unicodeScalars.prefix(5).enumerated().reduce(UInt8(0)) { dots, next in
                    next.element == "#" ? dots | (0x10 >> UInt8(next.offset)) : dots
                }
            }
        )
    }
}
