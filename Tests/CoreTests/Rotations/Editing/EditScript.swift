import Core
import Testing
import WatchpostModel

/// Short ways to edit schedules in tests: times are those of Saturday, 3 January 1970 in UTC, unless they say more.
enum EditScript {
    static let day: Int64 = 172_800
    static let end: Int64 = day + 10 * 86_400

    /// Pubs: OL and SP of 90 and 60 minutes since midnight, for ten days, KC after that; ranked: SP all day.
    static func file() throws -> RotationSchedules {
        try RotationScript.schedules([
            (
                "pubs",
                [
                    RotationScript.schedule([("OL", 90), ("SP", 60)], anchor: day, from: 0, to: end),
                    RotationScript.schedule([("KC", 30)], anchor: end, from: end),
                ]
            ),
            ("ranked", [RotationScript.schedule([("SP", 1_440)], anchor: day, from: 0)]),
        ])
    }

    /// The same with an event from 12:00 to 13:00.
    static func fileWithEvent() throws -> RotationSchedules {
        let file = try file()
        let pubs = try #require(file.mode("pubs"))
        let event = try RotationScript.schedule(
            [("ED", 15)],
            anchor: day,
            from: day + 43_200,
            to: day + 46_800,
            takeover: "Event"
        )
        let mode = try RotationMode(
            key: "pubs",
            name: "PUBS",
            schedules: pubs.schedules,
            takeovers: [event]
        )
        return try RotationSchedules(source: "b", modes: [mode] + file.modes.dropFirst())
    }

    /// `10:00` or `10:00:30` of the day.
    static func at(_ clock: String) -> UnixTime {
        let parts = clock.split(separator: ":").map { Int64($0) ?? 0 }
        let seconds = parts.count > 2 ? parts[2] : 0
        return UnixTime(seconds: day + parts[0] * 3_600 + parts[1] * 60 + seconds)
    }

    static func zone(_ name: String) throws -> CivilZone { try #require(CivilZone(named: name)) }

    static func request(
        _ text: String,
        over file: RotationSchedules,
        at clock: String,
        zone: String = "UTC"
    ) throws -> ScheduleRequest {
        try ScheduleRequestReader(
            modes: file.modes.map(\.key),
            maps: KnownMaps([file, try otherMaps()]),
            now: at(clock),
            zone: try EditScript.zone(zone)
        ).read(text)
    }

    /// One more map, which the file does not have.
    private static func otherMaps() throws -> RotationSchedules {
        try RotationScript.schedules([("x", [RotationScript.schedule([("ED", 1), ("WE", 1)])])])
    }
}

extension ScheduleEdits {
    /// With a line committed; `late`: when, where it was looked at before.
    func committing(
        _ text: String,
        over file: RotationSchedules,
        at clock: String,
        late: String? = nil,
        by install: String? = nil
    ) throws -> ScheduleEdits {
        let request = try EditScript.request(text, over: file, at: clock)
        let edit = try draft(request, over: file, by: install, at: EditScript.at(clock))
        return adding(try edit.committed(at: EditScript.at(late ?? clock)))
    }

    /// The next edit, where no upstream says anything.
    func draft(
        _ request: ScheduleRequest,
        over file: RotationSchedules,
        by install: String?,
        at now: UnixTime
    ) throws(EditRefusal) -> ScheduleEdit {
        let shown = laid(over: file)
        let ground = EditGround(file: file, shown: shown, inForce: shown)
        return try draft(request, over: ground, by: install, at: now)
    }

    func basis(over file: RotationSchedules) -> String { basis(of: laid(over: file)) }

    /// The maps of a mode at some times: `OL SP -`.
    func maps(_ mode: String, over file: RotationSchedules, _ clocks: String) -> String {
        let laid = laid(over: file).mode(mode)
        return clocks.split(separator: " ").map { clock in
            laid?.slot(at: EditScript.at(String(clock)))?.map.code ?? "-"
        }.joined(separator: " ")
    }
}
