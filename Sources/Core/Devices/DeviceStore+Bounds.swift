import WatchpostModel

/// What may stand in the tables of persons, devices and lists, as those who write to them enforce it.
extension DeviceStore {
    static let bounds = devices + lists

    private static func isNoSpan(_ from: String, _ to: String) -> String {
        """
        (\(from) IS NULL) <> (\(to) IS NULL) OR \(from) NOT BETWEEN 0 AND 1439 OR \(to) NOT BETWEEN 0 AND 1439
            OR \(from) = \(to)
        """
    }

    private static let regions = Region.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

    private static let devices: [StateBounds.Rule] = [
        .init("persons", "administrator NOT IN (0, 1)", "administrator is no flag"),
        .init(
            "devices",
            "length(CAST(install AS BLOB)) NOT BETWEEN 1 AND 64",
            "install is no identifier"
        ),
        .init("devices", "length(secret) <> 32", "secret is not a SHA-256"),
        .init("devices", "length(name) > 64", "name is longer than 64 characters"),
        .init("devices", "length(CAST(locale AS BLOB)) > 35", "locale is longer than 35 bytes"),
        .init("devices", "length(CAST(zone AS BLOB)) > 128", "zone is longer than 128 bytes"),
        .init("devices", "length(CAST(channel AS BLOB)) > 32", "channel is no channel"),
        .init("devices", "length(CAST(address AS BLOB)) > 16384", "address is longer than 16 kB"),
        .init("devices", "push_state NOT BETWEEN 0 AND 2", "push_state is not in 0...2"),
        .init("devices", "used NOT IN (0, 1)", "used is no flag", newColumn: "used"),
        .init("devices", "outside NOT IN (0, 1)", "outside is no flag", newColumn: "outside"),
        .init("devices", "reached NOT IN (0, 1, 2)", "reached is not in 0...2", newColumn: "reached"),
        .init(
            "devices",
            "length(CAST(network AS BLOB)) > 43 OR (network IS NOT NULL AND outside = 0)",
            "network is no network outside",
            newColumn: "network"
        ),
        .init(
            "devices",
            isNoSpan("quiet_from", "quiet_to"),
            "quiet_from and quiet_to are no part of a day"
        ),
        .init("link_codes", "length(hash) <> 32", "hash is not a SHA-256"),
    ]

    private static let lists: [StateBounds.Rule] = [
        .init("watch_lists", "region NOT IN (\(regions))", "region is none"),
        .init("watch_lists", "kinds NOT BETWEEN 0 AND \(WatchKinds.all.rawValue)", "kinds are none"),
        .init("watched_realms", "region NOT IN (\(regions))", "region is none"),
        .init(
            "watched_realms",
            "length(CAST(realm AS BLOB)) NOT BETWEEN 3 AND 256 OR realm NOT LIKE '%_/_%'",
            "realm is no flavour/slug"
        ),
        .init(
            "watched_realms",
            """
            (person, region) IN (
                SELECT person, region FROM watched_realms GROUP BY person, region
                HAVING count(*) > \(WatchList.mostRealms))
            """,
            "a list is longer than \(WatchList.mostRealms) realms"
        ),
        .init("watched_realms", "told NOT IN (0, 1)", "told is no flag", newColumn: "told"),
        .init("realm_wishes", "region NOT IN (\(regions))", "region is none"),
        .init(
            "realm_wishes",
            "length(CAST(realm AS BLOB)) NOT BETWEEN 3 AND 256 OR realm NOT LIKE '%_/_%'",
            "realm is no flavour/slug"
        ),
        .init("realm_wishes", "tell_once NOT IN (0, 1) OR urgent NOT IN (0, 1)", "a flag is none"),
        .init("removed_devices", "length(secret) <> 32", "secret is not a SHA-256"),
        .init(
            "map_alerts",
            "minutes NOT BETWEEN 0 AND \(MapAlert.longestNotice)",
            "minutes are not in 0...\(MapAlert.longestNotice)"
        ),
        .init(
            "map_alerts",
            "position NOT BETWEEN 0 AND \(AlertList.mostMaps - 1)",
            "a device has more than \(AlertList.mostMaps)"
        ),
        .init("map_alerts", "once NOT IN (0, 1)", "once is no flag"),
        .init("map_alerts", "told NOT IN (0, 1)", "told is no flag", newColumn: "told"),
        .init("map_alerts", "days NOT BETWEEN 1 AND \(WeekdaySet.all.rawValue)", "days are none"),
        .init(
            "map_alerts",
            "length(CAST(mode AS BLOB)) NOT BETWEEN 1 AND 64",
            "mode is no key of a mode"
        ),
        .init("map_alerts", "length(CAST(map AS BLOB)) NOT BETWEEN 1 AND 64", "map is no code of a map"),
        .init(
            "map_alerts",
            isNoSpan("from_minute", "to_minute"),
            "from_minute and to_minute are no part of a day"
        ),
    ]
}
