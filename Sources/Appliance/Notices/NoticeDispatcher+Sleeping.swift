/// How the dispatcher waits for what comes next.
extension NoticeDispatcher {
    /// Until `pause` is over or something wakes it.
    func sleep(_ pause: Duration) async {
        // A full second of slack at a border would be a busy loop: the wall clock has no fractions here.
        let timer = Task { [wakeUp] in
            try? await Task.sleep(for: max(pause, .milliseconds(20)))
            // Cancelled when something else woke it: a signal of its own would end the next sleep, and so on for ever.
            if !Task.isCancelled { wakeUp.yield() }
        }
        var iterator = signals.makeAsyncIterator()
        _ = await iterator.next()
        timer.cancel()
    }
}
