/// Games that are not found any more, and whose rows are on their way out.
extension ArenaDatabase {
    static let removals = """
        CREATE TABLE game_removals (
            game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
            at INTEGER NOT NULL CHECK (at \(Check.time)), -- since when
            results_up_to INTEGER NOT NULL DEFAULT 0 CHECK (results_up_to \(Check.number)) -- none of its results has a number up to this any more
        ) STRICT;
        """
}
