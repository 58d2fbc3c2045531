import WatchpostClient

/// Does something once, after the first answer to a request for a list and before that is handed over.
actor InterruptedTransport: HTTPTransport {
    private let inner: ScriptedTransport
    private let method: String
    private var interruption: (@Sendable () async -> Void)?

    init(_ inner: ScriptedTransport, at method: String) {
        self.inner = inner
        self.method = method
    }

    /// What is to be done.
    func interrupt(_ interruption: @escaping @Sendable () async -> Void) {
        self.interruption = interruption
    }

    func send(_ request: HTTPRequest) async throws(WatchpostError) -> HTTPReply {
        let outcome: Result<HTTPReply, WatchpostError>
        do throws(WatchpostError) { outcome = .success(try await inner.send(request)) } catch {
            outcome = .failure(error)
        }
        if request.method == method, request.path.contains("/watchlist/"), let interruption {
            self.interruption = nil
            await interruption()
        }
        return try outcome.get()
    }
}
