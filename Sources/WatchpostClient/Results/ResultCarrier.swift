/// The way from a game to its appliance.
package protocol ResultCarrier: Sendable {
    /// Where the appliance is asked.
    var address: String { get }
    /// Which appliance is, or was last, there; nil: none was ever met.
    func met() async -> String?
    /// Which appliance is there, as it says itself.
    func located() async throws(WatchpostError) -> String
    /// Milliseconds since 1970 by the clock of the appliance, as far as it has told it.
    func time() async -> Int64
    /// Sends results to an appliance, and to no other one that may be there by now.
    func carry(
        _ results: [GameResult],
        to appliance: String
    ) async throws(WatchpostError) -> ResultQueue.Delivery
}
