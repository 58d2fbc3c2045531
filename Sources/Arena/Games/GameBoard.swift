import Core
import WatchpostModel

/// A board of a game: what counts on it, and how it is written.
struct GameBoard: Hashable, Sendable {
    /// The row.
    let id: Int64
    let rules: BoardRules
    /// Rises with each change.
    let version: Int64
    /// Nil: none was ever begun.
    var season: BoardSeason?
    /// Results of all time have greater numbers in the ledger: order or operator were changed there.
    var allAfter: Int64 = 0
}

/// How results are written; a result itself is always a whole number.
enum BoardFormat: Hashable, Sendable {
    case points
    /// Milliseconds.
    case time
    /// A fixed number of places: 1250 with two of them is 12.50.
    case decimals(Int)
}

/// What an author says of a board.
struct BoardRules: Hashable, Sendable {
    /// Names it in paths; it stays.
    var slug: String
    var name: String
    /// Whether less is better.
    var isAscending = false
    var counts = BoardOperator.best
    var format = BoardFormat.points
    /// Behind the number.
    var unit: String?
    /// Results below it are refused.
    var low: Int64?
    /// Results above it are refused.
    var high: Int64?
    /// Results beyond it wait until somebody has looked at them.
    var holdAbove: Int64?
    /// By how much a player may become better in a minute; more waits as well.
    var pace: Int64?
    /// Which windows there are beside all time.
    var windows: Set<BoardWindow> = []

    init(slug: String, name: String) {
        self.slug = slug
        self.name = name
    }

    /// The same, if it makes sense.
    func checked() throws(ArenaText.Refusal) -> BoardRules {
        var rules = self
        rules.slug = try ArenaText.slug(slug, "board")
        rules.name = try ArenaText.words(name, "name", bytes: 1...60)
        if let unit { rules.unit = try ArenaText.words(unit, "unit", bytes: 1...24) }
        if case .decimals(let places) = format, !(1...9).contains(places) {
            throw ArenaText.Refusal("decimals", "1 to 9 places")
        }
        if let low, let high, low > high { throw ArenaText.Refusal("low", "above high") }
        if let pace, pace < 1 { throw ArenaText.Refusal("pace", "less than 1") }
        return rules
    }

    /// Why this cannot take the place of what holds; nil: it can.
    ///
    /// Order and operator say what all results so far came to. Text, bounds and format do not.
    func obstacle(after current: BoardRules) -> ArenaText.Refusal? {
        if isAscending != current.isAscending {
            return ArenaText.Refusal("order", "can change only with a new season")
        }
        return counts == current.counts
            ? nil : ArenaText.Refusal("operator", "can change only with a new season")
    }
}
