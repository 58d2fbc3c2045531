import Display
import FoundationEssentials
import Testing

/// One row of the lamp table, every timeline in slots of 50 ms over two repetitions or less.
struct LampRow: Sendable, CustomTestStringConvertible {
    var meaning: LampMeaning
    var underlying = LampMeaning.allUp
    var green: String
    var red: String
    var single: String

    var testDescription: String { "\(meaning) over \(underlying)" }
}

@Suite("The lamp table")
struct LampTableTests {
    private static func slots(_ parts: (Character, Int)...) -> String {
        parts.map { String(repeating: $0.0, count: $0.1) }.joined()
    }

    private static let on = slots(("#", 60))
    private static let off = slots((".", 60))
    private static let halfHertz = slots(("#", 20), (".", 20))
    private static let flash = slots(("#", 4), (".", 56))
    private static let dip = slots(("#", 56), (".", 4))
    private static let rareBlip = slots(("#", 1), (".", 199))
    private static let flashes = slots(("#", 4), (".", 4), ("#", 4), (".", 28))
    private static let quick = slots(("#", 4), (".", 4), ("#", 4), (".", 4))
    private static let oneInFour = slots(("#", 20), (".", 60))

    static let rows: [LampRow] = [
        LampRow(
            meaning: .identify,
            green: slots(("#", 10), (".", 10)),
            red: slots((".", 10), ("#", 10)),
            single: slots(("#", 4), (".", 6), ("#", 4), (".", 6), ("#", 4), (".", 6), ("#", 20), (".", 30))
        ),
        LampRow(meaning: .internalFault, green: off, red: quick, single: quick),
        LampRow(
            meaning: .notSetUp,
            green: slots(("#", 20), (".", 20)),
            red: slots((".", 20), ("#", 20)),
            single: slots(("#", 40), (".", 40))
        ),
        LampRow(meaning: .noNetwork, green: off, red: flashes, single: flashes),
        LampRow(meaning: .waiting, green: oneInFour, red: oneInFour, single: oneInFour),
        LampRow(meaning: .stale, underlying: .allUp, green: halfHertz, red: off, single: halfHertz),
        LampRow(meaning: .stale, underlying: .someDown, green: halfHertz, red: off, single: halfHertz),
        LampRow(meaning: .stale, underlying: .down, green: off, red: halfHertz, single: halfHertz),
        LampRow(meaning: .stale, underlying: .maintenance, green: off, red: halfHertz, single: halfHertz),
        LampRow(meaning: .stale, underlying: .waiting, green: halfHertz, red: halfHertz, single: halfHertz),
        LampRow(meaning: .down, green: off, red: on, single: slots(("#", 10), (".", 10))),
        LampRow(meaning: .maintenance, green: off, red: flash, single: flash),
        LampRow(
            meaning: .someDown,
            green: on,
            red: slots(("#", 2), (".", 18)),
            single: slots(("#", 4), (".", 4), ("#", 48), (".", 4))
        ),
        LampRow(meaning: .suspected, green: dip, red: off, single: dip),
        LampRow(meaning: .allUp, green: on, red: off, single: on),
        LampRow(meaning: .quietHours, green: rareBlip, red: off, single: rareBlip),
        LampRow(meaning: .dark, green: off, red: off, single: off),
    ]

    @Test("every row shines as the table says", arguments: rows)
    func shines(_ row: LampRow) {
        let signal = row.meaning.signal(over: row.underlying)
        for (led, expected) in [(LED.green, row.green), (.red, row.red), (.single, row.single)] {
            let length = expected.count * 50
            #expect(timeline(signal[led], milliseconds: 2 * length) == expected + expected, "\(led)")
        }
    }

    @Test("every meaning is in the table")
    func isComplete() {
        #expect(Set(LampTableTests.rows.map(\.meaning)) == Set(LampMeaning.allCases))
    }

    @Test("no two rows have the same timeline, neither with two LEDs nor with one")
    func areDistinct() {
        var pairs: [String: LampMeaning] = [:]
        var singles: [String: LampMeaning] = [:]
        for row in LampTableTests.rows {
            let signal = row.meaning.signal(over: row.underlying)
            let pair = timeline(signal.green) + "/" + timeline(signal.red)
            let before = (pairs.updateValue(row.meaning, forKey: pair), singles[timeline(signal.single)])
            singles[timeline(signal.single)] = row.meaning
            #expect(
                before.0 == nil || before.0 == row.meaning,
                "\(row.meaning) looks like another with two LEDs"
            )
            #expect(
                before.1 == nil || before.1 == row.meaning,
                "\(row.meaning) looks like another with one LED"
            )
        }
    }

    @Test("nothing flashes faster than 2.5 times a second", arguments: rows)
    func isCalm(_ row: LampRow) {
        let signal = row.meaning.signal(over: row.underlying)
        for led in LED.allCases { #expect(onsetsInBusiestSecond(signal[led]) <= 3, "\(led)") }
        for led in LED.allCases {
            let steps = signal[led].steps
            for (index, step) in steps.enumerated() where steps.count > 1 && step.lit {
                let cycle = step.duration + steps[(index + 1) % steps.count].duration
                #expect(cycle >= .milliseconds(400), "\(led) comes on again after \(cycle)")
            }
        }
    }

    @Test("only a stopped box is dark")
    func darkness() {
        for row in LampTableTests.rows where row.meaning != .dark {
            let signal = row.meaning.signal(over: row.underlying)
            #expect(timeline(signal.single).contains("#"))
            #expect((timeline(signal.green) + timeline(signal.red)).contains("#"))
        }
    }

    @Test("rows order by priority, and waiting stands above what would need data")
    func priorities() {
        #expect(LampMeaning.allCases == LampMeaning.allCases.sorted())
        #expect(LampMeaning.identify < .internalFault)
        #expect(LampMeaning.waiting < .down)
    }
}

@Suite("The lamp table that people read")
struct LampTableDocumentTests {
    /// What a row of the README begins with.
    private static let words: [LampMeaning: String] = [
        .identify: "identify", .internalFault: "internal fault", .notSetUp: "not set up",
        .noNetwork: "no network",
        .waiting: "waiting", .stale: "stale", .down: "down:", .maintenance: "maintenance",
        .quietHours: "quiet hours",
        .someDown: "some down", .suspected: "suspected", .allUp: "all up", .dark: "dark",
    ]

    @Test("the README's rows stand in the order in which meanings win, quiet hours among them")
    func order() throws {
        let readme = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")
        let text = try String(contentsOf: readme, encoding: .utf8)
        let table = try #require(text.split(separator: "## What the lamps mean").last)
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
            .prefix(LampMeaning.allCases.count)
        for (row, meaning) in zip(rows, LampMeaning.allCases) {
            let word = try #require(LampTableDocumentTests.words[meaning])
            #expect(row.dropFirst(2).hasPrefix(word), "the row of “\(meaning.rawValue)” is “\(row)”")
        }
    }
}
