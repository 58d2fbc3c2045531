import Core
import SystemSupport

/// Where a page of a board goes on, as clients hold it: opaque, and good only for the board and window that it was made
/// for.
///
/// It names a score and a number of the ledger, not a position: rows that come or go meanwhile are neither shown twice
/// nor left out (keyset). It is authenticated, so that nobody asks for what no page said.
struct BoardCursor: Hashable, Sendable {
    /// Whether the page lies behind the edge, or before it.
    let isAfter: Bool
    let edge: BoardEdge
    /// Which period of the window; nil: all time.
    let period: Int64?

    init(isAfter: Bool, edge: BoardEdge, period: Int64?) {
        (self.isAfter, self.edge, self.period) = (isAfter, edge, period)
    }

    /// Nil: there is nothing more in that direction.
    init?(_ start: BoardStart?, _ period: BoardPeriod?) {
        switch start {
        case .after(let edge): self.init(isAfter: true, edge: edge, period: period?.number)
        case .before(let edge): self.init(isAfter: false, edge: edge, period: period?.number)
        case .first, .around, nil: return nil
        }
    }

    var start: BoardStart { isAfter ? .after(edge) : .before(edge) }

    /// Of the code, in bytes: half of HMAC-SHA-256.
    private static let codeLength = 16
    private static let payloadLength = 26

    /// 84 hexadecimal digits.
    func sealed(_ key: [UInt8], board: Int64, window: String) -> String {
        let payload = payload
        return Hexadecimal.encode(payload + BoardCursor.code(payload, key, board, window))
    }

    /// Nil: this appliance did not make it for that board and window.
    init?(_ text: String, _ key: [UInt8], board: Int64, window: String) {
        let length = BoardCursor.payloadLength
        guard text.utf8.count == 2 * (length + BoardCursor.codeLength), let bytes = Hexadecimal.decode(text),
            bytes.count == length + BoardCursor.codeLength
        else { return nil }
        let payload = Array(bytes[..<length])
        let code = BoardCursor.code(payload, key, board, window)
        guard SecretHash.areEqual(Array(bytes[length...]), code), payload[0] <= 1, payload[1] <= 1 else {
            return nil
        }
        let numbers = (0..<3).map { BoardCursor.number(payload, at: 2 + 8 * $0) }
        self.init(
            isAfter: payload[0] == 1,
            edge: BoardEdge(score: numbers[1], sequence: numbers[2]),
            period: payload[1] == 1 ? numbers[0] : nil
        )
    }

    private var payload: [UInt8] {
        var bytes: [UInt8] = [isAfter ? 1 : 0, period == nil ? 0 : 1]
        for number in [period ?? 0, edge.score, edge.sequence] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
            }
        }
        return bytes
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> Int64 {
        bytes[place..<place + 8].reduce(0) { $0 << 8 | Int64($1) }
    }

    private static func code(_ payload: [UInt8], _ key: [UInt8], _ board: Int64, _ window: String) -> [UInt8]
    {
        let message = Array("board cursor\n\(board)\n\(window)\n".utf8) + payload
        return Array(HMACSHA256.code(of: message, key: key).prefix(codeLength))
    }
}
