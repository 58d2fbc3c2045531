/// The states of a row of the outbox.
package enum OutboxState: Int64, Sendable, CaseIterable {
    /// Waits for its time.
    case pending = 0
    /// Taken by a sender until `lease_until`.
    case leased = 1
    /// Accepted by the push service, which is not yet: shown.
    case sent = 2
    /// Not worth sending any more, and why.
    case dropped = 3
    /// Refused for good: listed, and sent again on request.
    case dead = 4

    /// As the API names it.
    package var word: String {
        switch self {
        case .pending, .leased: "pending"
        case .sent: "sent"
        case .dropped: "dropped"
        case .dead: "dead"
        }
    }
}
