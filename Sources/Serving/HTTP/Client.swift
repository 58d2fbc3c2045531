/// Who sends a request, as far as the network can tell.
package struct Client: Hashable, Sendable {
    /// For limits; what a proxy that we trust says, else the other end of the connection.
    package let address: ClientAddress
    /// Sent by somebody on this network, who could as well press the button.
    package let isLocal: Bool
    /// Sent by a program of this machine, past every proxy: only such a one may use the owner's key.
    package let isOnThisMachine: Bool
}

/// What a request says about its way, in values.
package struct RequestOrigin: Hashable, Sendable {
    /// The other end of the connection.
    package var peer: ClientAddress
    /// It came in where only tunnels connect.
    package var isTunnel: Bool
    /// Lines of the header in which a trusted proxy names the client, in their order.
    package var forwarded: [String] = []
    /// Some header is there that only proxies add.
    package var hasProxyMark = false
    /// The host, with its port if it names one, in lower case.
    package var authority = ""
    /// The site of the web page that asks (RFC 6454 §7), in lower case; nil: no page, or one that only reads from its own.
    package var page: String?

    /// Whether a page of another site asks, in the browser of somebody who knows nothing of it.
    fileprivate var isOfForeignPage: Bool {
        page.map { $0 != "http://\(authority)" && $0 != "https://\(authority)" } ?? false
    }
}

/// Decides who asks and from where; forged headers change nothing.
package struct ClientRule: Sendable {
    /// Proxies on the main listener whose word about the client counts.
    package var trustedProxies: Set<ClientAddress> = []
    /// The host of `public_url`, lower case: who asks for it came from outside, whatever the address.
    package var publicHost: String?
    /// Where the main listener listens: who connects from there is a program of this machine, as from the loopback.
    package var ownAddress: ClientAddress?
    /// Something is configured that lets strangers in: a public address, a tunnel, further names, a proxy.
    ///
    /// Then what comes from this machine itself may be a plain proxy with the whole world behind it.
    package var lacksTrustInOwn = false

    package init(
        trustedProxies: Set<ClientAddress> = [],
        publicHost: String? = nil,
        ownAddress: ClientAddress? = nil,
        lacksTrustInOwn: Bool = false
    ) {
        self.trustedProxies = trustedProxies
        self.publicHost = publicHost
        self.ownAddress = ownAddress
        self.lacksTrustInOwn = lacksTrustInOwn
    }

    /// Everything that comes through a tunnel or a proxy is public.
    ///
    /// On the main listener a request is local only when its other end is nearby and nothing hints at a proxy: an
    /// nginx on this machine that nobody declared must not make the whole world local. Nor is a page local that somebody
    /// at home looks at: who wrote it is elsewhere. Once strangers may come at all, a program of this machine is not local
    /// by itself either: a proxy that adds no field looks like one. The owner's key is what our own commands go by.
    package func client(_ origin: RequestOrigin) -> Client {
        if origin.isTunnel || trustedProxies.contains(origin.peer) {
            let address = ClientRule.last(of: origin.forwarded) ?? origin.peer
            return Client(address: address, isLocal: false, isOnThisMachine: false)
        }
        let isPublic = origin.hasProxyMark || origin.isOfForeignPage || isPublicName(origin.authority)
        let isOwn = origin.peer.isLoopback || origin.peer == ownAddress
        return Client(
            address: origin.peer,
            isLocal: (isOwn ? !lacksTrustInOwn : origin.peer.isNearby) && !isPublic,
            isOnThisMachine: isOwn && !isPublic
        )
    }

    /// With or without the dot of the root, which would make a name of home out of a public one.
    private func isPublicName(_ authority: String) -> Bool {
        publicHost.map { HostName.normal($0) == HostName.of(authority: authority) } ?? false
    }

    /// The last element: the one that the proxy itself added, which a client cannot forge.
    private static func last(of lines: [String]) -> ClientAddress? {
        lines.last?.split(separator: ",").last.flatMap { ClientAddress($0) }
    }
}
