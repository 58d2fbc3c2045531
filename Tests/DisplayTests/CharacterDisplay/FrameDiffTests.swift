import Display
import TestSupport
import Testing

@Suite("From frame to frame")
struct FrameDiffTests {
    private let encoder = FrameEncoder(geometry: .sixteenByTwo, rom: .a00)

    private func cost(_ operations: [DisplayOperation]) -> Int { operations.reduce(0) { $0 + $1.cost } }

    @Test("nothing changes nothing")
    func same() {
        let frame = encoder.frame(["Storm Point    ▅"])
        #expect(FrameDiff.operations(from: frame, to: frame).isEmpty)
    }

    @Test("a clock tick writes the cells that differ")
    func clockTick() {
        let before = encoder.frame(["Storm Point", "until 18:30  40m"])
        let after = encoder.frame(["Storm Point", "until 18:30  39m"])
        let operations = FrameDiff.operations(from: before, to: after)
        #expect(operations == [.moveCursor(0x4D), .write(Array("39".utf8))])
    }

    @Test("a gap of one cell is written over, a gap of two is jumped")
    func gaps() {
        let before = encoder.frame(["abcdefgh"])
        let one = FrameDiff.operations(from: before, to: encoder.frame(["XbYdefgh"]))
        #expect(one == [.moveCursor(0), .write(Array("XbY".utf8))])
        let two = FrameDiff.operations(from: before, to: encoder.frame(["XbcYefgh"]))
        #expect(two == [.moveCursor(0), .write(Array("X".utf8)), .moveCursor(3), .write(Array("Y".utf8))])
    }

    @Test("glyphs come before the cells that show them")
    func glyphsFirst() {
        let operations = FrameDiff.operations(from: encoder.frame([""]), to: encoder.frame(["↓"]))
        #expect(operations == [.setGlyph(slot: 1, Glyph.down.bitmap), .moveCursor(0), .write([9])])
    }

    @Test("progress redraws one glyph and no cell")
    func animation() {
        let operations = FrameDiff.operations(from: encoder.frame(["▂"]), to: encoder.frame(["▃"]))
        #expect(operations == [.setGlyph(slot: 7, Glyph.progress(2).bitmap)])
    }

    @Test("a glyph that is still in its slot is not sent again")
    func kept() {
        var session = DatasheetController()
        let first = encoder.frame(["↓"])
        let blank = encoder.frame([""])
        for operation in FrameDiff.operations(from: nil, to: first) { session.apply(operation) }
        var shown = first
        for frame in [blank, first] {
            let operations = FrameDiff.operations(from: shown, to: frame)
            #expect(!operations.contains { if case .setGlyph = $0 { true } else { false } })
            for operation in operations { session.apply(operation) }
            var next = frame
            next.glyphs = zip(frame.glyphs, shown.glyphs).map { $0 ?? $1 }
            shown = next
        }
        #expect(session.shows(first))
    }

    @Test("an unknown display is written whole, in one run where the memory is one")
    func unknown() {
        let wide = FrameEncoder(geometry: .twentyByFour, rom: .a00).frame(["one", "two", "three", "four"])
        let operations = FrameDiff.operations(from: nil, to: wide)
        #expect(operations.count == 3)
        #expect(operations.first == .backlight(true))
        #expect(cost(operations) == 81)
        #expect(cost(FrameDiff.operations(from: nil, to: encoder.frame([]))) == 34)
    }

    /// Every size with some seeds; a closure inside `@Test` stops Swift 6.0.3's compiler.
    static let seeds = DisplayGeometry.all.flatMap { geometry in
        SeededGenerator.seeds(TestEffort.rounds(2), for: "frames of \(geometry)").map { (geometry, $0) }
    }

    @Test(
        "any frame follows any other on every size, for less than writing all of it",
        arguments: FrameDiffTests.seeds
    )
    func property(geometry: DisplayGeometry, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var controller = DatasheetController()
        var shown: CharacterFrame?
        for step in 0..<20 {
            let wanted = FrameDiffTests.frame(geometry, like: shown, using: &random)
            let operations = FrameDiff.operations(from: shown, to: wanted)
            let before = controller.bytes
            for operation in operations { controller.apply(operation) }
            #expect(controller.shows(wanted), "seed \(seed), step \(step): \(controller.complaints)")
            #expect(controller.bytes - before == cost(operations), "seed \(seed), step \(step)")
            let whole = cost(FrameDiff.operations(from: nil, to: wanted))
            #expect(cost(operations) <= whole, "seed \(seed), step \(step)")
            let naive = FrameDiffTests.naiveCost(from: shown, to: wanted)
            #expect(cost(operations) <= naive, "seed \(seed), step \(step)")
            var next = wanted
            if let shown { next.glyphs = zip(wanted.glyphs, shown.glyphs).map { $0 ?? $1 } }
            shown = next
        }
    }

    /// A frame that differs from the last one in some cells, so that runs and gaps of every length occur.
    private static func frame(
        _ geometry: DisplayGeometry,
        like shown: CharacterFrame?,
        using random: inout SeededGenerator
    ) -> CharacterFrame {
        var frame = CharacterFrame(geometry: geometry, backlight: Bool.random(using: &random))
        let share = Double.random(in: 0...1, using: &random)
        for cell in frame.cells.indices {
            let keeps = Double.random(in: 0...1, using: &random) < share
            let codes: [UInt8] = [8, 15, 0x20, 0x41, 0x42, 0xFF]
            let fresh = codes.randomElement(using: &random) ?? 0x20
            frame.cells[cell] = keeps ? (shown?.cells[cell] ?? fresh) : fresh
        }
        for slot in [0, 7] {
            frame.glyphs[slot] = GlyphBitmap(rows: [UInt8.random(in: 0...3, using: &random)])
        }
        return frame
    }

    /// What skipping the equal start and end of every row would cost.
    private static func naiveCost(from shown: CharacterFrame?, to wanted: CharacterFrame) -> Int {
        var cost = wanted.glyphs.enumerated().count { $1 != nil && $1 != shown?.glyphs[$0] } * 9
        for row in 0..<wanted.geometry.rows {
            let columns = 0..<wanted.geometry.columns
            let changed = columns.filter { column in
                shown?.code(row: row, column: column) != wanted.code(row: row, column: column)
            }
            if let first = changed.first, let last = changed.last { cost += 2 + last - first }
        }
        return cost
    }
}

extension DisplayOperation {
    /// What it costs on the bus, in cells: a cell and a cursor move are one byte each, a glyph an address and
    /// eight bytes.
    fileprivate var cost: Int {
        switch self {
        case .initialise: 12
        case .setGlyph: 9
        case .moveCursor: 1
        case .write(let codes): codes.count
        case .backlight: 0
        }
    }
}
