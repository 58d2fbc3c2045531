import Core
import WatchpostModel

/// What installations have on boards, while results are added to it: the one fold by which results become standings.
///
/// Results are added in the order of the ledger. On a board whose latest result counts, an installation goes on from what its
/// *player* has there, with whatever installation that was reached: so a score that a player sends again from another device
/// keeps its place, and the newest of the player's standings is what all of its results come to. It costs one value for each
/// player beside those of the installations.
struct StandingSums: Sendable {
    /// A player on a board in a season; 0: of all time.
    private struct Owner: Hashable {
        let board: Int64
        let season: Int64
        let player: Int64

        init(_ place: StandingPlace, _ player: Int64) {
            (board, season, self.player) = (place.board, place.season, player)
        }
    }

    /// All that is known, with what was added.
    private(set) var all: [StandingPlace: StandingSum] = [:]
    /// Where something was added.
    private(set) var changed: Set<StandingPlace> = []
    /// What players have on boards whose latest result counts.
    private var players: [Owner: StandingSum] = [:]

    /// What an installation has before anything is added; `player`: whose it is.
    mutating func begin(
        _ sum: StandingSum,
        at place: StandingPlace,
        of player: Int64,
        by rules: StandingRules
    ) {
        all[place] = sum
        guard rules.counts == .latest else { return }
        let owner = Owner(place, player)
        players[owner] = players[owner].map { $0.merged(with: sum, by: rules.ordering) } ?? sum
    }

    /// A result that counts, newer than those that were added before.
    mutating func add(
        _ result: ResultStanding,
        at place: StandingPlace,
        of player: Int64,
        by rules: StandingRules
    ) {
        changed.insert(place)
        let one = StandingSum(result, by: rules.counts)
        let own = all[place].map { $0.adding(result, by: rules.ordering) } ?? one
        all[place] = own
        guard rules.counts == .latest else { return }
        let owner = Owner(place, player)
        guard let known = players[owner] else {
            players[owner] = own
            return
        }
        // A clock that was ahead left an older one behind newer ones.
        guard result.sequence > known.last else { return }
        var next = known.adding(result, by: rules.ordering)
        players[owner] = next
        next.count = own.count
        all[place] = next
    }

    /// The same, after what the file has there was read; `columns`: all that is folded, or what is not kept any more.
    mutating func add(
        _ result: LedgerResult,
        by rules: StandingRules,
        on columns: StandingRows.Columns,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        for season in rules.seasons(of: result.sequence) {
            let place = StandingPlace(board: result.board, season: season, install: result.install)
            if rules.counts == .latest {
                if players[Owner(place, result.player)] == nil {
                    let found = try StandingRows.sums(of: result.player, at: place, columns, db)
                    for (place, sum) in found { begin(sum, at: place, of: result.player, by: rules) }
                }
            } else if all[place] == nil {
                all[place] = try StandingRows.read(columns, at: place, db)
            }
            add(result.standing, at: place, of: result.player, by: rules)
        }
    }
}
