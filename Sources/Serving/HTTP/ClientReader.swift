import CMicrohttpd
import Glibc

/// The header in which a tunnel's near end names the client.
package enum ForwardedHeader: String, CaseIterable, Sendable {
    case cloudflare = "CF-Connecting-IP"
    case forwardedFor = "X-Forwarded-For"

    fileprivate var name: StaticString {
        switch self {
        case .cloudflare: "cf-connecting-ip"
        case .forwardedFor: "x-forwarded-for"
        }
    }
}

/// Reads from a connection what `ClientRule` judges by; one for each listener.
package struct ClientReader: Sendable {
    package var rule = ClientRule()
    package var isTunnel = false
    package var header = ForwardedHeader.forwardedFor

    /// Only from the access handler of this connection.
    package func client(of connection: OpaquePointer) -> Client {
        let peer = cmhd_client_address(connection).flatMap { ClientAddress($0) }
        // Without an address (no family that we listen on) it is a stranger.
        var origin = RequestOrigin(peer: peer ?? ClientAddress(high: 0, low: 0), isTunnel: isTunnel)
        FieldLines.visit(connection, header.name) { line in
            origin.forwarded.append(String(decoding: line, as: UTF8.self))
        }
        origin.hasProxyMark = ClientReader.hasProxyMark(connection)
        origin.authority = ClientReader.last(connection, "host") ?? ""
        origin.page = ClientReader.last(connection, "origin")
        return rule.client(origin)
    }

    /// In lower case and without blanks behind it, which would make another name of a public one; what is not UTF-8 is
    /// still there.
    private static func last(_ connection: OpaquePointer, _ name: StaticString) -> String? {
        var found: String?
        FieldLines.visit(connection, name) {
            found = String(decoding: $0.withoutTrailingBlanks, as: UTF8.self).lowercased()
        }
        return found
    }

    /// Whether there is a field that only proxies add: `Forwarded` (RFC 7239), `Via` (RFC 9110 §7.6.3), `X-Forwarded-…`,
    /// `X-Real-IP` and Cloudflare's `CF-…`.
    private static func hasProxyMark(_ connection: OpaquePointer) -> Bool {
        var isMarked = false
        FieldLines.each(connection) { name, _ in
            isMarked =
                isMarked || name.isField("forwarded") || name.isField("via") || name.isField("x-real-ip")
                || name.begins("x-forwarded-") || name.begins("cf-")
        }
        return isMarked
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// ASCII case-insensitive; `prefix` is lower case.
    fileprivate func begins(_ prefix: StaticString) -> Bool {
        let length = prefix.utf8CodeUnitCount
        return count >= length && UnsafeBufferPointer(rebasing: self[..<length]).isField(prefix)
    }
}
