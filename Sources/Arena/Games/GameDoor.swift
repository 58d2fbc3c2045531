import Core

/// Who may govern which games: the owner and whoever administers the appliance all of them, a developer those that are theirs.
///
/// What changes a game asks it within its own transaction: games change hands when a developer goes. A game behind another
/// door is not there: whoever asks for it is told the same as of a name that nobody has.
enum GameDoor: Hashable, Sendable {
    /// The owner's, and that of those who administer the appliance.
    case all
    /// That of a developer, by the row.
    case developer(Int64)

    /// Whether a game may be governed by whoever comes through it.
    func opens(_ game: Game) -> Bool {
        switch self {
        case .all: true
        case .developer(let developer): game.developer == developer
        }
    }

    /// Whose a game is that is added through it; nil: the owner's.
    var developer: Int64? {
        switch self {
        case .all: nil
        case .developer(let developer): developer
        }
    }

    /// A game by its name in paths; nil: there is none, or it is behind another door.
    func game(_ slug: String, _ db: borrowing Connection) throws(SQLiteError) -> Game? {
        guard let game = try GameTable.game(slug, db), opens(game) else { return nil }
        return game
    }
}
