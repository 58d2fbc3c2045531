import Core

/// What no row of `arena.db` may say that its own table cannot tell: see `StateBounds`.
extension ArenaDatabase {
    static let bounds: [StateBounds.Rule] = [
        .init("folded", "(SELECT count(*) FROM folded) > 1", "has more than one row"),
        .init(
            "folded",
            "seq > ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'results'), 0)",
            "seq is of a result that never was"
        ),
        .init(
            "results",
            "NOT EXISTS (SELECT 1 FROM installs WHERE installs.id = results.install)",
            "is of an installation that is not there"
        ),
        .init("person_cursor", "(SELECT count(*) FROM person_cursor) > 1", "has more than one row"),
        .init(
            "standings",
            "max(seq, last) > ifnull((SELECT seq FROM folded), 0)",
            "seq is of a result that is not put together yet"
        ),
        .init(
            "standings",
            "season > (SELECT season FROM boards WHERE boards.id = standings.board)",
            "season never was"
        ),
        .init(
            "boards",
            "max(season_after, all_after) > ifnull((SELECT seq FROM folded), 0)",
            "is of a result that is not put together yet"
        ),
        .init(
            "archives",
            """
            span = 'season' AND CAST(period AS INTEGER) NOT BETWEEN 1 AND
                (SELECT season - 1 FROM boards WHERE boards.id = archives.board)
            """,
            "is of a season that is not over"
        ),
        .init(
            "archives",
            """
            span <> 'all' AND (count + 999) / 1000 <>
                (SELECT count(*) FROM archive_chunks WHERE archive = archives.id)
            """,
            "lacks some of its rows"
        ),
    ]
}
