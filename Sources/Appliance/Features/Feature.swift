/// What a part of the appliance hands over, to be served, run and closed together with all others.
///
/// The application is a list of them and knows nothing else about what they do: who adds a feature writes one of these
/// and adds it to `Application`'s list.
struct Feature: Sendable {
    /// For people who read the list.
    let name: String
    /// Its lines of the route table.
    var routes: [Route] = []
    /// Before the first request can ask: what the last run knew is brought back.
    ///
    /// An error ends the start.
    var prepare: (@Sendable () async throws -> Void)?
    /// Side by side, each until it is cancelled.
    var loops: [@Sendable () async -> Void] = []
    /// The first of all things when the appliance ends; must not wait.
    var farewell: (@Sendable () -> Void)?
    /// When nobody is served any more, while the loops still run: what they wait for is ended.
    ///
    /// Must not wait.
    var stop: (@Sendable () -> Void)?
    /// When the loops have ended: threads and connections.
    ///
    /// May block.
    var close: (@Sendable () -> Void)?
}
