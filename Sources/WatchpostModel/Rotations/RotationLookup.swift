/// What is known of a mode at one instant.
public enum RotationLookup: Hashable, Sendable {
    /// A map is on.
    case running(RotationSlot)
    /// Before the first schedule, which begins at `until`.
    case notStarted(until: UnixTime)
    /// Between two schedules: nothing is known of `since..<until`; after what only an upstream said `until` is nil.
    case gap(since: UnixTime, until: UnixTime?)
    /// After the last schedule that was published: nobody has published how it goes on.
    case ended(since: UnixTime)

    /// The same without times, as it is written on the wire.
    public var state: RotationBody.State {
        switch self {
        case .running: .running
        case .notStarted: .notStarted
        case .gap: .gap
        case .ended: .ended
        }
    }

    /// The slot that is on; nil unless running.
    public var slot: RotationSlot? {
        guard case .running(let slot) = self else { return nil }
        return slot
    }

    /// Since when this is the answer; nil before the first schedule, which has no beginning.
    public var start: UnixTime? {
        switch self {
        case .running(let slot): slot.start
        case .notStarted: nil
        case .gap(let since, _), .ended(let since): since
        }
    }

    /// The first instant at which the answer is another; nil: never, as far as is published.
    public var end: UnixTime? {
        switch self {
        case .running(let slot): slot.end
        case .notStarted(let until): until
        case .gap(_, let until): until
        case .ended: nil
        }
    }
}
