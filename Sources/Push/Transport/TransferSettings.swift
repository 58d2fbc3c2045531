/// How a transport reaches push services.
package struct TransferSettings: Sendable, Hashable {
    /// Requests in flight to one origin at most.
    package var width: Int
    /// For one request, queueing inside libcurl included.
    package var timeout: Duration
    package var connectTimeout: Duration
    /// How long nothing is sent after a connection was lost, in milliseconds: many short ones look like an attack.
    package var pauseAfterLoss: ClosedRange<Int64>
    /// The file of certificates that are trusted.
    package var certificates: String
    /// Tests only: `host:port:address:port`, as libcurl's CONNECT_TO has it.
    package var connectTo: [String]

    /// Whether a test named the address, 4 bytes, as one to connect to.
    package func isConnectTo(_ address: [UInt8]) -> Bool {
        connectTo.contains { text in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            return parts.count == 4 && parts[2].split(separator: ".").map { UInt8($0) } == address
        }
    }
}
