import WatchpostModel

/// The bounds of each table, as those who write to it enforce them.
extension StateBounds {
    static let rules: [Rule] = devices + lists + notices + realms

    private static func isNoSpan(_ from: String, _ to: String) -> String {
        """
        (\(from) IS NULL) <> (\(to) IS NULL) OR \(from) NOT BETWEEN 0 AND 1439 OR \(to) NOT BETWEEN 0 AND 1439
            OR \(from) = \(to)
        """
    }

    private static let regions = Region.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

    private static let devices = [
        Rule("persons", "administrator NOT IN (0, 1)", "administrator is no flag"),
        Rule("devices", "length(CAST(install AS BLOB)) NOT BETWEEN 1 AND 64", "install is no identifier"),
        Rule("devices", "length(secret) <> 32", "secret is no SHA-256"),
        Rule("devices", "length(name) > 64", "name is longer than 64 characters"),
        Rule("devices", "length(CAST(locale AS BLOB)) > 35", "locale is longer than 35 bytes"),
        Rule("devices", "length(CAST(zone AS BLOB)) > 128", "zone is longer than 128 bytes"),
        Rule("devices", "length(CAST(channel AS BLOB)) > 32", "channel is no channel"),
        Rule("devices", "length(CAST(address AS BLOB)) > 16384", "address is longer than 16 kB"),
        Rule("devices", "push_state NOT BETWEEN 0 AND 2", "push_state is not in 0...2"),
        Rule("devices", isNoSpan("quiet_from", "quiet_to"), "quiet_from and quiet_to are no part of a day"),
        Rule("link_codes", "length(hash) <> 32", "hash is no SHA-256"),
        Rule(
            "person_log",
            "sequence < 1 OR kind NOT BETWEEN 1 AND 4 OR (kind < 3) <> (other IS NOT NULL)",
            "an entry says nothing"
        ),
        Rule("person_numbers", "last < 0", "last is no number"),
    ]

    private static let lists = [
        Rule("watch_lists", "region NOT IN (\(regions))", "region is none"),
        Rule("watch_lists", "kinds NOT BETWEEN 0 AND \(WatchKinds.all.rawValue)", "kinds are none"),
        Rule("watched_realms", "region NOT IN (\(regions))", "region is none"),
        Rule(
            "watched_realms",
            "length(CAST(realm AS BLOB)) NOT BETWEEN 3 AND 256 OR realm NOT LIKE '%_/_%'",
            "realm is no flavour/slug"
        ),
        Rule(
            "watched_realms",
            """
            (person, region) IN (
                SELECT person, region FROM watched_realms GROUP BY person, region
                HAVING count(*) > \(WatchList.mostRealms))
            """,
            "a list is longer than \(WatchList.mostRealms) realms"
        ),
        Rule("watched_realms", "told NOT IN (0, 1)", "told is no flag", newColumn: "told"),
        Rule("realm_wishes", "region NOT IN (\(regions))", "region is none"),
        Rule(
            "realm_wishes",
            "length(CAST(realm AS BLOB)) NOT BETWEEN 3 AND 256 OR realm NOT LIKE '%_/_%'",
            "realm is no flavour/slug"
        ),
        Rule("realm_wishes", "tell_once NOT IN (0, 1) OR urgent NOT IN (0, 1)", "a flag is none"),
        Rule("removed_devices", "length(secret) <> 32", "secret is no SHA-256"),
        Rule(
            "map_alerts",
            "minutes NOT BETWEEN 0 AND \(MapAlert.longestNotice)",
            "minutes are not in 0...\(MapAlert.longestNotice)"
        ),
        Rule(
            "map_alerts",
            "position NOT BETWEEN 0 AND \(AlertList.mostMaps - 1)",
            "a device has more than \(AlertList.mostMaps)"
        ),
        Rule("map_alerts", "once NOT IN (0, 1)", "once is no flag"),
        Rule("map_alerts", "told NOT IN (0, 1)", "told is no flag", newColumn: "told"),
        Rule("map_alerts", "days NOT BETWEEN 1 AND \(WeekdaySet.all.rawValue)", "days are none"),
        Rule("map_alerts", "length(CAST(mode AS BLOB)) NOT BETWEEN 1 AND 64", "mode is no key of a mode"),
        Rule("map_alerts", "length(CAST(map AS BLOB)) NOT BETWEEN 1 AND 64", "map is no code of a map"),
        Rule(
            "map_alerts",
            isNoSpan("from_minute", "to_minute"),
            "from_minute and to_minute are no part of a day"
        ),
        Rule("phone_settings", "length(CAST(name AS BLOB)) > 64", "name is no setting"),
        Rule("phone_settings", "length(CAST(value AS BLOB)) > 65536", "value is longer than 64 kB"),
    ]

    private static let notices = [
        Rule(
            "outbox",
            "state NOT BETWEEN 0 AND \(OutboxState.allCases.count - 1)",
            "state is not in 0...\(OutboxState.allCases.count - 1)"
        ),
        Rule("outbox", "attempts NOT BETWEEN 0 AND 1000000", "attempts are not in 0...1000000"),
        Rule(
            "notice_cursors",
            "name <> 'box' AND at NOT BETWEEN -9007199254740992 AND 9007199254740992",
            "at is no time"
        ),
        Rule("notice_buckets", "day_count NOT BETWEEN 0 AND 1000000", "day_count is not in 0...1000000"),
    ]

    private static let realms = [
        Rule(
            "realms",
            "queue NOT IN (0, 1) OR locked NOT IN (0, 1) OR vanished NOT IN (0, 1)",
            "a flag is none"
        ),
        Rule("realm_outages", "groups NOT BETWEEN 0 AND 1000000", "groups are not in 0...1000000"),
        Rule("events", "sequence < 1", "sequence is none"),
    ]
}
