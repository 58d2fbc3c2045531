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

    @Test("turning any page of a 16x2 to any other costs no more than all cells and one progress glyph")
    func pageTurns() {
        let encoder = FrameEncoder(geometry: .sixteenByTwo, rom: .a00)
        let pages = BusCostTests.pages().map { encoder.frame($0) }
        #expect(pages.count >= 8)
        let rig = Rig(.common, pins: ControllerPins(phase: .eightBit))
        for page in pages { rig.show(page) }
        var costs: [Int] = []
        for old in pages {
            for new in pages where old != new {
                rig.show(old)
                let before = rig.bus.bytesOnWire
                rig.show(new)
                costs.append(rig.bus.bytesOnWire - before)
            }
        }
        #expect(rig.isRight)
        let (most, mean) = (costs.max() ?? 0, costs.reduce(0, +) / max(costs.count, 1))
        print("16x2: a page turn is \(mean) bytes in the mean, \(most) at most")
        #expect(most <= 141 + BusCostTests.glyphBytes)
    }

    /// An address, RS down and up around it, and eight rows.
    private static let glyphBytes = 6 + 8 * 4

    /// The rows of all pages of an evening with two rotations, six realms and trouble.
    private static func pages() -> [[String]] {
        let states: [[RealmView]] = [
            Facts.six(.up), Facts.six(.suspected), Facts.six(.down, .down), Facts.six(.maintenance),
        ]
        var pages: Set<[String]> = []
        for realms in states {
            var input = PanelInput()
            input.rotations = [Facts.pubs, Facts.ranked]
            input.sources = [Facts.source(realms)]
            var screens = Screens(Facts.settings(.sixteenByTwo, watch: ["eu/retail"]), input)
            for drawing in screens.ring() {
                let rows = drawing.split(separator: "\n").dropFirst()
                pages.insert(rows.map { String($0.dropFirst().dropLast()) })
            }
        }
        return pages.sorted { $0.joined() < $1.joined() }
    }
}
