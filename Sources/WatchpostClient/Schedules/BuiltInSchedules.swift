public import WatchpostModel

extension RotationSchedules {
    /// What was last published when this release was made, for a device that has never reached its appliance.
    ///
    /// It ended on 4 November 2025 with season 26; from then on it says that nothing is known. Source: the built-in
    /// schedule file of the appliance, `Sources/Appliance/Configuration/schedule.toml`.
    public static let builtIn: RotationSchedules? = {
        let pubs = lastPublished("pubs", "Casual", [kingsCanyon, olympus, eDistrict], minutes: 90)
        let ranked = lastPublished("ranked", "Ranked", [olympus, eDistrict, kingsCanyon], minutes: 1_440)
        guard let pubs, let ranked else { return nil }
        return try? RotationSchedules(
            source: "built into the app; ends with season 26",
            modes: [pubs, ranked]
        )
    }()

    private static let kingsCanyon = GameMap(code: "KC", name: "Kings Canyon")
    private static let olympus = GameMap(code: "OL", name: "Olympus")
    private static let eDistrict = GameMap(code: "ED", name: "E-District")

    /// A mode in season 26, split 2: 16 September 2025, 17:00 UTC, to 4 November 2025, 18:00 UTC.
    private static func lastPublished(
        _ key: String,
        _ name: String,
        _ maps: [GameMap],
        minutes: Int64
    ) -> RotationMode? {
        let start = UnixTime(seconds: 1_758_042_000)
        let entries = maps.map { RotationCycle.Entry(map: $0, minutes: minutes) }
        guard let cycle = try? RotationCycle(entries),
            let schedule = try? RotationSchedule(
                cycle: cycle,
                anchor: start,
                usableFrom: start,
                usableTo: UnixTime(seconds: 1_762_279_200)
            )
        else { return nil }
        return try? RotationMode(key: key, name: name, schedules: [schedule])
    }
}
