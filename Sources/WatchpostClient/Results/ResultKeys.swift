/// Makes UUIDs of version 7 (RFC 9562): each stands behind the one before, also within a millisecond and when the clock
/// goes back.
package struct ResultKeys: Sendable {
    /// Milliseconds since 1970, 48 bits.
    private var at: Int64 = 0
    private var count: UInt64 = 0

    private static let latest: Int64 = 0xFFFF_FFFF_FFFF

    package init() {}

    /// The next key; `now`: milliseconds since 1970.
    ///
    /// Twelve bits count within a millisecond and begin in the lower half; who needs more borrows from the next one.
    package mutating func next(at now: Int64, using source: inout some RandomNumberGenerator) -> String {
        let now = min(max(now, 0), ResultKeys.latest)
        if now > at {
            (at, count) = (now, source.next() & 0x7FF)
        } else if count < 0xFFF {
            count += 1
        } else {
            (at, count) = (min(at + 1, ResultKeys.latest), 0)
        }
        let rest = source.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let (time, tail) = (ResultKeys.hex(UInt64(at), 12), ResultKeys.hex(rest, 16))
        return
            "\(time.prefix(8))-\(time.suffix(4))-7\(ResultKeys.hex(count, 3))-\(tail.prefix(4))-\(tail.suffix(12))"
    }

    private static func hex(_ number: UInt64, _ length: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
    }
}
