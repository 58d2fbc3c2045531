import Core

/// Games that nobody finds any more, and whose rows are on their way out.
extension ArenaDatabase {
    static let removals = Migration(
        "arena/19",
        """
        CREATE TABLE game_removals (
            game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
            at INTEGER NOT NULL, -- since when
            results_up_to INTEGER NOT NULL DEFAULT 0 -- none of its results has a number up to this any more
        ) STRICT;
        """
    )

    static let removalBounds: [StateBounds.Rule] = [
        .init("game_removals", "results_up_to < 0", "results_up_to is no number of a result")
    ]
}
