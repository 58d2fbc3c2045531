/// A value that changes only after two observations in a row agree on the new one: queue, lock and population flicker.
package struct Debounced<Value: Hashable & Sendable>: Hashable, Sendable {
    package private(set) var value: Value
    private var candidate: Value?

    package init(_ value: Value) {
        self.value = value
    }

    /// Takes one observation; true when the value has changed.
    package mutating func observe(_ observed: Value) -> Bool {
        guard observed != value else {
            candidate = nil
            return false
        }
        guard observed == candidate else {
            candidate = observed
            return false
        }
        value = observed
        candidate = nil
        return true
    }
}
