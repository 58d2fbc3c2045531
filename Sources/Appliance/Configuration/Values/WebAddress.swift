import FoundationEssentials
import Serving

/// An `http` or `https` address, checked and taken apart.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as it was written, without a slash at the end of a bare origin.
    package let text: String
    package let isEncrypted: Bool
    /// Lower case; IPv6 literals without brackets.
    package let host: String
    /// Nil for the scheme's own.
    package let port: UInt16?
    /// Empty for a bare origin.
    package let path: String
    /// Whether there is a `?…` part.
    package let hasQuery: Bool

    package var description: String { text }

    /// Reads an absolute address of at most 2,048 bytes, without credentials or fragment.
    package init(parsing text: String) throws(InvalidValue) {
        let remedy = "write it like https://example.org/path"
        guard text.utf8.count <= 2_048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: text, encodingInvalidCharacters: false),
            let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = parts.host, !host.isEmpty
        else { throw InvalidValue("is not an http or https address", remedy: remedy) }
        guard parts.user == nil, parts.password == nil, parts.fragment == nil else {
            throw InvalidValue("has a user name, a password or a fragment in it", remedy: "leave them out")
        }
        port = parts.port.flatMap { UInt16(exactly: $0) }
        guard parts.port == nil || (port ?? 0) > 0 else {
            throw InvalidValue("has a port outside 1…65535", remedy: "correct the port")
        }
        let bare = parts.path.isEmpty || (parts.path == "/" && parts.query == nil)
        self.text = bare && text.hasSuffix("/") ? String(text.dropLast()) : text
        isEncrypted = scheme == "https"
        self.host = host.lowercased().filter { $0 != "[" && $0 != "]" }
        path = bare ? "" : parts.path
        hasQuery = parts.query != nil
    }

    /// An address that is written in our own source: `host` and `path` are trusted.
    package init(https host: String, path: String = "") {
        text = "https://\(host)\(path)"
        isEncrypted = true
        self.host = host
        port = nil
        self.path = path
        hasQuery = false
    }

    /// Whether it is a host that a plain connection may be trusted with: this machine or a private network.
    package var isNearby: Bool { WebAddress.isNearby(host) }

    /// The same for a host alone, without brackets.
    static func isNearby(_ host: String) -> Bool {
        if host == "localhost" { return true }
        // What stands behind the sign is an interface of this machine (RFC 6874).
        return ClientAddress(host.prefix { $0 != "%" })?.isNearby ?? false
    }
}

extension WebAddress {
    /// Something that is asked with our client's secret or token: encrypted, or nearby (a simulator).
    package static func service(_ text: String) throws(InvalidValue) -> WebAddress {
        try service(text, inTheClear: "would send credentials in the clear")
    }

    /// Something that is asked without any secret: encrypted as well, because anybody on the way could answer for it.
    package static func openService(_ text: String) throws(InvalidValue) -> WebAddress {
        try service(text, inTheClear: "would take anybody's word on the way")
    }

    private static func service(_ text: String, inTheClear risk: String) throws(InvalidValue) -> WebAddress {
        let address = try WebAddress(parsing: text)
        guard address.isEncrypted || address.isNearby else {
            throw InvalidValue(risk, remedy: "write https://")
        }
        guard !address.hasQuery else {
            throw InvalidValue("has a query", remedy: "leave out the question mark and what follows")
        }
        return address
    }

    /// An origin that phones can use: push and installation need https.
    package static func publicOrigin(_ text: String) throws(InvalidValue) -> WebAddress {
        let address = try WebAddress(parsing: text)
        guard address.isEncrypted else {
            throw InvalidValue("is not https", remedy: "phones need https; give the address of your tunnel")
        }
        guard address.path.isEmpty, !address.hasQuery else {
            throw InvalidValue(
                "has more than scheme, host and port",
                remedy: "leave out what follows the host"
            )
        }
        return address
    }

    /// Something on the internet whose answer proves that our own connection works.
    package static func probe(_ text: String) throws(InvalidValue) -> WebAddress {
        let address = try WebAddress(parsing: text)
        let families = ["blizzard.com", "battle.net", "battlenet.com.cn"]
        guard !families.contains(where: { address.host == $0 || address.host.hasSuffix(".\($0)") }) else {
            throw InvalidValue(
                "is Blizzard's own",
                remedy: "name somebody else: it has to answer when Blizzard does not"
            )
        }
        return address
    }
}
