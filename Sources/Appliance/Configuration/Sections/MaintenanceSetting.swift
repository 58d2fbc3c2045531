import Core
import WatchpostModel

/// `maintenance` of a region: reads its windows and knows the habits of Battle.net.
enum MaintenanceSetting {
    private static let day = OptionalSettingKey(
        "day",
        .weekday,
        absent: "required",
        "The day on which the window opens, in its zone."
    )
    private static let from = OptionalSettingKey(
        "from",
        .timeOfDay,
        absent: "required",
        "When it opens, without quotes."
    )
    private static let to = OptionalSettingKey(
        "to",
        .timeOfDay,
        absent: "required",
        "When it closes, without quotes. Not after `from` means on the next day."
    )
    private static let zone = OptionalSettingKey(
        "zone",
        .timeZone,
        absent: "required",
        "The zone of `day`, `from` and `to`; it brings daylight saving along."
    )

    static let section = SettingsSection(
        "[[region.us.maintenance]]",
        "Weekly maintenance, also written as `maintenance = [ { day = \"tuesday\", from = 07:00:00, to = 15:00:00, "
            + "zone = \"America/Los_Angeles\" } ]`. Realms that go down in it are shown as maintained, not as broken.",
        [day, from, to, zone]
    )

    /// Two a day; more is a mistake.
    private static let maximumCount = 14

    /// Nil when the region does not say, or says it wrongly.
    static func read(_ reader: TableReader) -> [MaintenanceWindow]? {
        reader.tables("maintenance", upTo: maximumCount)?.compactMap { window in
            let day = window.required(day)
            let from = window.required(from)
            let to = window.required(to)
            let zone = window.required(zone)
            guard let day, let from, let to, let zone else { return nil }
            return MaintenanceWindow(weekday: day, from: from, to: to, zone: zone)
        }
    }

    /// The usual window of a region; nil when this machine has no time zones.
    static func standard(_ region: Region) -> MaintenanceWindow? {
        let habit = habit(of: region)
        guard let zone = CivilZone(named: habit.zone) else { return nil }
        return MaintenanceWindow(
            weekday: habit.day,
            from: habit.from * 3_600,
            to: habit.to * 3_600,
            zone: zone
        )
    }

    /// The weekday, the hours and the zone.
    private static func habit(of region: Region) -> (day: Weekday, from: Int, to: Int, zone: String) {
        switch region {
        case .us: (.tuesday, 7, 15, "America/Los_Angeles")
        case .eu: (.wednesday, 3, 11, "Europe/Paris")
        case .kr: (.thursday, 5, 13, "Asia/Seoul")
        case .tw: (.thursday, 5, 13, "Asia/Taipei")
        case .cn: (.thursday, 5, 13, "Asia/Shanghai")
        }
    }

    /// For the reference: `us tuesday 07:00–15:00 America/Los_Angeles; …`.
    static var shownDefaults: String {
        Region.allCases.map { region in
            let habit = habit(of: region)
            let hours = [habit.from, habit.to].map { TOMLNode.clock($0 * 3_600).prefix(5) }.joined(
                separator: "–"
            )
            return "\(region.rawValue) \(habit.day) \(hours) \(habit.zone)"
        }.joined(separator: "; ")
    }
}
