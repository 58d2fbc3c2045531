import Core
import Serving

/// Where phones find this box: the public address, else the one under which they asked.
struct SiteAddress: Hashable, Sendable {
    /// `public_url`, without a slash at its end.
    let publicURL: String?
    /// In the network at home, for somebody who asks on the box itself: a phone's loopback is the phone.
    let home: String

    /// `host`: the Host field of the request, which `HostPolicy` let in; whoever wrote it gets it back, nobody else.
    func base(asked host: String?) -> String {
        if let publicURL { return publicURL }
        guard let host = SiteAddress.plain(host), !SiteAddress.isLoopback(host) else { return home }
        return "http://\(host)"
    }

    /// A name or an address, perhaps with a port, in lower case; nil for anything else.
    ///
    /// What a policy of names let in is looked at once more: it goes into a program.
    private static func plain(_ host: String?) -> String? {
        guard let host else { return nil }
        let bytes = Array(host.utf8.prefix { $0 != 0x20 && $0 != 0x09 })
        let rest = host.utf8.dropFirst(bytes.count)
        guard (1...255).contains(bytes.count), bytes.allSatisfy(hostBytes.contains),
            rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 })
        else { return nil }
        return withoutRoot(String(decoding: bytes, as: UTF8.self).lowercased())
    }

    /// Without the dot of the root, as everything else of the box writes it: two forms are two sites to a browser.
    private static func withoutRoot(_ host: String) -> String {
        guard host.first != "[", let end = host.firstIndex(of: ":") else {
            return host.first == "[" ? host : HostName.normal(host)
        }
        return HostName.normal(host[..<end]) + host[end...]
    }

    private static let hostBytes = ASCIISet.letters | .digits | ".-_:[]"

    private static func isLoopback(_ host: String) -> Bool {
        let name = host.prefix { $0 != ":" }
        return name == "localhost" || name.hasSuffix(".localhost") || name.hasPrefix("127.")
            || host.hasPrefix("[::1]")
    }
}
