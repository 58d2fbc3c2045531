/// `GET /v1/devices/{id}/maps`: which maps somebody likes and which not, and when a good one is on next.
public struct MapLikesBody: Codable, Hashable, Sendable {
    /// Counts the changes; 0: never stored.
    ///
    /// A change names the version that it replaces.
    public var version: Int64
    /// Codes of maps, sorted in answers.
    public var liked: [String]
    /// The same; no map is in both.
    public var avoided: [String]
    /// When a liked map is on next in each mode, and for somebody who only avoids some any other; empty for an empty list,
    /// absent while no schedule is known.
    public var next: [NextInModeBody]?

    /// Makes it.
    public init(version: Int64, liked: [String], avoided: [String], next: [NextInModeBody]? = nil) {
        self.version = version
        self.liked = liked
        self.avoided = avoided
        self.next = next
    }
}

/// The body of `PUT /v1/devices/{id}/maps`: always the entire list.
public struct MapLikesChangeBody: Codable, Hashable, Sendable {
    /// The version that this list replaces.
    public var version: Int64
    /// Codes of maps in any order; with `avoided` at most 64.
    public var liked: [String]
    /// The same; no map is in both.
    public var avoided: [String]

    /// Makes a change.
    public init(version: Int64, liked: [String], avoided: [String]) {
        self.version = version
        self.liked = liked
        self.avoided = avoided
    }
}
