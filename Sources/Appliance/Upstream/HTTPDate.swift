import Core
import WatchpostModel

/// The date of HTTP headers, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
///
/// The two older forms are not read: nobody has sent them for decades.
enum HTTPDate {
    /// Nil for anything else: the header is the far side's, and so is its arithmetic.
    static func time(_ text: String) -> UnixTime? {
        guard text.utf8.count <= 40 else { return nil }
        let fields = text.split(separator: " ", omittingEmptySubsequences: false)
        guard fields.count == 6, fields[5] == "GMT", let month = months.firstIndex(of: String(fields[2]))
        else { return nil }
        let clock = fields[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, clock.allSatisfy({ $0.utf8.count == 2 }),
            let day = number(fields[1], in: 1...31), let year = number(fields[3], in: 1_970...9_999),
            let hour = number(clock[0], in: 0...23), let minute = number(clock[1], in: 0...59),
            let second = number(clock[2], in: 0...60)
        else { return nil }
        // The library reads RFC 3339, which has the same numbers in another order, and refuses 30 February.
        return UnixTime(
            rfc3339:
                "\(year)-\(two(month + 1))-\(two(day))T\(two(hour)):\(two(minute)):\(two(min(second, 59)))Z"
        )
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
        guard text.isMade(of: .digits) else { return nil }
        return Int(text).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
