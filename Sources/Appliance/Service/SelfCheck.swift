import SystemSupport

/// Asks our own server whether it answers: its threads belong to a library that reports no progress by itself.
struct SelfCheck: Sendable {
    let url: String
    let client: HTTPClient
    let liveness: LivenessRegistry

    private static let period = Duration.seconds(10)
    private static let budget = Duration.seconds(35)

    /// Runs until cancelled.
    func run() async {
        liveness.expect("http server", within: SelfCheck.budget)
        while !Task.isCancelled {
            let request = HTTPRequest(url: url, timeout: .seconds(5), maximumBody: 4_096)
            if let reply = try? await client.send(request), reply.status == 200 {
                liveness.expect("http server", within: SelfCheck.budget)
            }
            try? await Task.sleep(for: SelfCheck.period)  // Cancellation is seen by the loop.
        }
        liveness.rest("http server")
    }
}
