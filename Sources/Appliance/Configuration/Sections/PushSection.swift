import Push

/// `[push]`: how push services are reached, and for whom.
package struct PushSection: Hashable, Sendable {
    /// Nil: iPhone apps are not pushed to.
    package var apns: APNsSection?
    package var web: WebPushSection
    /// Tests only, as libcurl's CONNECT_TO has it: `host:port:address:port`.
    package var connectTo: [String]
    /// Tests only: a file of certificates that takes the place of Debian's.
    package var certificates: String?

    private enum Keys {
        static let connectTo = SettingKey(
            "connect_to",
            .array(of: .string(upTo: 200, "`host:port:address:port`"), count: 0...32),
            default: [],
            "For tests: where push services are reached instead. Refused unless `$WATCHPOST_TEST` is set."
        )
        static let certificates = OptionalSettingKey(
            "ca_file",
            .path,
            absent: "Debian's, `\(PushReach.certificates)`",
            "For tests: whose certificates are trusted instead. Refused unless `$WATCHPOST_TEST` is set."
        )
    }

    static let section = SettingsSection(
        "[push]",
        "How push services are reached. [notifications.md](notifications.md) tells what a phone needs.",
        [
            Keys.connectTo, Keys.certificates,
            TableSetting("apns", allowed: "table", default: "no iPhone app", "`[push.apns]` below."),
            TableSetting("web", allowed: "table", default: "every default", "`[push.web]` below."),
        ]
    )

    init(_ reader: TableReader, publicURL: WebAddress?, context: LoadContext) {
        apns = APNsSection.read(reader.table("apns"), context: context)
        web = WebPushSection(reader.table("web"), publicURL: publicURL)
        connectTo = reader.value(Keys.connectTo)
        certificates = reader.value(Keys.certificates)
        guard !context.environment.isTest else { return }
        for name in [Keys.connectTo.name, Keys.certificates.name] where reader.has(name) {
            guard name != Keys.connectTo.name || !connectTo.isEmpty else { continue }
            reader.refuse(
                name,
                "would send notices somewhere else",
                remedy: "remove it; it is for tests, which set WATCHPOST_TEST"
            )
        }
    }

    /// What the adapters make of it.
    var reach: PushReach {
        var reach = PushReach()
        reach.connectTo = connectTo
        if let certificates { reach.certificates = certificates }
        return reach
    }
}
