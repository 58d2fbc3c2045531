import Core

/// What no row of `arena.db` may say: see `StateBounds`.
extension ArenaDatabase {
    static let bounds: [StateBounds.Rule] = [
        .init("players", "length(CAST(code AS BLOB)) NOT BETWEEN 1 AND 16", "code is no player's"),
        .init("players", "length(CAST(name AS BLOB)) NOT BETWEEN 1 AND 240", "name is none"),
        .init("players", "version < 1", "version is none"),
        .init("games", "length(CAST(slug AS BLOB)) NOT BETWEEN 1 AND 32", "slug is none"),
        .init("games", "version < 1", "version is none"),
        .init(
            "games",
            "submissions NOT IN ('any', 'signed', 'server')",
            "submissions are none",
            newColumn: "submissions"
        ),
        .init("games", "key_version < 1", "key_version is none", newColumn: "key_version"),
        .init("games", "(style IS NULL) <> (style_tag IS NULL)", "style has no tag", newColumn: "style"),
        .init(
            "games",
            "length(CAST(style AS BLOB)) NOT BETWEEN 1 AND 32768 OR style_tag GLOB '*[^0-9a-f]*'",
            "style is none",
            newColumn: "style"
        ),
        .init("key_source", "length(mark) <> 32", "mark is none"),
        .init("boards", "length(CAST(slug AS BLOB)) NOT BETWEEN 1 AND 32", "slug is none"),
        .init("boards", "operator NOT IN ('best', 'latest', 'sum')", "operator is none"),
        .init("boards", "format NOT IN ('points', 'time', 'decimals')", "format is none"),
        .init("boards", "version < 1", "version is none"),
        .init("installs", "length(CAST(install AS BLOB)) <> 22", "install is none"),
        .init("installs", "length(secret) <> 32", "secret is none"),
        .init("results", "length(key) <> 16", "key is none"),
        .init("results", "state NOT BETWEEN 0 AND 2", "state is none"),
        .init("results", "length(CAST(extra AS BLOB)) > 256", "extra is longer than any"),
        .init("standings", "count < 1", "count is none"),
        .init(
            "standings",
            "seq > ifnull((SELECT seq FROM folded), 0)",
            "seq is of a result that is not put together yet"
        ),
        .init("folded", "seq < 0", "seq is none"),
        .init("folded", "(SELECT count(*) FROM folded) > 1", "has more than one row"),
        .init(
            "folded",
            "seq > ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'results'), 0)",
            "seq is of a result that never was"
        ),
        .init("person_cursor", "sequence < 0", "sequence is none"),
        .init("boards", "season < 0", "season is none", newColumn: "season"),
        .init("boards", "season > 0 AND season_from IS NULL", "season begins nowhere", newColumn: "season"),
        .init(
            "boards",
            """
            min(season_after, all_after) < 0
                OR max(season_after, all_after) > ifnull((SELECT seq FROM folded), 0)
            """,
            "is of a result that is not put together yet",
            newColumn: "season"
        ),
        .init("season_standings", "count < 1", "count is none"),
        .init(
            "season_standings",
            "seq > ifnull((SELECT seq FROM folded), 0)",
            "seq is of a result that is not put together yet"
        ),
        .init("standings", "base_count < 0", "base_count is none", newColumn: "base_count"),
        .init("standings", "length(recent) > 400", "recent is longer than any", newColumn: "recent"),
        .init("season_standings", "base_count < 0", "base_count is none", newColumn: "base_count"),
        .init("archives", "span NOT IN ('all', 'season', 'day', 'week', 'month')", "span is none"),
        .init("archives", "length(CAST(period AS BLOB)) NOT BETWEEN 1 AND 20", "period is none"),
        .init("archives", "start > ends OR count < 0", "is no order that was"),
        .init("archives", "span <> 'season' AND count IS NULL", "lacks its rows"),
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
        .init(
            "season_standings",
            "season NOT BETWEEN 1 AND (SELECT season FROM boards WHERE boards.id = season_standings.board)",
            "season never was"
        ),
        .init("archive_places", "length(rows) NOT BETWEEN 1 AND 15010", "rows are none"),
        .init(
            "archive_chunks",
            "part < 0 OR length(rows) NOT BETWEEN 1 AND 15010",
            "rows are none"
        ),
        .init("person_cursor", "(SELECT count(*) FROM person_cursor) > 1", "has more than one row"),
        .init(
            "players",
            "length(CAST(link AS BLOB)) NOT BETWEEN 9 AND 200",
            "link is none",
            newColumn: "link"
        ),
        .init(
            "players",
            "length(CAST(email AS BLOB)) NOT BETWEEN 3 AND 254",
            "email is none",
            newColumn: "email"
        ),
        .init("players", "length(picture) <> 32", "picture is none", newColumn: "picture"),
        .init("players", "notices < 0", "notices are none", newColumn: "notices"),
        .init(
            "players",
            "(merged_into IS NULL) <> (until IS NULL) OR merged_into = id",
            "is a former guest of nobody",
            newColumn: "merged_into"
        ),
        .init("pictures", "length(hash) <> 32 OR length(bytes) NOT BETWEEN 1 AND 65536", "is no picture"),
        .init("pictures", "type NOT IN ('png', 'jpeg')", "type is none"),
        .init("player_codes", "length(hash) <> 32", "hash is none"),
        .init("recovery_codes", "length(hash) <> 32", "hash is none"),
        .init(
            "friends",
            "type NOT BETWEEN 0 AND 3 OR blocked NOT BETWEEN 0 AND 3",
            "is no state of two players"
        ),
        .init("friends", "type = 0 AND blocked = 0", "says nothing of two players"),
        .init("duels", "length(CAST(code AS BLOB)) NOT BETWEEN 1 AND 16", "code is no duel's"),
        .init("duels", "seconds NOT BETWEEN 3600 AND 2592000", "lasts too short or too long"),
        .init("duels", "state NOT BETWEEN 0 AND 2 OR outcome NOT BETWEEN 0 AND 3", "is in no state"),
        .init("duels", "(state = 2) <> (outcome IS NOT NULL)", "is over without an outcome"),
        .init("duels", "(state = 1) AND (started_at IS NULL OR ends_at IS NULL)", "runs without an end"),
        .init("duels", "version < 1", "version is none"),
        .init("news", "length(CAST(payload AS BLOB)) > 2048", "payload is longer than any"),
    ]
}
