package import Foundation

/// A transport that remembers by how much this device's clock differs from that of whoever answered last.
package actor DatedTransport: HTTPTransport {
    private let inner: any HTTPTransport
    private let clock: @Sendable () -> Date
    /// What is added to this device's clock to have the other one, in milliseconds.
    private var skew: Int64 = 0

    package init(_ inner: any HTTPTransport, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.inner = inner
        self.clock = clock
    }

    package func send(_ request: HTTPRequest) async throws(WatchpostError) -> HTTPReply {
        let reply = try await inner.send(request)
        if let date = reply.date { skew = date.seconds * 1_000 - here }
        return reply
    }

    /// Milliseconds since 1970 by the clock of whoever answered last; by this device's where nobody has said so.
    package var time: Int64 { here + skew }

    private var here: Int64 { clock().milliseconds }
}
