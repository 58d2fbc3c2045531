import Core
import Push
import WatchpostModel

/// Tests that people asked for and whose answers they wait for: sent past the outbox, because the reason is the point.
struct NoticeTests {
    /// How long whoever asks for one waits.
    var time = Duration.seconds(20)
    private var waiting: [Int64: CheckedContinuation<DeliveryOutcome, Never>] = [:]
    private var next: Int64 = -1

    /// A ticket that no row of the outbox has.
    mutating func begin(_ continuation: CheckedContinuation<DeliveryOutcome, Never>) -> Int64 {
        defer { next -= 1 }
        waiting[next] = continuation
        return next
    }

    /// Whether the answer was one of a test; it is passed on.
    mutating func answer(_ answer: PushAnswer) -> Bool {
        guard answer.ticket < 0 else { return false }
        waiting.removeValue(forKey: answer.ticket)?.resume(returning: answer.outcome)
        return true
    }

    /// Nothing came in time.
    mutating func giveUp(_ ticket: Int64) {
        let outcome = DeliveryOutcome.unknown(reason: "no answer within \(time.components.seconds) seconds")
        waiting.removeValue(forKey: ticket)?.resume(returning: outcome)
    }
}
