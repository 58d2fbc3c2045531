import Core
import WatchpostModel

/// What a transaction did to duels, for whoever follows after its commit.
struct DuelChanges: Hashable, Sendable {
    /// The rows of the players on both sides.
    var players: Set<Int64> = []
    /// When the first of them is due by the clock.
    var due: UnixTime?
    /// Whether rows of news were written.
    var hasNews = false

    var isEmpty: Bool { players.isEmpty && !hasNews }

    mutating func note(_ record: DuelRecord) {
        for side in DuelSide.allCases {
            if let player = record.players[side] { players.insert(player) }
        }
        guard let next = record.duel.nextDue else { return }
        due = min(due ?? next, next)
    }

    mutating func note(_ other: DuelChanges) {
        players.formUnion(other.players)
        hasNews = hasNews || other.hasNews
        if let next = other.due { due = min(due ?? next, next) }
    }
}

/// Told after the commit of a transaction that changed duels: see `Database.write`.
typealias DuelFollowing = @Sendable (DuelChanges) -> Void
