/// Tells once when the places for phones from outside run short, and once when none is left: never once a request.
///
/// It is told again only after so many became free in between that it is news.
package struct PlaceAlarm: Hashable, Sendable {
    /// From so many percent on places are short.
    static let short = 80

    private enum Level: Int, Comparable {
        case enough, short, full

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private var level = Level.enough

    package init() {}

    /// Somebody asked for a place; what to tell, nil: nothing.
    package mutating func handle(taken: Int, of places: Int) -> PlaceShortage? {
        let reached: Level =
            taken >= places ? .full : taken * 100 >= places * PlaceAlarm.short ? .short : .enough
        if reached > level {
            level = reached
            return PlaceShortage(taken: taken, places: places, isFull: reached == .full)
        }
        // A tenth below the threshold: around it some come and go all the time.
        if level == .full, taken * 100 < places * 90 { level = .short }
        if level == .short, taken * 100 < places * (PlaceAlarm.short - 10) { level = .enough }
        return nil
    }
}

/// Places for phones from outside run short.
package struct PlaceShortage: Hashable, Sendable {
    /// Phones that are registered.
    package let taken: Int
    /// Places that phones from outside may have.
    package let places: Int
    /// None is left.
    package let isFull: Bool
}
