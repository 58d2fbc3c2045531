/// A map of the game: the code is what it is told apart by, the name is for people.
///
/// Upstreams spell names differently from season to season, so nothing may be decided by a name.
public struct GameMap: Hashable, Sendable {
    /// The short code, for example `OL`.
    public let code: String
    /// The name, for example `Olympus`.
    public let name: String

    /// Makes a map.
    public init(code: String, name: String) {
        self.code = code
        self.name = name
    }
}
