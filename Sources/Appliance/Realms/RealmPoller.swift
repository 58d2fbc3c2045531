import Core
import SystemSupport

/// The loop that polls one source for as long as the appliance runs.
struct RealmPoller: Sendable {
    let source: any RealmSource
    let watch: RealmWatch
    let clock: SystemClock
    let liveness: LivenessRegistry

    /// The longest sleep at a stretch: a poll that is moved forward is noticed within it.
    private static let longestPause = Duration.seconds(1)
    /// A poll may take several requests, each of which has a time limit of its own; the index takes hundreds.
    private static let pollBudget = Duration.seconds(900)

    /// Runs until cancelled.
    func run() async {
        let key = source.feed
        let name = "poll \(key)"
        while !Task.isCancelled {
            liveness.expect(name, within: .seconds(30))
            var wait = await watch.due(key) - clock.now().monotonic
            if wait <= .zero { wait = source.wait() ?? .zero }
            if wait > .zero {
                // Cancellation is seen by the loop.
                try? await Task.sleep(for: min(wait, RealmPoller.longestPause))
                continue
            }
            liveness.expect(name, within: RealmPoller.pollBudget)
            let outcome = await poll()
            guard !Task.isCancelled else { break }
            let isBelieved = await watch.polled(key, outcome, least: least(outcome))
            // A poll that failed has brought nothing that could be believed.
            guard case .success = outcome else { continue }
            await source.settle(believed: isBelieved)
        }
        liveness.rest(name)
    }

    private func poll() async -> Result<PollAnswer, PollFault> {
        do throws(PollFault) {
            return .success(try await source.poll())
        } catch {
            return .failure(error)
        }
    }

    private func least(_ outcome: Result<PollAnswer, PollFault>) -> Duration {
        guard case .success(let answer) = outcome, answer.requests > 1 else { return .zero }
        return source.least(requests: answer.requests)
    }
}
