/// Where an adapter's answers and news go; called on the adapter's own thread, and it must not wait.
///
/// What cannot be sent at all is answered on the caller's thread.
struct PushOutlets: Sendable {
    /// Takes answers, each once.
    var answers: @Sendable ([PushAnswer]) -> Void
    /// Called at least every ten seconds once something was sent: proof for the watchdog that the thread lives.
    var progress: @Sendable () -> Void = {}
    /// Called once when the thread ends, after which nothing is owed to the watchdog.
    var ended: @Sendable () -> Void = {}
    /// Called while a request of which every byte has left waits for its answer; for tests that pull the plug.
    var awaiting: (@Sendable () -> Void)?
    /// Lines for the owner: a service that is left alone for a while, and that works again.
    var log: @Sendable (String) -> Void = { _ in }
}

/// How push services are reached: as they are, or in a test by another way.
struct PushReach: Sendable, Hashable {
    /// Debian's certificates, unless a test brings its own.
    static let certificates = "/etc/ssl/certs/ca-certificates.crt"

    var certificates = PushReach.certificates
    /// Tests only: `host:port:address:port`, as libcurl's CONNECT_TO has it.
    var connectTo: [String] = []
    /// How long nothing is sent after a connection was lost, milliseconds.
    var pauseAfterLoss: ClosedRange<Int64> = 1_000...5_000
    /// How long a request may take.
    var timeout = Duration.seconds(15)

    /// For a transport with so many requests in flight to one origin.
    func settings(width: Int) -> TransferSettings {
        TransferSettings(
            width: width,
            timeout: timeout,
            connectTimeout: min(timeout, .seconds(10)),
            pauseAfterLoss: pauseAfterLoss,
            certificates: certificates,
            connectTo: connectTo
        )
    }
}
