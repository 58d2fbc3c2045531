import Core
import Glibc

/// The address and port a server listens on.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// A literal, without brackets: `0.0.0.0`, `::1`.
    package let host: String
    /// 0 lets the system pick a free one.
    package let port: UInt16
    package let isIPv6: Bool

    /// Reads `address:port` or `[v6]:port`; names are refused, because what they stand for can change.
    package init(parsing text: String) throws(InvalidValue) {
        let remedy = "write address:port, such as 0.0.0.0:8080, or [::]:8080 for IPv6"
        guard let colon = text.lastIndex(of: ":") else { throw InvalidValue("has no port", remedy: remedy) }
        let digits = text[text.index(after: colon)...]
        guard digits.isMade(of: .digits), let port = UInt16(digits) else {
            throw InvalidValue("has no port between 0 and 65535", remedy: remedy)
        }
        let address = text[..<colon]
        if address.hasPrefix("["), address.hasSuffix("]") {
            host = String(address.dropFirst().dropLast())
            isIPv6 = true
        } else {
            host = String(address)
            isIPv6 = false
        }
        self.port = port
        guard ListenAddress.isLiteral(host, family: isIPv6 ? AF_INET6 : AF_INET) else {
            throw InvalidValue("has no IP address before the port", remedy: remedy)
        }
    }

    package static let standard = ListenAddress(host: "0.0.0.0", port: 8080, isIPv6: false)

    private init(host: String, port: UInt16, isIPv6: Bool) {
        self.host = host
        self.port = port
        self.isIPv6 = isIPv6
    }

    /// The text that `init(parsing:)` reads.
    package var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether `text` is an IP address of that family (`AF_INET`, `AF_INET6`) as `inet_pton` reads it.
    static func isLiteral(_ text: String, family: Int32) -> Bool {
        guard text.utf8.count < 46, !text.utf8.contains(0) else { return false }
        var storage = in6_addr()
        return inet_pton(family, text, &storage) == 1
    }
}
