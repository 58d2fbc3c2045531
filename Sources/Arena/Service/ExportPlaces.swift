import Core
import Serving

/// How many results of whole games are handed out at the same time: each keeps a connection, and reads the file of games.
final class ExportPlaces: Sendable {
    /// Of one developer, and of all who administer together.
    static let mostOfOne = 2
    /// Of all developers together, so that administrators always find a place.
    static let mostOfDevelopers = 6

    private let taken = Locked<[GameDoor: Int]>([:])

    /// One of them, until nobody holds this any more.
    final class Place: Sendable {
        private let places: ExportPlaces
        private let door: GameDoor

        fileprivate init(_ places: ExportPlaces, _ door: GameDoor) {
            (self.places, self.door) = (places, door)
        }

        deinit {
            places.giveBack(door)
        }
    }

    /// A place for whoever comes through a door.
    func take(_ door: GameDoor) throws(Problem) -> Place {
        try taken.withLock { taken throws(Problem) in
            let own = taken[door, default: 0]
            guard own < ExportPlaces.mostOfOne else {
                throw Problem(
                    .tooManyRequests,
                    "\(own) exports are under way already; begin the next one when one of them has ended",
                    code: .tooOften,
                    retryAfter: ExportPlaces.pause
                )
            }
            let developers = taken.filter { $0.key != .all }.values.reduce(0, +)
            guard door == .all || developers < ExportPlaces.mostOfDevelopers else {
                throw Problem(
                    .unavailable,
                    "\(developers) exports are under way, which is the limit; try again in a while",
                    code: .busy,
                    retryAfter: ExportPlaces.pause
                )
            }
            taken[door] = own + 1
        }
        return Place(self, door)
    }

    /// How many are taken.
    var count: Int { taken.withLock { $0.values.reduce(0, +) } }

    /// In seconds: when one who found no place may look again.
    private static let pause = 30

    private func giveBack(_ door: GameDoor) {
        taken.withLock { taken in
            let left = taken[door, default: 0] - 1
            taken[door] = left > 0 ? left : nil
        }
    }
}
