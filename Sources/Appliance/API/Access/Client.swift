/// Who sends a request, as far as the network can tell.
struct Client: Hashable, Sendable {
    /// For limits; what a proxy that we trust says, else the other end of the connection.
    let address: ClientAddress
    /// Sent by somebody on this network, who could as well press the button.
    let isLocal: Bool
    /// Sent by a program of this machine, past every proxy: only such a one may use the owner's key.
    let isOnThisMachine: Bool
}

/// What a request says about its way, in values.
struct RequestOrigin: Hashable, Sendable {
    /// The other end of the connection.
    var peer: ClientAddress
    /// It came in where only tunnels connect.
    var isTunnel: Bool
    /// Lines of the header in which a trusted proxy names the client, in their order.
    var forwarded: [String] = []
    /// Some header is there that only proxies add.
    var hasProxyMark = false
    /// The host, without port, in lower case.
    var host = ""
}

/// Decides who asks and from where; forged headers change nothing.
struct ClientRule: Sendable {
    /// Proxies on the main listener whose word about the client counts.
    var trustedProxies: Set<ClientAddress> = []
    /// The host of `public_url`, lower case: who asks for it came from outside, whatever the address.
    var publicHost: String?

    /// Everything that comes through a tunnel or a proxy is public.
    ///
    /// On the main listener a request is local only when its other end is nearby and nothing hints at a proxy: an
    /// nginx on this machine that nobody declared must not make the whole world local.
    func client(_ origin: RequestOrigin) -> Client {
        if origin.isTunnel || trustedProxies.contains(origin.peer) {
            let address = ClientRule.last(of: origin.forwarded) ?? origin.peer
            return Client(address: address, isLocal: false, isOnThisMachine: false)
        }
        let isLocal = origin.peer.isNearby && !origin.hasProxyMark && origin.host != publicHost
        return Client(
            address: origin.peer,
            isLocal: isLocal,
            isOnThisMachine: isLocal && origin.peer.isLoopback
        )
    }

    /// The last element: the one that the proxy itself added, which a client cannot forge.
    private static func last(of lines: [String]) -> ClientAddress? {
        lines.last?.split(separator: ",").last.flatMap { ClientAddress($0) }
    }
}
