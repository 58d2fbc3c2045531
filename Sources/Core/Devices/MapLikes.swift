package import WatchpostModel

/// Which maps somebody likes, and which not; each phone has its own.
package struct MapLikes: Hashable, Sendable {
    /// Counts the changes; 0: never stored.
    package var version: Int64
    /// Codes of maps, sorted.
    package private(set) var liked: [String]
    /// The same; no map is in both.
    package private(set) var avoided: [String]

    /// Of both together: far more than the game has.
    package static let mostMaps = 64

    /// Sorts, and checks form and number; a code that stands there twice counts once.
    package init(version: Int64, liked: [String], avoided: [String]) throws(DeviceRefusal) {
        let (likes, dislikes) = (Set(liked), Set(avoided))
        if let both = likes.intersection(dislikes).min() {
            throw DeviceRefusal("liked and avoided: “\(both)” is in both")
        }
        guard likes.count + dislikes.count <= MapLikes.mostMaps else {
            throw DeviceRefusal("liked and avoided: more than \(MapLikes.mostMaps) maps together")
        }
        for (index, code) in liked.enumerated() where !MapCode.isCode(code) {
            throw DeviceRefusal("liked[\(index)]: not the code of a map, for example “SP”")
        }
        for (index, code) in avoided.enumerated() where !MapCode.isCode(code) {
            throw DeviceRefusal("avoided[\(index)]: not the code of a map, for example “SP”")
        }
        self.init(stored: version, liked: likes.sorted(), avoided: dislikes.sorted())
    }

    /// From rows that were checked when they were stored.
    init(stored version: Int64, liked: [String], avoided: [String]) {
        self.version = version
        self.liked = liked
        self.avoided = avoided
    }

    static let none = MapLikes(stored: 0, liked: [], avoided: [])

    /// How many maps it names.
    var size: Int { liked.count + avoided.count }

    func hasContent(of other: MapLikes) -> Bool {
        liked == other.liked && avoided == other.avoided
    }

    /// Whether a map is a good one: a liked one, and for somebody who only avoids some any other.
    ///
    /// For nobody's list none is.
    func isGood(_ code: String) -> Bool {
        if !liked.isEmpty { return liked.contains(code) }
        return !avoided.isEmpty && !avoided.contains(code)
    }
}

extension MapLikes {
    /// The likes as the API gives them; `next`: when a good map is on, absent while no schedule is known.
    package func body(next: [NextInModeBody]?) -> MapLikesBody {
        MapLikesBody(version: version, liked: liked, avoided: avoided, next: next)
    }

    /// When a good map is on next in each mode, three times; empty for nobody's list.
    package func next(in snapshot: RotationSnapshot) -> [NextInModeBody] {
        size == 0 ? [] : snapshot.search(snapshot.inForce.modes, count: 3) { isGood($0.code) }
    }
}
