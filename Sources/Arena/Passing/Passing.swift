import Core
import WatchpostModel

/// Who is passed when somebody goes up on a board: rules.
enum Passing {
    /// A friend who was ahead and is not any more.
    struct Passed: Hashable, Sendable {
        /// The row.
        let friend: Int64
        /// Where the friend is now, and what both have.
        let place: Int
        let mine: ResultStanding
        let theirs: ResultStanding
    }

    /// Looks for friends who were ahead of a player before it moved and are behind it now.
    ///
    /// The order is that of this instant: who has passed back meanwhile is not passed. Each friend costs one look into the
    /// order, and whoever is passed a second one.
    static func passed(_ move: BoardMove, _ friends: [Int64], on live: LiveBoard) -> [Passed] {
        guard let index = live.index(of: .all), let now = live.standing(of: move.player) else { return [] }
        return friends.compactMap { friend -> Passed? in
            guard friend != move.player, let number = UInt32(exactly: friend),
                let mine = index.standing(of: number), now.isAhead(of: mine, index),
                move.before.map({ mine.isAhead(of: $0, index) }) ?? true,
                let row = index.row(of: number)
            else { return nil }
            return Passed(friend: friend, place: row.position, mine: mine, theirs: now)
        }
    }
}

/// Who was told today on which board that a friend passed: at most one a board and day.
///
/// It forgets at a restart: then the outbox, which takes one of a day and board, prevents a second one.
struct PassingMemory: Hashable, Sendable {
    private struct Place: Hashable {
        let player: Int64
        let board: Int64
    }

    private struct Entry: Hashable {
        var isTold = false
        /// A notice may wait; of what is not known it may.
        var mayWait = true
    }

    private var day: Int64 = .min
    private var entries: [Place: Entry] = [:]
    private static let most = 10_000

    init() {}

    /// A day of the appliance, by which notices are told apart: one in UTC.
    static func day(of now: UnixTime) -> Int64 {
        now.seconds >= 0 ? now.seconds / 86_400 : (now.seconds - 86_399) / 86_400
    }

    /// Whether a player is to be told of a board; it is not told again that day.
    mutating func tells(_ player: Int64, on board: Int64, at now: UnixTime) -> Bool {
        turn(to: now)
        let place = Place(player: player, board: board)
        guard entries[place]?.isTold != true else { return false }
        entries[place] = Entry(isTold: true)
        return true
    }

    /// A player went up: whether what waits for it is to be taken back, because its place is another one by now.
    mutating func clears(_ player: Int64, on board: Int64, at now: UnixTime) -> Bool {
        turn(to: now)
        let place = Place(player: player, board: board)
        var entry = entries[place] ?? Entry()
        guard entry.mayWait else { return false }
        entry.mayWait = false
        entries[place] = entry
        return true
    }

    private mutating func turn(to now: UnixTime) {
        let today = PassingMemory.day(of: now)
        guard day != today || entries.count >= PassingMemory.most else { return }
        (day, entries) = (today, [:])
    }
}
