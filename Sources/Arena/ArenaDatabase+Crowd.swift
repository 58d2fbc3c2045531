import Core

/// Where installations come from and what they did: by that each has its share of what strangers can fill.
extension ArenaDatabase {
    /// Whoever was there before is taken for one of home.
    static let crowd = Migration(
        "arena/20",
        """
        ALTER TABLE installs ADD COLUMN outside INTEGER NOT NULL DEFAULT 0; -- 1: from outside, and nobody came home with it since
        ALTER TABLE installs ADD COLUMN network TEXT; -- of outside, as people write it; null: none is known
        ALTER TABLE installs ADD COLUMN played INTEGER NOT NULL DEFAULT 0; -- see InstallUse
        UPDATE installs SET played = 2 WHERE id IN (SELECT install FROM standings
            UNION SELECT install FROM season_standings UNION SELECT install FROM results);
        CREATE INDEX installs_of_networks ON installs (network) WHERE network IS NOT NULL;
        -- who makes room first; who came back is in no such list
        CREATE INDEX installs_by_use ON installs (outside, played, registered_at) WHERE played < 2;
        """
    )

    static let crowdBounds: [StateBounds.Rule] = [
        .init("installs", "outside NOT IN (0, 1)", "outside is neither yes nor no", newColumn: "outside"),
        .init(
            "installs",
            "network IS NOT NULL AND (outside = 0 OR length(CAST(network AS BLOB)) NOT BETWEEN 1 AND 64)",
            "network is none",
            newColumn: "network"
        ),
        .init("installs", "played NOT BETWEEN 0 AND 2", "played says nothing", newColumn: "played"),
    ]
}
