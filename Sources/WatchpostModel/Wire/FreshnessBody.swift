/// Whether data is current, and if not since when and why: it stands beside every fact that Watchpost serves.
public struct FreshnessBody: Codable, Hashable, Sendable {
    /// How far the facts beside this can be trusted.
    public enum State: String, Codable, Sendable {
        /// Nothing was received yet since the first start.
        case waiting
        /// Received within the last three poll intervals.
        case fresh
        /// The source has not answered properly for longer than that.
        case stale
        /// The appliance's own internet connection is down.
        case noNetwork
    }

    /// How far the facts can be trusted.
    public var state: State
    /// When this state began; absent while the clock is not set.
    public var since: UnixTime?
    /// What went wrong, in words, with the name of the source; absent while fresh.
    public var reason: String?

    /// Makes a freshness statement.
    public init(state: State, since: UnixTime? = nil, reason: String? = nil) {
        self.state = state
        self.since = since
        self.reason = reason
    }
}
