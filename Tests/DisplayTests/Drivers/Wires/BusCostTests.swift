import Core
import Display
import Testing

/// What a display costs on a bus of 100 kHz.
///
/// The numbers are exact: a byte takes nine clocks of 10 µs.
@Suite("Bytes on the bus")
struct BusCostTests {
    private static let byteTime = Duration.microseconds(90)
    /// Start and stop of a transaction.
    private static let frameTime = Duration.microseconds(20)

    /// Bytes, the address among them, and transactions from one page to another.
    private static func cost(_ old: CharacterFrame, _ new: CharacterFrame) -> (bytes: Int, transactions: Int)
    {
        let rig = Rig(.common, pins: ControllerPins(phase: .eightBit))
        rig.show(old)
        let before = (rig.bus.bytesOnWire, rig.bus.transactions)
        rig.show(new)
        #expect(rig.isRight)
        return (rig.bus.bytesOnWire - before.0, rig.bus.transactions - before.1)
    }

    private static func time(_ bytes: Int) -> Duration { byteTime * bytes + frameTime }

    /// What, from, to, cells that differ, cursor moves, bytes on the bus.
    static let changes: [(String, String, [String], [String], Int, Int, Int)] = [
        ("clock tick, one digit", "16x2", ["until 18:30  42m"], ["until 18:30  41m"], 1, 1, 11),
        ("clock tick, two digits", "16x2", ["until 18:30  40m"], ["until 18:30  39m"], 2, 1, 15),
        ("clock tick, two digits", "20x4", ["until 18:30      40m"], ["until 18:30      39m"], 2, 1, 15),
        ("all cells", "16x2", ["a", "b"], ["c", "d"], 32, 2, 141),
        ("all cells", "16x4", ["a", "b", "a", "b"], ["c", "d", "c", "d"], 64, 2, 269),
        ("all cells", "20x4", ["a", "b", "a", "b"], ["c", "d", "c", "d"], 80, 1, 327),
        ("all cells", "40x2", ["a", "b"], ["c", "d"], 80, 1, 327),
    ]

    @Test(
        "a change is one transaction of four bytes a cell, and six a cursor move, the fewest the wiring allows",
        arguments: changes
    )
    func table(what: String, size: String, old: [String], new: [String], cells: Int, moves: Int, bytes: Int)
        throws
    {
        let encoder = FrameEncoder(geometry: try #require(DisplayGeometry(size)), rom: .a00)
        func frame(_ lines: [String]) -> CharacterFrame {
            encoder.frame(lines.map { $0.count == 1 ? String(repeating: $0, count: 40) : $0 })
        }
        let (old, new) = (frame(old), frame(new))
        #expect(zip(old.cells, new.cells).count { $0 != $1 } == cells)
        let cost = BusCostTests.cost(old, new)
        #expect(cost.bytes == bytes, "\(what) on \(size)")
        #expect(cost.transactions == 1)
        // Two rises and two falls of E a byte, RS down and up again around a move, and the address.
        #expect(bytes == 4 * (cells + moves) + 2 * moves + 1)
    }

    @Test("progress redraws one glyph in one transaction")
    func glyph() {
        let encoder = FrameEncoder(geometry: .sixteenByTwo, rom: .a00)
        let cost = BusCostTests.cost(encoder.frame(["▂"]), encoder.frame(["▃"]))
        #expect(cost.bytes == 1 + 6 + 8 * 4)
        #expect(cost.transactions == 1)
    }

    /// The cells of a repaint are within 12 ms; placing the cursor twice takes it to 12.71 ms.
    ///
    /// That is the floor, not the driver's doing: for every nibble E has to rise and to fall, an expander does
    /// one thing a byte, RS may move neither with the rise nor with the fall, and the rows of a 16x2 do not
    /// follow each other in memory.
    @Test("repainting all of a 16x2 takes 11.52 ms for its cells and 12.71 ms with everything, at 100 kHz")
    func repaint() {
        let cells = 32 * 4
        let cursor = 2 * 6
        #expect(BusCostTests.byteTime * cells == .microseconds(11_520))
        #expect(BusCostTests.byteTime * cells <= .milliseconds(12))
        #expect(BusCostTests.time(cells + cursor + 1) == .microseconds(12_710))
        #expect(BusCostTests.time(30 * 4 + cursor + 1) <= .milliseconds(12), "two cells that stay are enough")
    }

    /// Every batch that a person can see, on the way through all pages, one evening after the other.
    @Test("no page of a 16x2 takes longer than its cells: its glyphs stand before it comes")
    func pageTurns() {
        let rig = Rig(.common, pins: ControllerPins(phase: .eightBit))
        var pages = 0
        for input in BusCostTests.evenings() {
            var screens = Screens(Facts.settings(.sixteenByTwo, watch: ["eu/retail"]), input)
            var seen: Set<String> = []
            // The second time around is that of a box that has stood for a minute.
            for _ in 0..<2 * screens.ring().count {
                guard let state = screens.state else { break }
                rig.show(state.frame, soon: state.soon)
                #expect(rig.isRight, "\(state.lines)")
                seen.insert(state.page)
                screens.pass(.seconds(6))
            }
            pages += seen.count
        }
        let turns = rig.batches.filter {
            !$0.operations.contains(.initialise) && $0.operations.contains { $0.isWrite }
        }
        let most = turns.map(\.bytes).max() ?? 0
        print("16x2: \(turns.count) page turns of \(pages) pages, \(most) bytes at most")
        #expect(pages >= 12 && turns.count >= pages)
        #expect(most <= 141)
        #expect(
            turns.count { $0.operations.contains { $0.isGlyph } } == 0,
            "a glyph was drawn while somebody waited"
        )
    }

    @Test("the step of progress that comes with time redraws one glyph and no cell, whatever stands ahead")
    func timeGoesOn() {
        let encoder = FrameEncoder(geometry: .sixteenByTwo, rom: .a00)
        let rig = Rig(.common, pins: ControllerPins(phase: .eightBit))
        rig.show(encoder.frame(["▂"]), soon: encoder.glyphs(["▂↑↓≡"]))
        rig.show(encoder.frame(["▃"]), soon: encoder.glyphs(["▃↑↓≡"]))
        #expect(rig.isRight)
        #expect(rig.batches.last?.operations == [.setGlyph(slot: 7, Glyph.progress(2).bitmap)])
    }

    /// An evening with two rotations and six realms, up and in trouble of every kind.
    private static func evenings() -> [PanelInput] {
        let states: [[RealmView]] = [
            Facts.six(.up), Facts.six(.suspected), Facts.six(.down, .down), Facts.six(.maintenance),
        ]
        return states.map { realms in
            var input = PanelInput()
            input.rotations = [Facts.pubs, Facts.ranked]
            input.sources = [Facts.source(realms)]
            return input
        }
    }
}

extension DisplayOperation {
    fileprivate var isWrite: Bool { if case .write = self { true } else { false } }
    fileprivate var isGlyph: Bool { if case .setGlyph = self { true } else { false } }
}
