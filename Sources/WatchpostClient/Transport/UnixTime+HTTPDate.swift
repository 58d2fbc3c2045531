import Foundation
package import WatchpostModel

extension UnixTime {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads a date of HTTP (RFC 9110, 5.6.7) in the one form that is still written: `Wed, 25 Nov 2026 12:00:30 GMT`.
    package init?(httpDate text: String) {
        let parts = text.split(separator: " ").map { String($0) }
        guard parts.count == 6, parts[5] == "GMT", let month = UnixTime.months.firstIndex(of: parts[2]) else {
            return nil
        }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        self.init(rfc3339: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }
}
