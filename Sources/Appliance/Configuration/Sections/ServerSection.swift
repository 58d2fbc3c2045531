package import Serving

/// `[server]`: how phones and browsers reach the appliance.
package struct ServerSection: Hashable, Sendable {
    package var listen: ListenAddress
    /// Further `Host` names that are ours, lower case.
    package var hosts: [String]
    package var publicURL: WebAddress?
    /// Proxies of the owner's, in front of `listen`.
    package var trustedProxies: [ClientAddress]
    package var maxConnections: Int
    package var maxCalls: Int
    package var maxStreams: Int

    private enum Keys {
        static let listen = SettingKey(
            "listen",
            .listenAddress,
            default: .standard,
            "Address and port of the server. Port 0 picks a free one, which the `ready` line tells. With `[::]` a phone at "
                + "home that comes with a global IPv6 address is a stranger and cannot ask for a pairing code."
        )
        static let hosts = SettingKey(
            "hosts",
            .array(of: .hostName, count: 0...32),
            default: [],
            "Further names that browsers may ask for. IP addresses, `localhost`, this machine's name alone, below `.local` (also "
                + "`NAME-2.local`, as it is called where another machine has the name), `.lan`, `.home`, `.home.arpa`, `.internal` and "
                + "`.localdomain`, and the host of `public_url` are ours already; other names (`NAME.fritz.box`) get 421."
        )
        static let publicURL = OptionalSettingKey(
            "public_url",
            .publicOrigin,
            absent: "none",
            "Where phones reach the box from outside, through the tunnel."
        )
        static let trustedProxies = SettingKey(
            "trusted_proxies",
            .array(of: .clientAddress, count: 0...16),
            default: [],
            "Addresses of reverse proxies of your own that connect to `listen`. They are believed about the client's "
                + "address (`client_address` of `[tunnel]`), and what they pass on is a stranger's. Not `127.0.0.1`: our own "
                + "commands come from there; a proxy on this machine connects to `listen` of `[tunnel]`."
        )
        static let maxConnections = SettingKey(
            "max_connections",
            .integer(8...4_096),
            default: 256,
            "Connections at the same time; further ones get 503. More than 352 take a larger `LimitNOFILE=` than systemd's own; our unit has it."
        )
        static let maxCalls = SettingKey(
            "max_calls",
            .integer(16...4_096),
            default: 160,
            "Personal requests (registering, lists, alerts) that run at the same time; further ones get 503. Two fifths "
                + "are for players of games (five eighths of them for those outside, of which one game alone has two "
                + "thirds; the rest is for home), a fifth each for home, for known phones outside, and for strangers."
        )
        static let maxStreams = SettingKey(
            "max_streams",
            .integer(1...1_000),
            default: 100,
            "Event streams at the same time; each one is a connection too."
        )
    }

    static let section = SettingsSection(
        "[server]",
        "How phones and browsers reach the box.",
        [
            Keys.listen, Keys.hosts, Keys.publicURL, Keys.trustedProxies, Keys.maxConnections,
            Keys.maxCalls, Keys.maxStreams,
        ]
    )

    init(_ reader: TableReader) {
        listen = reader.value(Keys.listen)
        hosts = reader.value(Keys.hosts)
        publicURL = reader.value(Keys.publicURL)
        trustedProxies = reader.value(Keys.trustedProxies)
        maxConnections = reader.value(Keys.maxConnections)
        maxCalls = reader.value(Keys.maxCalls)
        maxStreams = reader.value(Keys.maxStreams)
        if maxStreams >= maxConnections {
            reader.refuse(
                reader.has(Keys.maxStreams.name) ? Keys.maxStreams.name : Keys.maxConnections.name,
                "leaves no connection for anything but streams (\(maxStreams) of \(maxConnections))",
                remedy: "make max_connections larger than max_streams"
            )
        }
    }
}
