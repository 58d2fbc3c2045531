/// `[network]`: how the appliance tells its own broken connection from a broken game.
package struct NetworkSection: Hashable, Sendable {
    /// At least two, on different hosts.
    package var probes: [WebAddress]
    package var probeTimeout: Duration

    private enum Keys {
        static let probes = SettingKey(
            "probes",
            .array(of: .probe, count: 2...8),
            default: [
                WebAddress(https: "cloudflare.com", path: "/cdn-cgi/trace"),
                WebAddress(https: "detectportal.firefox.com", path: "/success.txt"),
            ],
            "Two or more addresses on different hosts that do not depend on Blizzard. When none of them answers, the "
                + "connection is ours to blame and no realm is."
        )
        static let probeTimeout = SettingKey(
            "probe_timeout",
            .duration(.seconds(1) ... .seconds(30)),
            default: .seconds(5),
            "How long a probe may take."
        )
    }

    static let section = SettingsSection(
        "[network]",
        "How the box tells its own broken connection from a broken game.",
        [Keys.probes, Keys.probeTimeout]
    )

    init(_ reader: TableReader) {
        probes = reader.value(Keys.probes)
        probeTimeout = reader.value(Keys.probeTimeout)
        if Set(probes.map(\.host)).count < probes.count {
            reader.refuse(
                Keys.probes.name,
                "asks one host twice",
                remedy: "name hosts that do not fail together"
            )
        }
    }
}
