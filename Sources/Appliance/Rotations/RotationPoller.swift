import Core
import SystemSupport

/// The loop that asks the upstream of rotations for as long as the appliance runs.
struct RotationPoller: Sendable {
    let source: ApexStatusSource
    let watch: RotationWatch
    let metrics: RotationUpstreamMetrics
    let clock: SystemClock
    let liveness: LivenessRegistry

    /// The longest sleep at a stretch: a question that is moved forward is noticed within it.
    private static let longestPause = Duration.seconds(1)
    private static let name = "poll rotations"

    /// Runs until cancelled.
    func run() async {
        while !Task.isCancelled {
            liveness.expect(RotationPoller.name, within: .seconds(30))
            let wait = await watch.due - clock.now().monotonic
            if wait > .zero {
                // Cancellation is seen by the loop.
                try? await Task.sleep(for: min(wait, RotationPoller.longestPause))
                continue
            }
            liveness.expect(RotationPoller.name, within: source.settings.timeout + .seconds(30))
            let event = await ask()
            guard !Task.isCancelled else { break }
            await watch.take(event)
        }
        liveness.rest(RotationPoller.name)
    }

    private func ask() async -> CrossCheckEvent {
        let jitter = Double.random(in: 0..<1)
        do throws(CheckFailure) {
            let report = try await source.ask(at: clock.now().wall)
            metrics.count(.answered)
            return .answered(report, jitter: jitter)
        } catch {
            metrics.count(.failed)
            return .failed(error, jitter: jitter)
        }
    }
}
