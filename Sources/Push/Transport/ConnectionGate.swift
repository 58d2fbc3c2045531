/// Lets requests onto one HTTP/2 connection in a way that opens one, and not one for each request.
///
/// A push service allows a single stream until it has seen a request with a valid token (APNs says so), and libcurl
/// opens a further connection for whatever finds no free stream, or was on one that ended. So: one request warms the
/// connection up, and it alone may open a socket; then up to `width` share it; when one fails, what is on its way is
/// awaited, nothing is added, and the next connection is warmed up in the same way.
package struct ConnectionGate: Sendable {
    /// What happened to a request or to the connection.
    package enum Event: Sendable, Hashable {
        case started
        /// With a status. `isAccepted`: our credentials are good; `isMultiplexed`: requests can share the connection.
        case answered(isAccepted: Bool, isMultiplexed: Bool)
        /// Without a status, or the connection ended behind it.
        case failed
        /// It found the connection gone and was not sent, which is nobody's failure.
        case returned
        /// The connection works and must not be used again.
        case spoiled
    }

    /// How the connection is doing.
    package enum Phase: Sendable, Hashable {
        case cold, warming, open, draining
    }

    /// A connection that rested for longer may be dead without our knowing: it is warmed up again.
    package static let rest = Duration.seconds(30)

    package private(set) var phase = Phase.cold
    package private(set) var inFlight = 0
    /// Whether the next request has to open a connection of its own.
    package private(set) var wantsNewConnection = false
    private let width: Int
    private var isMultiplexed = true
    private var lastActivity = Duration.zero

    /// `width`: requests at the same time at most.
    package init(width: Int) {
        self.width = width
    }

    /// Whether the request that was just started may open a socket.
    package var mayConnect: Bool { phase == .warming }

    /// Whether a request may start now.
    package func allowsStart(at now: Duration) -> Bool {
        switch phase {
        case .cold: inFlight == 0
        case .warming, .draining: false
        case .open: inFlight == 0 || inFlight < (isMultiplexed ? width : 1)
        }
    }

    /// Takes an event; true when the connection is lost by it, once for each loss.
    package mutating func handle(_ event: Event, at now: Duration) -> Bool {
        switch event {
        case .started: start(at: now)
        case .returned:
            inFlight -= 1
            lose()
        case .spoiled: lose()
        case .answered(let isAccepted, let isMultiplexed):
            inFlight -= 1
            self.isMultiplexed = isMultiplexed
            if phase == .warming { phase = isAccepted ? .open : .cold }
        case .failed:
            inFlight -= 1
            let isFirst = phase != .draining || !wantsNewConnection
            lose()
            settle()
            lastActivity = now
            return isFirst
        }
        settle()
        lastActivity = now
        return false
    }

    private mutating func start(at now: Duration) {
        let isAlone = inFlight == 0
        let isDoubtful = now - lastActivity > ConnectionGate.rest || !isMultiplexed
        if phase == .cold || isAlone && isDoubtful { phase = .warming }
        inFlight += 1
        wantsNewConnection = false
    }

    private mutating func lose() {
        wantsNewConnection = true
        phase = .draining
    }

    private mutating func settle() {
        if phase == .draining, inFlight == 0 { phase = .cold }
    }
}
