import Core

/// The arena's numbers, in one place.
enum ArenaRules {
    /// Characters of a name as people count them.
    static let longestName = 20
    /// Of a name, in bytes, before anything is done with it: a character of India takes up to twenty.
    static let longestNameBytes = 400
    /// Letters and marks that make one character.
    static let longestCharacter = 8
    /// Results that do not count among which those that wait are counted.
    static let mostFlagged: Int64 = 10_000
    /// Games of one developer, and of the owner.
    static let mostGames = 50
    /// Games of all developers together.
    static let mostGamesOfDevelopers = 500
    /// Games of one developer that are on their way out at once.
    static let mostGameRemovals = 10
    /// Days, weeks and months that are kept of each board when they are over.
    static let keptPeriods = 12
    /// As many more stay for a while: a clock that was ahead takes none away that is not made again.
    static let sparePeriods = 12
    /// Seasons that are kept of each board when they are over.
    static let keptSeasons = 100
    /// Boards of one game.
    static let mostBoards = 100
    /// Bytes that a game may say beside a result.
    static let longestExtra = 256
    /// Results that are sent together at most: what a game collected while it was offline.
    static let mostSubmissions = 50
    /// Where results are added each is at most so far from zero: millions of them stay below the ends of Int64.
    static let largestSummand: Int64 = 1_000_000_000_000
    /// How far back a game may claim that a result was achieved.
    static let longestClaim: Int64 = 30 * 86_400
    /// By how much the clock of a phone may be ahead.
    static let clockSkew: Int64 = 300
    /// How long a key is remembered at least: longer than a game may keep results for later, and than any month lasts.
    static let keyLife: Int64 = 32 * 86_400
    /// How long results are kept one by one.
    static let resultLife: Int64 = 92 * 86_400
    /// Results that are put together into standings at a time.
    static let mostUnfolded = 10_000
    /// How long a guest may come back whose installations play for another player, in seconds.
    static let formerLife: Int64 = 30 * 86_400
    /// How long a code joins, in seconds.
    static let joinCodeLife: Int64 = 600
    /// Codes by which a player comes back.
    static let recoveryCodes = 8
    /// So many guests who ended are remembered for orders that were over before, those who came last.
    static let mostEarlier: Int64 = 100_000
    /// Former guests that end at a time.
    static let mostEnding: Int64 = 50
    /// Friends of one player.
    static let mostFriends = 500
    /// Invitations of one player that wait for an answer.
    static let mostInvitations = 50
    /// Invitations to one player that wait: a list that somebody can look through.
    static let mostReceived = 500
    /// Players whom one player blocks.
    static let mostBlocks = 500
    /// How long news of friends are worth telling.
    static let friendNewsLife: Int64 = 7 * 86_400
    /// How long an invitation that was declined is remembered, in seconds.
    static let declinedLife: Int64 = 90 * 86_400
    /// Players that a search finds at most.
    static let mostFound = 20
    /// Letters of a name from which on others that begin with them are found.
    static let shortestPrefix = 3
    /// Names that a search looks at, whoever of them may be shown.
    static let mostSearched: Int64 = 200
    /// How long a duel may run, in seconds: an hour to 30 days.
    static let duelSeconds: ClosedRange<Int64> = 3_600...2_592_000
    /// Duels of a player that wait or run.
    static let mostDuels = 20
    /// How long a challenge waits for its answer.
    static let duelAnswer: Int64 = 7 * 86_400
    /// How long before the end of a duel who is behind is told at the earliest.
    static let duelNear: Int64 = 86_400
    /// For how long results that begin or cease to count decide a duel anew that is over.
    static let duelDecidedAnew: Int64 = 30 * 86_400
    /// How long a duel is kept that never ran.
    static let duelLife: Int64 = 92 * 86_400
    /// How long hiding can be undone, in seconds: no longer than results are surely kept.
    static let hidingLife: Int64 = 30 * 86_400
    /// Hidings of one game that can be undone.
    static let mostHidings: Int64 = 200
    /// Players that one game bans.
    static let mostBans: Int64 = 1_000
    /// Acts of moderation that are remembered of one game, and of all.
    static let mostModeration: Int64 = 500
    static let mostModerationOfAll: Int64 = 20_000
    /// Sessions of one developer at a time.
    static let mostSessions = 20
    /// Invitations that wait.
    static let mostDeveloperInvitations = 100
    /// How long an invitation waits, in seconds.
    static let invitationLife: Int64 = 7 * 86_400
    /// How long the list of invitations has those that are over.
    static let invitationMemory: Int64 = 30 * 86_400
    /// Addresses of which wrong passwords are remembered.
    static let mostLoginLocks: Int64 = 10_000
    /// Acts that are remembered of one developer, and of all of them.
    static let mostActs: Int64 = 200
    static let mostActsOfAll: Int64 = 10_000
}
