import Core

/// A game as it was opened for whoever governs it.
///
/// What is done to it afterwards finds it by this, within its own transaction: games change hands when a developer goes, and a
/// name in paths can be another game's after a removal. Either way the game that was opened is not there any more.
struct OpenedGame: Hashable, Sendable {
    /// Its name in paths.
    let slug: String
    let door: GameDoor
    /// Its row when it was opened; nil: whichever game has the name.
    let row: Int64?

    init(_ slug: String, through door: GameDoor = .all, row: Int64? = nil) {
        (self.slug, self.door, self.row) = (slug, door, row)
    }

    /// Its row; nil: it is not there any more, or behind another door.
    func find(_ db: borrowing Connection) throws(SQLiteError) -> Int64? {
        guard let game = try door.game(slug, db), row == nil || row == game.id else { return nil }
        return game.id
    }
}
