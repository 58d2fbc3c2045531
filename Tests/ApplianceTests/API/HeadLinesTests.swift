import Testing

@testable import Serving

@Suite("Lines of a request's head in memory")
struct HeadLinesTests {
    private typealias Place = HeadLines.Place

    /// `GET /a HTTP/1.1`, a field `Host: x` and one `B: y`, with so many bytes behind version, value and last value, and so
    /// many before and behind the target.
    private func isBroken(_ gaps: [UInt], method: UInt = 1, target: UInt = 1) -> Bool {
        let start: UInt = 1_000
        let place = start + 3 + method
        let version = Place(start: place + 2 + target, end: place + 2 + target + 8)
        var lines = HeadLines(
            method: Place(start: start, end: start + 3),
            target: Place(start: place, end: place + 2),
            version: version
        )
        var end = version.end
        for gap in gaps.dropLast() {
            let name = Place(start: end + gap, end: end + gap + 4)
            let value = Place(start: name.end + 2, end: name.end + 3)
            lines.add(name: name, value: value)
            end = value.end
        }
        lines.finish(size: Int(end + (gaps.last ?? 0) - start))
        return lines.isBroken
    }

    @Test("two bytes end a line, and four the head", arguments: [[2, 4], [2, 2, 4], [4]] as [[UInt]])
    func sound(gaps: [UInt]) {
        #expect(!isBroken(gaps))
    }

    @Test(
        "anything else between two lines, or behind them, is not as it should be",
        arguments: [
            [1, 2, 4], [2, 1, 4], [3, 2, 4], [2, 4, 4], [2, 2, 2], [2, 2, 3], [2, 2, 5], [2, 2, 9],
            [2, 0, 4],
        ]
            as [[UInt]]
    )
    func odd(gaps: [UInt]) {
        #expect(isBroken(gaps))
    }

    @Test(
        "one byte parts method, target and version",
        arguments: [(1, 2), (2, 1), (0, 1), (1, 5)] as [(UInt, UInt)]
    )
    func firstLine(method: UInt, target: UInt) {
        #expect(isBroken([2, 4], method: method, target: target))
    }

    @Test("a field in a copy somewhere else is not as it should be, whatever stands there")
    func copies() {
        let first = Place(start: 1_000, end: 1_003)
        for start: UInt in [0, 500, 1_016, 1_017, 1_018, 1_020, 90_000, .max] {
            var lines = HeadLines(
                method: first,
                target: Place(start: 1_004, end: 1_006),
                version: Place(start: 1_007, end: 1_015)
            )
            lines.add(name: Place(start: start, end: start), value: Place(start: 1_020, end: 1_021))
            lines.finish(size: 25)
            #expect(lines.isBroken == (start != 1_017), "\(start)")
        }
    }
}
