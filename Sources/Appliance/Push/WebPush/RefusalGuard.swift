/// Tells whose fault it is that a push service refuses our name: everybody's, or one phone's, which subscribed with
/// another key than ours.
///
/// A wrong clock, or a bad hour of the service, looks the same from one answer: whoever takes phones away by it loses
/// all of them at once. So a phone is only blamed when the service took notices for others between two refusals of
/// its own; several refusals in a row, with none taken between them, are about us.
struct RefusalGuard: Sendable {
    /// What a refusal means.
    enum Blame: Sendable, Hashable {
        /// Not known yet: this phone waits.
        case nobody
        case phone
        case us
    }

    private struct Origin {
        /// Notices that were taken.
        var taken = 0
        /// Refusals since then.
        var inARow = 0
        /// How many had been taken when each of these phones was refused first.
        var suspects: [String: Int] = [:]
    }

    private static let patience = 3
    private static let mostSuspects = 256
    private static let mostOrigins = 64
    private var origins: [String: Origin] = [:]

    mutating func accepted(_ origin: String, endpoint: String) {
        makeRoom(for: origin)
        origins[origin, default: Origin()].taken += 1
        origins[origin]?.inARow = 0
        origins[origin]?.suspects[endpoint] = nil
    }

    mutating func refused(_ origin: String, endpoint: String) -> Blame {
        makeRoom(for: origin)
        var found = origins[origin] ?? Origin()
        defer { origins[origin] = found }
        found.inARow += 1
        if let before = found.suspects[endpoint], found.taken > before {
            found.suspects[endpoint] = nil
            return .phone
        }
        if found.suspects.count >= RefusalGuard.mostSuspects { found.suspects.removeAll() }
        found.suspects[endpoint] = found.suspects[endpoint] ?? found.taken
        return found.taken == 0 || found.inARow >= RefusalGuard.patience ? .us : .nobody
    }

    /// Strangers can invent hosts below a service's domain; who never took anything is forgotten first.
    private mutating func makeRoom(for origin: String) {
        guard origins[origin] == nil, origins.count >= RefusalGuard.mostOrigins else { return }
        origins = origins.filter { $0.value.taken > 0 }
        if origins.count >= RefusalGuard.mostOrigins { origins.removeAll() }
    }
}
