/// `[push.web]`: notices to browsers and installed web apps; needs nothing.
package struct WebPushSection: Hashable, Sendable {
    /// Who push services may turn to, `mailto:` or `https:`; nil when the owner said nothing at all.
    package var contact: String?
    /// Further push services that the owner trusts, lower case.
    package var hosts: [String]

    private enum Keys {
        static let contact = OptionalSettingKey(
            "contact",
            .pushContact,
            absent: "the address in `server.public_url`; without that Apple's service is not asked",
            "Whom push services may turn to about a problem with our notices. They see it, nobody else does."
        )
        static let hosts = SettingKey(
            "hosts",
            .array(of: .hostName, count: 0...16),
            default: [],
            "Further push services (UnifiedPush, a Mozilla autopush of your own). They may be inside your network; "
                + "Apple's, Google's, Mozilla's and Microsoft's are known already."
        )
    }

    static let table = TableSetting("web", allowed: "table", default: "every default", "`[push.web]` below.")

    static let section = SettingsSection(
        "[push.web]",
        "Notices to browsers and to the installed web app. Needs no account.",
        [Keys.contact, Keys.hosts]
    )

    init(contact: String?, hosts: [String]) {
        self.contact = contact
        self.hosts = hosts
    }

    init(_ reader: TableReader, publicURL: WebAddress?) {
        contact = reader.value(Keys.contact) ?? publicURL?.text
        hosts = reader.value(Keys.hosts)
    }
}

extension ValueForm<String> {
    /// A contact as push services want it in a VAPID token (RFC 8292 §2.1).
    ///
    /// Apple answers `BadJwtToken` to careless ones that others let pass: a bare address, a space, `localhost`.
    package static let pushContact = ValueForm.text("`mailto:you@example.org` or `https://…`") {
        text throws(InvalidValue) in
        let remedy = "write mailto: and your address, or an https address of yours"
        guard text.utf8.count <= 200, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 })
        else {
            throw InvalidValue("has white space or characters that no address has", remedy: remedy)
        }
        if text.hasPrefix("https://") {
            let address = try WebAddress(parsing: text)
            guard address.host.contains("."), !address.host.hasSuffix("localhost") else {
                throw InvalidValue("is an address that nobody else can open", remedy: remedy)
            }
            return text
        }
        guard text.hasPrefix("mailto:") else { throw InvalidValue("is not a contact", remedy: remedy) }
        let parts = text.dropFirst("mailto:".count).split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = parts.first, let host = parts.last, !name.isEmpty,
            host.contains("."), !host.hasPrefix("."), !host.hasSuffix("."), !host.hasSuffix("localhost")
        else { throw InvalidValue("is not an email address", remedy: remedy) }
        return text
    } show: {
        $0
    }
}
