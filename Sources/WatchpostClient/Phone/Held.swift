/// A list of this phone, and whether the appliance has just said so.
public struct Held<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The list.
    public let value: Value
    /// Why it may have changed meanwhile; nil: the appliance has just said so.
    public let mark: WatchpostError?

    /// Whether the appliance has just said so.
    public var isAccurate: Bool { mark == nil }

    package init(_ value: Value, mark: WatchpostError? = nil) {
        self.value = value
        self.mark = mark
    }
}
