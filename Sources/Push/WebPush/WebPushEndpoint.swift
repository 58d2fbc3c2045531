import CCurl
import Core

/// Where a browser says that its pushes are to be sent: an address that a stranger chose for us to connect to.
///
/// Hence the rules (server-side request forgery): https on port 443, a host of a push service that browsers use or of
/// one that the owner named, nothing hidden in the address. It is parsed by the library that later connects.
/// Which addresses the host may resolve to is ``SocketGuard``'s business.
package struct WebPushEndpoint: Sendable, Hashable {
    /// The address as it was given.
    package let text: String
    /// `https://host`: the audience of VAPID tokens, and the queue in which its pushes wait.
    package let origin: String
    /// Whether the owner named the host, so that it may be inside the private network.
    package let isTrusted: Bool

    /// Why an address is refused, in words for the app's author.
    package struct Refusal: Error, Hashable {
        package let words: String
        package var kind = PushAddressRefusal.Kind.malformed
        /// A plain name of a host, where that is what is not known.
        package var service: String?
    }

    /// Domains in which nothing can be reached (RFC 6761, RFC 7686): a browser gives such an address while it has none.
    private static let deadEnds = ["invalid", "test", "example", "localhost", "onion", "alt"]

    /// Whether the host is Apple's, whose service is stricter about tokens than the others.
    package var isApple: Bool { origin.hasSuffix(".push.apple.com") }

    /// Reads an address; `trusted` are the further hosts that the owner named, lower case.
    package init(parsing text: String, trusted: [String]) throws(Refusal) {
        guard text.utf8.count <= 2_048 else { throw Refusal(words: "the endpoint has more than 2048 bytes") }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }) else {
            throw Refusal(words: "the endpoint has characters that no address has")
        }
        let parts = try URLParts(text)
        guard parts.scheme == "https" else { throw Refusal(words: "the endpoint is not https") }
        guard parts.user == nil, parts.password == nil, parts.fragment == nil, !text.contains("@") else {
            throw Refusal(words: "the endpoint has a user name, a password or a fragment")
        }
        guard parts.port == nil || parts.port == "443" else {
            throw Refusal(words: "the endpoint is not on port 443")
        }
        guard let host = parts.host, WebPushEndpoint.isPlainName(host),
            text.hasPrefix("https://\(host)/") || text.hasPrefix("https://\(host):443/")
        else { throw Refusal(words: "the endpoint has no plain host name in lower case") }
        isTrusted = trusted.contains(host)
        if !isTrusted { try WebPushEndpoint.know(host) }
        self.text = text
        origin = "https://\(host)"
    }

    /// Refuses what is no push service that browsers use.
    private static func know(_ host: String) throws(Refusal) {
        guard !PushService.known.contains(where: { $0.serves(host) }) else { return }
        let leadsNowhere = host.split(separator: ".").last.map { deadEnds.contains(String($0)) } ?? true
        guard !leadsNowhere else {
            throw Refusal(
                words: "\(host) leads nowhere: the browser has no address at the moment; subscribe again",
                kind: .deadEnd,
                service: host
            )
        }
        throw Refusal(
            words:
                "\(host) is not a push service that this box knows; its owner can name it in hosts of [push.web]",
            kind: .unknownService,
            service: host
        )
    }

    /// Labels of a-z, 0-9 and hyphens; not an IP address in any spelling, which would end in a number.
    private static func isPlainName(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, host.utf8.count <= 253, let last = labels.last?.utf8.first else {
            return false
        }
        return ASCIISet.smallLetters.contains(last)
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.isMade(of: .slug)
            }
    }
}

/// An address taken apart by libcurl.
private struct URLParts {
    let scheme, user, password, host, port, fragment: String?

    init(_ text: String) throws(WebPushEndpoint.Refusal) {
        guard let handle = curl_url() else { throw .init(words: "the endpoint cannot be read now") }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK else {
            throw .init(words: "the endpoint is not an address")
        }
        func part(_ part: CURLUPart) -> String? {
            var value: UnsafeMutablePointer<CChar>?
            guard curl_url_get(handle, part, &value, 0) == CURLUE_OK, let value else { return nil }
            defer { curl_free(value) }
            return String(cString: value)
        }
        scheme = part(CURLUPART_SCHEME)
        user = part(CURLUPART_USER)
        password = part(CURLUPART_PASSWORD)
        host = part(CURLUPART_HOST)
        port = part(CURLUPART_PORT)
        fragment = part(CURLUPART_FRAGMENT)
    }
}
