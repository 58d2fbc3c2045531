/// A value that changes only after two observations in a row agree on the new one: queue, lock and population flicker.
package struct Debounced<Value: Hashable & Sendable>: Hashable, Sendable {
    private struct Candidate: Hashable, Sendable {
        var value: Value
        /// When it was first observed; monotonic.
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

    /// Takes an answer that brings the newest document again, and may be a copy that a cache has kept; true when the value
    /// has changed.
    ///
    /// Such an answer is no observation, so the second one may never come: what was said for `patience` is believed.
    package mutating func affirm(at now: Duration, after patience: Duration) -> Bool {
        guard let candidate, now - candidate.since >= patience else { return false }
        value = candidate.value
        self.candidate = nil
        return true
    }

    /// Forgets a first observation.
    package mutating func forgetEvidence() {
        candidate = nil
    }
}
