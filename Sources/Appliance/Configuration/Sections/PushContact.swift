import Serving

/// Whether push services could turn to the contact that they are told.
enum PushContact {
    /// Domains that cannot be reached from outside: none of them is in the public DNS.
    private static let homes: Set<Substring> = [
        "local", "localhost", "localdomain", "lan", "home", "internal", "arpa", "test", "example", "invalid",
        "onion",
    ]

    /// Why a service may refuse what is sent in its name; nil: nothing is wrong with it.
    ///
    /// `contact` has the form of a contact: `mailto:` or `https:`.
    static func warning(_ contact: String) -> String? {
        guard let host = host(of: contact), isAtHome(host) else { return nil }
        return
            "\(contact) cannot be reached from outside, and push services refuse such a contact (BadJwtToken)"
    }

    /// Without brackets, in lower case.
    private static func host(of contact: String) -> String? {
        if contact.hasPrefix("mailto:") {
            return contact.split(separator: "@").last.map {
                $0.lowercased().filter { $0 != "[" && $0 != "]" }
            }
        }
        let address = try? WebAddress(parsing: contact)
        return address?.host
    }

    private static func isAtHome(_ host: String) -> Bool {
        if let address = ClientAddress(host.prefix { $0 != "%" }) { return address.isNearby }
        let labels = HostName.normal(host).split(separator: ".")
        return labels.count < 2 || labels.last.map { homes.contains($0) } ?? true
    }
}
