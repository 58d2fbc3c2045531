/// How the server listens and what a stranger may use of it.
package struct HTTPSettings: Sendable {
    /// An IPv4 or IPv6 address without brackets.
    package var address: String
    /// 0: the system picks a free one.
    package var port: UInt16
    /// A second listener, for tunnels only: whoever comes in there is a stranger.
    package var tunnel: (address: String, port: UInt16)?
    /// Which proxies are believed about their clients.
    package var clients = ClientRule()
    /// Where the tunnel's near end, or a trusted proxy, names the client.
    package var clientHeader = ForwardedHeader.forwardedFor
    /// Threads that answer; each holds its own share of the connections.
    package var threads = 2
    /// Connections that are served; further ones get 503.
    ///
    /// 8...4096.
    package var maxConnections = 256
    /// Calls that run at the same time; further ones get 503.
    ///
    /// 16...4096, shared out among home, known phones and strangers (`CallPool`).
    package var maxCalls = 160
    /// Memory for one connection's head and reply head, in bytes; a longer head gets the library's 414 or 431.
    package var connectionMemory = 16_384
    /// A body for a path that takes none is read up to this many bytes and forgotten, else refused with 413; one for a
    /// path that takes a body is bounded by its route (`CallBounds`).
    package var largestDrainedBody: Int64 = 65_536
    /// A connection on which nothing moves for so long is closed, in seconds; streams are suspended, hence exempt.
    package var inactivitySeconds: UInt32 = 15
    /// From the end of one answer (or from the connection) to the end of the next request: against clients that
    /// send a byte now and then.
    package var requestTime: Duration = .seconds(20)
    /// From the end of a request to the end of its answer: against clients that read a byte now and then.
    package var answerTime: Duration = .seconds(60)
    /// How long a connection above the limit may take to ask and be told 503.
    package var refusalTime: Duration = .seconds(5)
    /// Between two comments on an event stream that has nothing to say: so often that proxies keep the connection open.
    package var commentTime: Duration = .seconds(15)
    /// How long a stop waits for the last bytes of event streams before it cuts those that do not take them.
    package var farewellTime: Duration = .seconds(1)

    package init(address: String, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// Files, sockets and pipes of everything else: databases, push services, upstreams, lamps.
    private static let otherDescriptors = 256

    /// Serves fewer connections when the process may not open that many files.
    ///
    /// At the process's limit the system itself makes clients hang, where ours tells them 503.
    ///
    /// - Returns: What was changed and how to have it otherwise; nil: it fits.
    package mutating func fit(descriptors: Int) -> String? {
        guard hardLimit + HTTPSettings.otherDescriptors > descriptors else { return nil }
        let wanted = maxConnections
        maxConnections = max(8, (descriptors - HTTPSettings.otherDescriptors - 64) / 2)
        guard maxConnections < wanted else { return nil }
        return
            "max_connections = \(wanted) takes \(2 * wanted + 64 + HTTPSettings.otherDescriptors) open files, and "
            + "this process may have \(descriptors): \(maxConnections) connections are served; raise LimitNOFILE= "
            + "(systemctl edit watchpost) or lower max_connections"
    }

    /// Beyond this many connections new ones are closed unanswered; the library itself would let them hang.
    package var hardLimit: Int { 2 * maxConnections + 64 }

    /// The library splits its limit among its threads, which may be loaded unevenly: never reached before `hardLimit`.
    package var libraryLimit: Int { (hardLimit + 16) * max(threads, 1) }
}
