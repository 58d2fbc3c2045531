import Core

/// Wakes one task that waits: what rings while it works is heard when it waits again.
final class ArenaBell: Sendable {
    private let signals: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation

    init() {
        (signals, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Safe from anywhere; waits for nothing.
    func ring() { wakeUp.yield() }

    /// Until it rings, or `pause` is over, or the task is cancelled; nil: it is not over before.
    func wait(_ pause: Duration?) async {
        let timer = pause.map { pause in
            Task { [wakeUp] in
                try? await Task.sleep(for: pause)
                // Cancelled when something else woke it: a signal of its own would end the next wait.
                if !Task.isCancelled { wakeUp.yield() }
            }
        }
        var iterator = signals.makeAsyncIterator()
        _ = await iterator.next()
        timer?.cancel()
    }
}
