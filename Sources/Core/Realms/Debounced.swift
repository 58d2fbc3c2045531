/// A value that changes only after two observations in a row agree on the new one: queue, lock and population flicker.
package struct Debounced<Value: Hashable & Sendable>: Hashable, Sendable {
    private struct Candidate: Hashable, Sendable {
        var value: Value
        /// When it was first observed, or its wait was begun again; monotonic.
        var since: Duration
    }

    package private(set) var value: Value
    private var candidate: Candidate?

    package init(_ value: Value) {
        self.value = value
    }

    /// Takes one observation; true when the value has changed.
    package mutating func observe(_ observed: Value, at now: Duration) -> Bool {
        guard observed != value else {
            candidate = nil
            return false
        }
        guard observed == candidate?.value else {
            candidate = Candidate(value: observed, since: now)
            return false
        }
        value = observed
        candidate = nil
        return true
    }

    /// Takes the word of the server that its newest document has not changed; true when the value has.
    ///
    /// A document counts once, so the second observation may never come: what it said for `patience` is believed.
    package mutating func affirm(at now: Duration, after patience: Duration) -> Bool {
        guard let candidate, now - candidate.since >= patience else { return false }
        value = candidate.value
        self.candidate = nil
        return true
    }

    /// After a gap in the data the wait for a second observation begins again.
    package mutating func restartWait(at now: Duration) {
        candidate?.since = now
    }

    /// Forgets a first observation.
    package mutating func forgetEvidence() {
        candidate = nil
    }
}
