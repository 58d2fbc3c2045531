/// Tells whose fault it is that a push service refuses our name: ours, or one phone's, which subscribed with another
/// key than ours.
///
/// Anybody can register subscriptions that are refused, as many as they like: those say nothing about the service. Only
/// phones whose notices it took before count, each once, and only until it takes one again. A phone is blamed when the
/// service took notices for others between two refusals of its own. A wrong clock, or a bad hour of the service, looks
/// the same from one answer: whoever takes phones away by it loses all of them at once.
package struct RefusalGuard: Sendable {
    /// What a refusal means.
    package enum Blame: Sendable, Hashable {
        /// Not known yet: this phone waits.
        case nobody
        case phone
        case us
    }

    private struct Origin {
        /// Notices that were taken.
        var taken = 0
        /// Phones whose notices were taken, and when last, in answers.
        var proven: [String: Int] = [:]
        /// Those of them that were refused since anybody's notice was taken.
        var refused: Set<String> = []
        /// How many had been taken when each of these phones was refused first.
        var suspects: [String: Int] = [:]
        /// When the origin was last heard of, in answers.
        var lastUse = 0
    }

    private static let patience = 3
    private static let mostPhones = 256
    private static let mostOrigins = 64
    private var origins: [String: Origin] = [:]
    private var answers = 0

    package mutating func accepted(_ origin: String, endpoint: String) {
        change(origin) { found, answers in
            found.taken += 1
            found.refused = []
            found.suspects[endpoint] = nil
            RefusalGuard.evictOldest(in: &found.proven, for: endpoint)
            found.proven[endpoint] = answers
        }
    }

    package mutating func refused(_ origin: String, endpoint: String) -> Blame {
        change(origin) { found, _ in
            if let before = found.suspects[endpoint], found.taken > before {
                found.suspects[endpoint] = nil
                return .phone
            }
            RefusalGuard.evictOldest(in: &found.suspects, for: endpoint)
            found.suspects[endpoint] = found.suspects[endpoint] ?? found.taken
            guard found.proven[endpoint] != nil else { return .nobody }
            found.refused.insert(endpoint)
            return found.refused.count >= RefusalGuard.patience ? .us : .nobody
        }
    }

    /// Whether the service took a notice for this phone before.
    package func isProven(_ origin: String, endpoint: String) -> Bool {
        origins[origin]?.proven[endpoint] != nil
    }

    private mutating func change<Value>(_ origin: String, _ body: (inout Origin, Int) -> Value) -> Value {
        evictOldest(for: origin)
        answers += 1
        var found = origins[origin] ?? Origin()
        defer { origins[origin] = found }
        found.lastUse = answers
        return body(&found, answers)
    }

    private static func evictOldest(in phones: inout [String: Int], for endpoint: String) {
        guard phones[endpoint] == nil, phones.count >= mostPhones else { return }
        if let oldest = phones.min(by: { $0.value < $1.value }) { phones[oldest.key] = nil }
    }

    /// Strangers can invent hosts below a service's domain; who never took anything is forgotten first.
    private mutating func evictOldest(for origin: String) {
        guard origins[origin] == nil, origins.count >= RefusalGuard.mostOrigins else { return }
        let oldest = origins.min {
            ($0.value.taken > 0 ? 1 : 0, $0.value.lastUse) < ($1.value.taken > 0 ? 1 : 0, $1.value.lastUse)
        }
        if let oldest { origins[oldest.key] = nil }
    }
}
