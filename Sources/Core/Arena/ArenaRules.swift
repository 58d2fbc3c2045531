/// The arena's numbers, in one place.
package enum ArenaRules {
    /// Characters of a name as people count them.
    static let longestName = 20
    /// Of a name, in bytes, before anything is done with it: a character of India takes up to twenty.
    static let longestNameBytes = 400
    /// Letters and marks that make one character.
    static let longestCharacter = 8
    /// Games that one appliance keeps.
    package static let mostGames = 50
    /// Days, weeks and months that are kept of each board when they are over.
    static let keptPeriods = 12
    /// Boards of one game.
    package static let mostBoards = 100
    /// Bytes that a game may say beside a result.
    package static let longestExtra = 256
    /// Results that are sent together at most: what a game collected while it was offline.
    package static let mostSubmissions = 50
    /// Where results are added each is at most so far from zero: millions of them stay below the ends of Int64.
    package static let largestSummand: Int64 = 1_000_000_000_000
    /// How far back a game may claim that a result was achieved.
    package static let longestClaim: Int64 = 30 * 86_400
    /// By how much the clock of a phone may be ahead.
    package static let clockSkew: Int64 = 300
    /// How long a key is remembered at least: longer than a game may keep results for later, and than any month lasts.
    package static let keyLife: Int64 = 32 * 86_400
    /// How long results are kept one by one.
    package static let resultLife: Int64 = 92 * 86_400
    /// Results that are put together into standings at a time.
    package static let mostUnfolded = 10_000
}
