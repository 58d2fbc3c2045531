import SystemSupport

/// Feeds the service manager's watchdog at half its interval, but only while every loop makes progress.
struct Watchdog: Sendable {
    let manager: ServiceManager
    let liveness: LivenessRegistry
    let log: Log

    /// Runs until cancelled; returns at once when nobody watches.
    func run() async {
        guard let interval = manager.watchdogInterval else { return }
        var reported: [String] = []
        while !Task.isCancelled {
            let stuck = liveness.stuck
            if stuck.isEmpty { manager.feedWatchdog() }
            if stuck != reported {
                reported = stuck
                log.notice(
                    stuck.isEmpty
                        ? "every loop makes progress again" : "stuck: \(stuck.joined(separator: ", "))"
                )
            }
            try? await Task.sleep(for: interval / 2)  // Only cancellation ends it early, which the loop sees.
        }
    }
}
