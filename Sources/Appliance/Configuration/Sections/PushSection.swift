import Push

/// `[push]`: how push services are reached, and for whom.
package struct PushSection: Sendable {
    /// Those that are set up, in the order of ``PushChannels``.
    let channels: [any PushChannel]
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
        [Keys.connectTo, Keys.certificates] + PushChannels.all.map { $0.table }
    )

    /// Its own, and those of its channels.
    static let sections = [section] + PushChannels.all.map { $0.section }

    init(
        _ reader: TableReader,
        publicURL: WebAddress?,
        context: LoadContext,
        kinds: [any PushChannel.Type] = PushChannels.all
    ) {
        channels = kinds.compactMap { kind in
            kind.read(reader.table(kind.table.name), publicURL: publicURL, context: context)
        }
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
