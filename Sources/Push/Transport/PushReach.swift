/// Where an adapter's answers and news go; called on the adapter's own thread, and it must not wait.
///
/// What cannot be sent at all is answered on the caller's thread.
package struct PushOutlets: Sendable {
    /// Takes answers, each once.
    package var answers: @Sendable ([PushAnswer]) -> Void
    /// Called at least every ten seconds once something was sent: proof for the watchdog that the thread lives.
    package var progress: @Sendable () -> Void = {}
    /// Called once when the thread ends, after which nothing is owed to the watchdog.
    package var ended: @Sendable () -> Void = {}
    /// Lines for the owner: a service that is left alone for a while, and that works again.
    package var log: @Sendable (String) -> Void = { _ in }

    package init(
        answers: @escaping @Sendable ([PushAnswer]) -> Void,
        progress: @escaping @Sendable () -> Void = {},
        ended: @escaping @Sendable () -> Void = {},
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.answers = answers
        self.progress = progress
        self.ended = ended
        self.log = log
    }
}

/// How push services are reached: as they are, or in a test by another way.
package struct PushReach: Sendable, Hashable {
    /// Debian's certificates, unless a test brings its own.
    package static let certificates = "/etc/ssl/certs/ca-certificates.crt"

    package var certificates = PushReach.certificates
    /// Tests only: `host:port:address:port`, as libcurl's CONNECT_TO has it.
    package var connectTo: [String] = []
    /// How long nothing is sent after a connection was lost, milliseconds.
    package var pauseAfterLoss: ClosedRange<Int64> = 1_000...5_000
    /// How long a request may take.
    package var timeout = Duration.seconds(15)
    /// How much of that its connection may take.
    package var connectTimeout = Duration.seconds(10)

    package init() {}
}
