import SystemSupport

/// Where the appliance of these settings is found.
enum OwnAddress {
    /// By our own commands, on this machine: an appliance that listens everywhere listens on the loopback as well.
    static func loopback(_ configuration: Configuration) -> String {
        let listen = configuration.server.listen
        switch listen.host {
        case "0.0.0.0": return "http://127.0.0.1:\(listen.port)"
        case "::": return "http://[::1]:\(listen.port)"
        default: return "http://\(listen)"
        }
    }

    /// By phones: the public address, and without one the first address in the network at home.
    static func forPhones(_ configuration: Configuration) -> String {
        if let address = configuration.server.publicURL { return address.text }
        let listen = configuration.server.listen
        guard listen.host == "0.0.0.0" || listen.host == "::" else { return "http://\(listen)" }
        return "http://\(LocalAddresses.ipv4.first ?? "\(LocalAddresses.hostName).local"):\(listen.port)"
    }
}
