import Display
import Push
import SystemSupport

/// Shows which ways to phones are out of order, and takes them up again once their keys can be used.
struct PushRecovery: Sendable {
    let parts: [any Recoverable]
    let log: Log
    /// Tells the panel: a fault by its code, or nil when it is over.
    let show: @Sendable (String, PanelFault?) -> Void
    /// How often a key is tried; it is a small file, and read only while something is out of order.
    var period = Duration.seconds(5)

    /// Until everything works, or cancelled.
    func run() async {
        var told: [String: PushKeyError] = [:]
        tell(&told)
        while !told.isEmpty, !Task.isCancelled {
            try? await Task.sleep(for: period)  // Cancellation is seen by the loop.
            let parts = parts
            await BlockingCall.run { for part in parts { part.recover() } }
            tell(&told)
        }
    }

    /// Each error once, and once when it is over.
    private func tell(_ told: inout [String: PushKeyError]) {
        for part in parts where part.error != told[part.channel] {
            if let error = part.error {
                log.error("no notices by \(part.channel) (\(part.faultCode)): \(error)")
            } else {
                log.notice("notices by \(part.channel) again: its key can be used")
            }
            told[part.channel] = part.error
            show(
                part.faultCode,
                part.error.map {
                    PanelFault(
                        code: part.faultCode,
                        words: $0.description,
                        isOfTheBox: false,
                        isForLamps: false
                    )
                }
            )
        }
    }
}
