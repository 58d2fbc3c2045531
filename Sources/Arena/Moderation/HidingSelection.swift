import Core
import WatchpostModel

/// Which results of a game somebody wants to hide: all that is said of them is true of each.
struct HidingSelection: Hashable, Sendable {
    /// This one alone.
    var result: Int64?
    /// The row; nil: all boards of the game.
    var board: Int64?
    /// The row and the public code; nil: everybody.
    var player: Player?
    /// Accepted not before, and before.
    var since: UnixTime?
    var until: UnixTime?
    /// Greater, and smaller, than these; whichever is better on the board.
    var above: Int64?
    var below: Int64?

    /// Whose results.
    struct Player: Hashable, Sendable {
        let id: Int64
        let code: String

        init(id: Int64, code: String) {
            (self.id, self.code) = (id, code)
        }
    }

    /// Why it selects nothing that can be meant, in words for whoever said it.
    enum Refusal: Error, Hashable, Sendable {
        case empty, resultAndMore, scoreWithoutBoard, negativeSpan, noScores

        var words: String {
            switch self {
            case .empty:
                "say which results: result, player, since and until, or board with above or below"
            case .resultAndMore: "result: says which one alone; nothing else goes with it"
            case .scoreWithoutBoard: "board: scores of several boards cannot be compared; say which one"
            case .negativeSpan: "until: is not later than since"
            case .noScores: "above: there are no whole numbers between above and below"
            }
        }
    }

    init() {}

    /// Throws for one that is empty or contradicts itself.
    func checked() throws(Refusal) -> HidingSelection {
        if result != nil {
            guard board == nil, player == nil, since == nil, until == nil, above == nil, below == nil else {
                throw .resultAndMore
            }
            return self
        }
        guard player != nil || since != nil || until != nil || above != nil || below != nil else {
            throw .empty
        }
        if above != nil || below != nil, board == nil { throw .scoreWithoutBoard }
        if let since, let until, since >= until { throw .negativeSpan }
        guard above ?? .min < .max, below ?? .max > .min else { throw .noScores }
        if let above, let below, above >= below || above + 1 >= below { throw .noScores }
        return self
    }

    /// Whether results that are not kept one by one any more belong to it, of whom only what they came to is known.
    var takesBases: Bool { result == nil && since == nil && until == nil }

    /// For the audit: what was said.
    func words(board slug: String?) -> String {
        var words: [String] = []
        if let result { words.append("result \(result)") }
        if let slug { words.append("board \(slug)") }
        if let player { words.append("player \(player.code)") }
        if let since { words.append("since \(since.rfc3339)") }
        if let until { words.append("until \(until.rfc3339)") }
        if let above { words.append("above \(above)") }
        if let below { words.append("below \(below)") }
        return words.joined(separator: ", ")
    }
}

/// The same as a condition of SQL on `results`, and in memory.
struct HidingScope: Sendable {
    let selection: HidingSelection
    /// The row.
    let game: Int64
    /// The boards of the game that it selects, by their rows.
    let boards: Set<Int64>
    /// The installations of the player; nil: all.
    let installs: Set<Int64>?
    /// Results with greater numbers came later.
    let upTo: Int64

    init(
        _ selection: HidingSelection,
        of game: Int64,
        upTo: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        (self.selection, self.upTo) = (selection, upTo)
        self.game = game
        boards = Set(
            try db.rows(
                "SELECT id FROM boards WHERE game = ?1 AND (?2 IS NULL OR id = ?2)",
                .integer(game),
                .integer(selection.board)
            ) { row throws(SQLiteError) in try row.integer(0) }
        )
        if let player = selection.player {
            installs = Set(
                try db.rows(
                    "SELECT id FROM installs WHERE player = ?1 AND game = ?2",
                    .integer(player.id),
                    .integer(game)
                ) { row throws(SQLiteError) in try row.integer(0) }
            )
        } else {
            installs = nil
        }
    }

    /// Whether it has a result.
    func covers(_ sequence: Int64, _ board: Int64, _ install: Int64, score: Int64, at: Int64) -> Bool {
        guard sequence <= upTo, boards.contains(board) else { return false }
        if let result = selection.result, result != sequence { return false }
        if let installs, !installs.contains(install) { return false }
        if let since = selection.since, at < since.seconds { return false }
        if let until = selection.until, at >= until.seconds { return false }
        if let above = selection.above, score <= above { return false }
        if let below = selection.below, score >= below { return false }
        return true
    }

    /// Whether it has what older results of a place came to.
    func covers(base sum: StandingSum, at place: StandingPlace, by rules: StandingRules) -> Bool {
        guard selection.takesBases, boards.contains(place.board) else { return false }
        if let installs, !installs.contains(place.install) { return false }
        guard selection.above != nil || selection.below != nil else { return true }
        // A sum says nothing of what it was added up from.
        guard rules.counts != .sum else { return false }
        if let above = selection.above, sum.standing.score <= above { return false }
        if let below = selection.below, sum.standing.score >= below { return false }
        return true
    }

    /// Numbers among which its results are.
    var numbers: ClosedRange<Int64>? {
        guard !boards.isEmpty, installs?.isEmpty != true else { return nil }
        if let result = selection.result { return result > 0 && result <= upTo ? result...result : nil }
        return upTo > 0 ? 1...upTo : nil
    }
}
