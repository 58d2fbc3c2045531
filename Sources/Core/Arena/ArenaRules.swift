/// The arena's numbers, in one place.
package enum ArenaRules {
    /// Characters of a name as people count them.
    static let longestName = 20
    /// Of a name, in bytes, before anything is done with it.
    static let longestNameBytes = 80
    /// Games that one appliance keeps.
    package static let mostGames = 50
    /// Boards of one game.
    package static let mostBoards = 100
}
