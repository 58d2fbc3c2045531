import CCurl
import Transfers

extension PushReach {
    /// One connection to a host, kept for hours, on which all requests share HTTP/2's streams.
    ///
    /// `width`: so many at the same time at most.
    func policy(width: Int) -> TransferPolicy {
        var policy = TransferPolicy(
            numbers: [
                (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)), (CURLOPT_PIPEWAIT, 1),
                (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)), (CURLOPT_FOLLOWLOCATION, 0),
                // Kept in memory they cost megabytes, and a connection lasts for hours.
                (CURLOPT_CA_CACHE_TIMEOUT, 0), (CURLOPT_DNS_CACHE_TIMEOUT, 0),
                // By default a connection is dropped after two idle minutes; Apple wants it kept.
                (CURLOPT_MAXAGE_CONN, 86_400), (CURLOPT_MAXLIFETIME_CONN, 43_200),
                (CURLOPT_TCP_KEEPALIVE, 1), (CURLOPT_TCP_KEEPIDLE, 60), (CURLOPT_TCP_KEEPINTVL, 30),
                (CURLOPT_BUFFERSIZE, 2_048),
            ],
            texts: [
                (CURLOPT_PROTOCOLS_STR, "https"), (CURLOPT_PROXY, ""), (CURLOPT_CAINFO, certificates),
            ]
        )
        policy.shared = [
            (CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)),
            // Without it libcurl opens a connection for every request that finds no free stream.
            (CURLMOPT_MAX_HOST_CONNECTIONS, 1),
            (CURLMOPT_MAX_CONCURRENT_STREAMS, width), (CURLMOPT_MAXCONNECTS, 16),
        ]
        policy.connectTo = connectTo
        return policy
    }

    /// The transfer of a request; only one that warms a connection up may open a socket.
    func transfer(_ request: OutgoingRequest, mayConnect: Bool, onNewConnection: Bool) -> TransferRequest {
        var transfer = TransferRequest(url: request.url, timeout: timeout, bodyLimit: 4_096)
        transfer.connectTimeout = min(timeout, connectTimeout)
        transfer.fields = request.fields + ["Accept:", "Expect:"]
        transfer.body = request.body
        transfer.wantsNewConnection = onNewConnection
        if !mayConnect {
            transfer.sockets = .existing
        } else if !request.mayBePrivate {
            transfer.sockets = .passing { SocketGuard.isPublic($0) || isConnectTo(SocketGuard.address($0)) }
        }
        return transfer
    }

    /// Whether a test named the address, 4 bytes, as one to connect to.
    private func isConnectTo(_ address: [UInt8]) -> Bool {
        connectTo.contains { text in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            return parts.count == 4 && parts[2].split(separator: ".").map { UInt8($0) } == address
        }
    }
}
