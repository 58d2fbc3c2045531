import FoundationEssentials

/// The server that takes our letters: `smtp://host` or `smtps://host`, each with a port or with its own.
package struct MailServer: Hashable, Sendable, CustomStringConvertible {
    /// As libcurl is asked for it, without a slash at the end.
    package let text: String
    /// TLS from the first byte on; else it begins in the clear, and TLS is asked for by STARTTLS.
    package let isEncrypted: Bool
    package let host: String

    package var description: String { text }

    package init(parsing text: String) throws(InvalidValue) {
        let remedy = "write it like smtps://mail.example.org or smtp://mail.example.org:587"
        guard text.utf8.count <= 300, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: text, encodingInvalidCharacters: false),
            let scheme = parts.scheme?.lowercased(), scheme == "smtp" || scheme == "smtps",
            let host = parts.host, !host.isEmpty
        else { throw InvalidValue("is not an smtp or smtps address", remedy: remedy) }
        guard parts.user == nil, parts.password == nil else {
            throw InvalidValue(
                "has a user or a password in it",
                remedy: "write them as user and password_file"
            )
        }
        guard parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil else {
            throw InvalidValue("has more than scheme, host and port", remedy: remedy)
        }
        guard parts.port.map({ (1...65_535).contains($0) }) ?? true else {
            throw InvalidValue("has a port outside 1…65535", remedy: "correct the port")
        }
        self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
        isEncrypted = scheme == "smtps"
        self.host = host.lowercased().filter { $0 != "[" && $0 != "]" }
    }

    /// This machine or a private network: what is said in the clear stays at home.
    package var isNearby: Bool { WebAddress.isNearby(host) }
}

extension ValueForm<MailServer> {
    /// A server that takes letters.
    package static let mailServer = ValueForm.text("`smtps://host:port` or `smtp://host:port`") {
        text throws(InvalidValue) in
        try MailServer(parsing: text)
    } show: {
        $0.text
    }
}
