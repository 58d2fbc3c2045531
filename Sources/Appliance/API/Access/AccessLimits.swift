import Core

/// How often somebody may ask for something personal; what everybody may read is not counted.
struct AccessLimits: Sendable {
    /// What is counted on its own, beside every request.
    enum Action: Hashable, Sendable {
        case registration
        /// Trying a link or a pairing code.
        case redeeming
        /// Asking for a code to be shown or made.
        case codes
        /// A test notice.
        case test
    }

    /// Who is counted.
    enum Asker: Hashable, Sendable {
        case address(ClientAddress)
        case device(Int64)
    }

    private struct Key: Hashable, Sendable {
        let asker: Asker
        let action: Action
    }

    private var requests: BucketTable<Asker>
    private var registrations: BucketTable<Key>
    private var actions: BucketTable<Key>

    init(registrationsPerHour: Int, requestsPerMinute: Int) {
        requests = BucketTable(.aMinute(requestsPerMinute))
        registrations = BucketTable(.anHour(registrationsPerHour))
        actions = BucketTable(RateLimit(burst: 6, every: .seconds(30)))
    }

    /// How long to wait; nil: go on.
    mutating func request(of asker: Asker, at now: Duration) -> Duration? {
        requests.take(asker, at: now)
    }

    mutating func action(_ action: Action, of asker: Asker, at now: Duration) -> Duration? {
        let key = Key(asker: asker, action: action)
        return action == .registration ? registrations.take(key, at: now) : actions.take(key, at: now)
    }
}
