import Core
import WatchpostModel

/// Of which time a board's order is.
enum BoardSpan: Hashable, Sendable {
    case all
    case season
    case window(BoardWindow)
}

/// Where a player is on a board.
struct BoardPlace: Hashable, Sendable {
    let span: BoardSpan
    /// Which day, week or month; nil: all time.
    let period: BoardPeriod?
    let row: BoardIndex.Row
    /// Players there.
    let total: Int
}

/// The orders of one board, of all time, of its season and of each of its windows, as they follow its results.
struct LiveBoard: Sendable {
    private struct Window: Sendable {
        var period: BoardPeriod
        var index: BoardIndex
    }

    let counts: BoardOperator
    let isAscending: Bool
    private let zone: CivilZone
    private var all: BoardIndex
    private var windows: [Window]
    /// The number of the newest result in it.
    private var newest: Int64
    /// When the latest of its results was accepted, by whatever clock.
    private var latest: UnixTime
    /// It cannot be followed any more and has to be loaded again.
    private(set) var isStale = false

    /// By how much a request may be late at a border: who was before it is shown the window behind it.
    private static let slack: Int64 = 60

    /// `newest`, `latest`: number and time of the newest and the latest result that were read; `periods`: one for each
    /// window of the board, with what stands in it.
    init(
        _ rules: BoardRules,
        in zone: CivilZone,
        upTo newest: Int64,
        latest: UnixTime = UnixTime(seconds: .min),
        all: [BoardIndex.Standing],
        periods: [(period: BoardPeriod, standings: [BoardIndex.Standing])]
    ) throws(BoardIndex.SequenceTooFar) {
        (counts, isAscending, self.zone, self.newest) = (rules.counts, rules.isAscending, zone, newest)
        self.latest = latest
        self.all = try BoardIndex(all, isAscending: rules.isAscending)
        windows = []
        for (period, standings) in periods {
            let index = try BoardIndex(standings, isAscending: rules.isAscending)
            windows.append(Window(period: period, index: index))
        }
    }

    /// Memory of all of it, in bytes.
    var bytes: Int { windows.reduce(all.bytes) { $0 + $1.index.bytes } }

    /// At a border a window is empty in the same instant; a clock that went back over one makes the board stale.
    ///
    /// So does one that was ahead: what was accepted then belongs to the window that begins now.
    mutating func roll(to now: UnixTime) {
        for place in windows.indices {
            let period = windows[place].period
            guard case .window(let window) = period.span else {
                // The file says what follows a season: see `SeasonStore`.
                if now >= period.end { isStale = true }
                continue
            }
            if now.seconds < period.start.seconds - LiveBoard.slack { isStale = true }
            guard now >= period.end, let empty = try? BoardIndex([], isAscending: isAscending) else {
                continue
            }
            let next = BoardPeriod(window, at: now, in: zone)
            if latest >= next.start { isStale = true }
            windows[place] = Window(period: next, index: empty)
        }
    }

    /// A result that was committed, in the order of the ledger; one that was read with the board changes nothing.
    ///
    /// A reader may see a commit before the ledger tells of it. What it answers is how the player went up in the order of
    /// all time; nil: it did not.
    @discardableResult
    mutating func apply(_ result: LedgerResult) -> BoardMove? {
        guard result.sequence > newest else { return nil }
        newest = result.sequence
        defer { latest = max(latest, result.at) }
        guard result.state == .counts, let player = UInt32(exactly: result.player) else { return nil }
        let before = all.standing(of: player)
        for place in windows.indices where result.at >= windows[place].period.end { roll(to: result.at) }
        do throws(BoardIndex.SequenceTooFar) {
            try LiveBoard.place(player, result.standing, counts, in: &all)
            for place in windows.indices {
                let period = windows[place].period
                guard period.span == .season || (result.at >= period.start && result.at < period.end) else {
                    continue
                }
                try LiveBoard.place(player, result.standing, counts, in: &windows[place].index)
            }
        } catch {
            isStale = true
            return nil
        }
        guard let after = all.standing(of: player), before.map({ after.isAhead(of: $0, all) }) ?? true else {
            return nil
        }
        return BoardMove(board: result.board, player: result.player, before: before, after: after)
    }

    /// Takes a player off all orders.
    mutating func remove(_ player: Int64) {
        guard let player = UInt32(exactly: player) else { return }
        _ = all.remove(player)
        for place in windows.indices { _ = windows[place].index.remove(player) }
    }

    /// What a player has, of all time.
    func standing(of player: Int64) -> ResultStanding? {
        UInt32(exactly: player).flatMap { all.standing(of: $0) }
    }

    /// Where a player is, in each span in which it is.
    func places(of player: Int64) -> [BoardPlace] {
        guard let player = UInt32(exactly: player) else { return [] }
        var places: [BoardPlace] = []
        if let row = all.row(of: player) {
            places.append(BoardPlace(span: .all, period: nil, row: row, total: all.count))
        }
        for window in windows {
            guard let row = window.index.row(of: player) else { continue }
            let span = window.period.span
            places.append(BoardPlace(span: span, period: window.period, row: row, total: window.index.count))
        }
        return places
    }

    /// The order of a span; nil: the board has no such window.
    func index(of span: BoardSpan) -> BoardIndex? {
        span == .all ? all : windows.first { $0.period.span == span }?.index
    }

    /// Which day, week or month a span is now; nil: all time, or no window of the board.
    func period(of span: BoardSpan) -> BoardPeriod? {
        windows.first { $0.period.span == span }?.period
    }

    private static func place(
        _ player: UInt32,
        _ standing: ResultStanding,
        _ counts: BoardOperator,
        in index: inout BoardIndex
    ) throws(BoardIndex.SequenceTooFar) {
        var merged = standing
        if let earlier = index.standing(of: player) {
            let rules = BoardOrdering(isAscending: index.isAscending, counts: counts)
            merged = earlier.adding(standing, by: rules)
            guard merged != earlier else { return }
        }
        try index.place(
            BoardIndex.Standing(player: player, score: merged.score, sequence: merged.sequence)
        )
    }
}
