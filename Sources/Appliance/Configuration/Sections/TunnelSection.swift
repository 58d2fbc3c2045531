package import Serving

/// `[tunnel]`: the listener for strangers.
package struct TunnelSection: Hashable, Sendable {
    /// nil: no tunnel.
    package var listen: ListenAddress?
    package var clientAddress: ForwardedHeader

    private enum Keys {
        static let listen = OptionalSettingKey(
            "listen",
            .listenAddress,
            absent: "no second listener",
            "Address and port to which the tunnel's near end connects, such as `127.0.0.1:8765`. Everything that comes "
                + "in there is a stranger's until it shows the credential of a device."
        )
        static let clientAddress = SettingKey(
            "client_address",
            .choice(ForwardedHeader.allCases.map { ($0.rawValue, $0) }),
            default: .cloudflare,
            "The header in which the tunnel's near end, or a proxy of `trusted_proxies`, names the client's address; "
                + "its last element counts. It is read nowhere else."
        )
    }

    static let section = SettingsSection(
        "[tunnel]",
        "The listener for phones that are not at home; [tunnel.md](tunnel.md) is the recipe.",
        [Keys.listen, Keys.clientAddress]
    )

    init(_ reader: TableReader) {
        listen = reader.value(Keys.listen)
        clientAddress = reader.value(Keys.clientAddress)
    }
}
