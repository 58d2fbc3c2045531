import Core
package import Serving
import WatchpostModel

extension ValueForm<ListenAddress> {
    /// `address:port`.
    package static let listenAddress = ValueForm.text("`address:port` or `[v6]:port`") {
        text throws(InvalidValue) in
        try ListenAddress(parsing: text)
    } show: {
        $0.description
    }
}

extension ValueForm<ClientAddress> {
    /// The address of a machine.
    package static let clientAddress = ValueForm.text("IP address") { text throws(InvalidValue) in
        guard let address = ClientAddress(text), address.description == text.lowercased() else {
            throw InvalidValue(
                "is not an IP address",
                remedy: "write it alone, such as 192.168.1.2 or fd00::2"
            )
        }
        return address
    } show: {
        $0.description
    }
}

extension ValueForm<WebAddress> {
    /// An address that is asked with credentials.
    package static let service = ValueForm.text("https address (http to private addresses)") {
        text throws(InvalidValue) in
        try WebAddress.service(text)
    } show: {
        $0.text
    }

    /// An address that is asked without credentials.
    package static let openService = ValueForm.text("https address (http to private addresses)") {
        text throws(InvalidValue) in
        try WebAddress.openService(text)
    } show: {
        $0.text
    }

    /// The address by which phones reach the appliance.
    package static let publicOrigin = ValueForm.text("`https://host` or `https://host:port`") {
        text throws(InvalidValue) in
        try WebAddress.publicOrigin(text)
    } show: {
        $0.text
    }

    /// An address that proves that our own connection works.
    package static let probe = ValueForm.text("http or https address, not Blizzard's") {
        text throws(InvalidValue) in
        try WebAddress.probe(text)
    } show: {
        $0.text
    }
}

extension ValueForm<String> {
    /// A host name without scheme or port, lower case.
    package static let hostName = ValueForm.text("host name") { text throws(InvalidValue) in
        let name = text.lowercased()
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let isName =
            name.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.isMade(of: .slug)
            }
        guard isName else {
            throw InvalidValue(
                "is not a host name",
                remedy: "write it without scheme, port and path: watchpost.example.org"
            )
        }
        return name
    } show: {
        $0
    }

    /// A Battle.net namespace or the part of it before the region: `dynamic-classic`.
    package static let namespace = ValueForm.text("namespace: `a-z` `0-9` `-`, 1…40") {
        text throws(InvalidValue) in
        guard (1...40).contains(text.utf8.count), text.isMade(of: .slug) else {
            throw InvalidValue(
                "is not a namespace",
                remedy: "write 1 to 40 of a-z, 0-9 and hyphens, such as dynamic-classic"
            )
        }
        return text
    } show: {
        $0
    }

    /// A SHA-256 in hexadecimal digits.
    package static let sha256 = ValueForm.text("64 digits of `0-9` `a-f`") { text throws(InvalidValue) in
        let digits = text.lowercased()
        guard digits.utf8.count == 64, digits.isMade(of: .hexadecimal) else {
            throw InvalidValue("is not a SHA-256", remedy: "write its 64 hexadecimal digits")
        }
        return digits
    } show: {
        $0
    }

    /// The key of a rotation's mode.
    package static let modeName = ValueForm.text("mode name: `a-z` `0-9` `-` `_`, 1…32") {
        text throws(InvalidValue) in
        guard (1...32).contains(text.utf8.count), text.isMade(of: .slug | "_") else {
            throw InvalidValue(
                "is not the name of a mode",
                remedy: "write it as the schedule file does, such as pubs"
            )
        }
        return text
    } show: {
        $0
    }

    /// The code of a map.
    package static let mapCode = ValueForm.text("map code: letters, digits, `-` and `_`, 1…64") {
        text throws(InvalidValue) in
        guard MapCode.isCode(text) else {
            throw InvalidValue(
                "is not the code of a map",
                remedy: "write it as the schedule file does, such as OL"
            )
        }
        return text
    } show: {
        $0
    }

    /// A path of this machine.
    package static let path = ValueForm.string(upTo: 1_024, "path")
}
