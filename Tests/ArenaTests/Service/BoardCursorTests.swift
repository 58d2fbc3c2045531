import Core
import Testing

@testable import Arena

@Suite("Cursors of boards")
struct BoardCursorTests {
    private let key = [UInt8](repeating: 7, count: 32)

    private static let edges = [
        BoardEdge(score: .min, sequence: 0), BoardEdge(score: .max, sequence: .max),
        BoardEdge(score: -1, sequence: 1), BoardEdge(score: 0, sequence: 4_294_967_296),
    ]

    @Test("what was sealed opens as it was", arguments: edges)
    func roundTrip(edge: BoardEdge) throws {
        for isAfter in [true, false] {
            for period in [nil, 0, -86_400, 1_764_504_000] as [Int64?] {
                let cursor = BoardCursor(isAfter: isAfter, edge: edge, period: period)
                let text = cursor.sealed(key, board: 3, window: "day")
                #expect(text.utf8.count == 84)
                #expect(BoardCursor(text, key, board: 3, window: "day") == cursor)
            }
        }
    }

    @Test("of another board, window or appliance, cut or changed in any digit, it is none")
    func forged() {
        let edge = BoardEdge(score: 120, sequence: 9)
        let text = BoardCursor(isAfter: true, edge: edge, period: nil).sealed(key, board: 3, window: "all")
        #expect(BoardCursor(text, key, board: 4, window: "all") == nil)
        #expect(BoardCursor(text, key, board: 3, window: "day") == nil)
        #expect(BoardCursor(text, [UInt8](repeating: 8, count: 32), board: 3, window: "all") == nil)
        for text in [
            "", "0", String(text.dropLast()), String(text.dropLast(2)), text + "00", " " + text.dropFirst(),
        ] {
            #expect(BoardCursor(text, key, board: 3, window: "all") == nil)
        }
        for place in 0..<84 {
            var digits = Array(text.utf8)
            digits[place] = digits[place] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
            let changed = String(decoding: digits, as: UTF8.self)
            #expect(BoardCursor(changed, key, board: 3, window: "all") == nil, "digit \(place)")
        }
    }
}
