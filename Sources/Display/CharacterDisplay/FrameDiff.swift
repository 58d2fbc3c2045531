/// The way from what a display shows to what it should show, in the fewest bytes.
package enum FrameDiff {
    /// The operations, glyphs first, then cells in the order of their addresses.
    ///
    /// `shown` is what the controller is known to hold; nil when that is unknown: then everything is written,
    /// the glyph slots that are used among it. Never clears: that would blank the display for 1.5 ms.
    package static func operations(
        from shown: CharacterFrame?,
        to wanted: CharacterFrame
    ) -> [DisplayOperation] {
        var operations: [DisplayOperation] = []
        if shown?.backlight != wanted.backlight { operations.append(.backlight(wanted.backlight)) }
        for (slot, bitmap) in wanted.glyphs.enumerated() {
            guard let bitmap, bitmap != shown?.glyphs[slot] else { continue }
            operations.append(.setGlyph(slot: slot, bitmap))
        }
        for run in runs(from: shown, to: wanted) {
            operations.append(.moveCursor(run.address))
            operations.append(.write(run.codes))
        }
        return operations
    }

    /// Cells that are written in one go.
    private struct Run {
        var address: UInt8
        var codes: [UInt8]
        /// Where the cursor is after it.
        var next: UInt8
        /// The equal cells since the last changed one: written only if another change follows soon enough.
        var gap: [UInt8] = []

        mutating func extend(by code: UInt8, changed: Bool) {
            if changed {
                codes += gap + [code]
                gap = []
            } else {
                gap.append(code)
            }
            next = DisplayGeometry.address(after: next)
        }
    }

    /// A gap of one equal cell is written over, because moving the cursor costs as much; from two on it
    /// moves.
    private static let longestGap = 1

    private static func runs(from shown: CharacterFrame?, to wanted: CharacterFrame) -> [Run] {
        var runs: [Run] = []
        var open: Run?
        for cell in wanted.geometry.cellsByAddress {
            let address = wanted.geometry.address(ofCell: cell)
            let code = wanted.cells[cell]
            let changed = shown?.cells[cell] != code
            if var run = open, run.next == address, changed || run.gap.count < longestGap {
                run.extend(by: code, changed: changed)
                open = run
            } else {
                if let run = open { runs.append(run) }
                let next = DisplayGeometry.address(after: address)
                open = changed ? Run(address: address, codes: [code], next: next) : nil
            }
        }
        if let run = open { runs.append(run) }
        return runs
    }
}
