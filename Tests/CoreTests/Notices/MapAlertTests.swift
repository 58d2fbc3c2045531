import Core
import Testing
import WatchpostModel

/// Pubs: SP and WE in turn, 90 minutes each, the first SP at `start`.
private let start = UnixTime(seconds: 1_800_003_600)
private let minute: Int64 = 60

private func pubs() throws -> RotationSchedules {
    try RotationScript.schedules([
        ("pubs", [RotationScript.schedule([("SP", 90), ("WE", 90)], anchor: start.seconds)])
    ])
}

/// One phone with alerts, and the watch that looks after them.
private final class AlertHouse {
    let house: NoticeFixture
    let phone: DeviceRecord
    private var watch = MapAlertWatch()

    init() async throws {
        house = try await NoticeFixture()
        phone = try await house.phone(1, watching: [])
        watch.take(try pubs())
    }

    func wish(
        _ map: String? = "SP",
        minutes: Int,
        once: Bool = false,
        days: WeekdaySet = .all,
        hours: MinuteSpan? = nil,
        quiet: MinuteSpan? = nil
    ) async throws {
        var list = try #require(await house.devices.alerts(of: phone.id))
        list.quiet = quiet
        list.maps = [
            try MapAlert(mode: "pubs", map: map, minutes: minutes, once: once, days: days, hours: hours)
        ]
        _ = try await house.devices.put(list, ofDevice: phone.id)
        watch.listsChange()
    }

    func restart() throws {
        watch = MapAlertWatch()
        watch.take(try pubs())
    }

    /// Looks, as the desk does, and sends; the titles.
    func look(at time: UnixTime) async throws -> [String] {
        house.now = time
        if watch.isDue(at: time) {
            let (keys, handled) = try await house.notices.mapAlerts()
            let look = watch.look(keys, handledUntil: handled, at: time)
            if look.isToBeStored { _ = try await house.notices.fire(look.firings, at: time) }
        }
        return try await house.send().map(\.notice.title)
    }

    var next: UnixTime? { watch.next }

    func wishes() async throws -> Int { try await house.devices.alerts(of: phone.id)?.maps.count ?? -1 }
}

@Suite("Map alerts")
struct MapAlertTests {
    @Test("one is told in time, each time, and says how long it takes")
    func always() async throws {
        let alerts = try await AlertHouse()
        try await alerts.wish(minutes: 15)
        #expect(try await alerts.look(at: start.advanced(by: -30 * minute)) == [])
        #expect(alerts.next == start.advanced(by: -15 * minute))
        #expect(try await alerts.look(at: start.advanced(by: -15 * minute)) == ["Map SP in 15 minutes"])
        #expect(try await alerts.look(at: start) == [])
        #expect(alerts.next == start.advanced(by: 165 * minute))
        #expect(try await alerts.look(at: start.advanced(by: 165 * minute)) == ["Map SP in 15 minutes"])
        #expect(try await alerts.wishes() == 1)
    }

    @Test("a wish made while the map is on is about the next time", arguments: [true, false])
    func madeLate(once: Bool) async throws {
        let alerts = try await AlertHouse()
        // Something was told long ago, so that the store remembers a moment before this map began.
        #expect(try await alerts.look(at: start.advanced(by: -300 * minute)) == [])
        try await alerts.wish(minutes: 60, once: once)
        #expect(try await alerts.look(at: start.advanced(by: 30 * minute)) == [])
        try alerts.restart()
        #expect(try await alerts.look(at: start.advanced(by: 31 * minute)) == [])
        #expect(try await alerts.wishes() == 1)
        #expect(try await alerts.look(at: start.advanced(by: 120 * minute)) == ["Map SP in 60 minutes"])
        #expect(try await alerts.wishes() == (once ? 0 : 1))
    }

    @Test("one that came due while the box was off is told while the map is still on, and not later")
    func missed() async throws {
        let alerts = try await AlertHouse()
        try await alerts.wish(minutes: 0, once: true)
        #expect(try await alerts.look(at: start.advanced(by: -10 * minute)) == [])
        try alerts.restart()
        #expect(try await alerts.look(at: start.advanced(by: 100 * minute)) == [])
        #expect(try await alerts.wishes() == 1)
        try alerts.restart()
        #expect(try await alerts.look(at: start.advanced(by: 200 * minute)) == ["Map SP is on"])
        #expect(try await alerts.wishes() == 0)
    }

    @Test("a wish for once outlives quiet hours that last until the map is over")
    func quiet() async throws {
        let alerts = try await AlertHouse()
        let zone = try #require(CivilZone(named: alerts.phone.zone))
        let civil = zone.civil(start)
        let begin = civil.hour * 60 + civil.minute
        // Over the first map, and until ten minutes into the second.
        let span = try #require(MinuteSpan(from: begin, to: (begin + 190) % 1_440))
        try await alerts.wish(minutes: 0, once: true, quiet: span)
        #expect(try await alerts.look(at: start.advanced(by: -minute)) == [])
        #expect(try await alerts.look(at: start) == [])
        #expect(try await alerts.wishes() == 1)
        #expect(try await alerts.look(at: start.advanced(by: 180 * minute)) == [])
        #expect(try await alerts.look(at: start.advanced(by: 190 * minute)) == ["Map SP is on"])
        #expect(try await alerts.wishes() == 0)
    }

    @Test("only on the chosen days and in the chosen hours of the phone's zone")
    func hours() async throws {
        let alerts = try await AlertHouse()
        let zone = try #require(CivilZone(named: alerts.phone.zone))
        let civil = zone.civil(start)
        let begin = civil.hour * 60 + civil.minute
        let hours = try #require(MinuteSpan(from: (begin + 60) % 1_440, to: (begin + 240) % 1_440))
        try await alerts.wish(minutes: 0, hours: hours)
        #expect(try await alerts.look(at: start.advanced(by: -minute)) == [])
        #expect(try await alerts.look(at: start) == [])
        #expect(try await alerts.look(at: start.advanced(by: 180 * minute)) == ["Map SP is on"])
        let other = WeekdaySet(Weekday.allCases.filter { $0 != civil.weekday })
        try await alerts.wish(minutes: 0, days: other)
        #expect(try await alerts.look(at: start.advanced(by: 181 * minute)) == [])
        #expect(try await alerts.look(at: start.advanced(by: 360 * minute)) == [])
    }

    @Test("any map of a mode, but none of a mode that nobody knows")
    func anyMap() async throws {
        let alerts = try await AlertHouse()
        try await alerts.wish(nil, minutes: 0)
        #expect(try await alerts.look(at: start.advanced(by: -minute)) == [])
        #expect(try await alerts.look(at: start) == ["Map SP is on"])
        #expect(try await alerts.look(at: start.advanced(by: 90 * minute)) == ["Map WE is on"])
        let keys = [MapAlertKey(mode: "arena", code: nil, minutes: 0)]
        let plan = MapAlertPlan(schedules: try pubs())
        #expect(plan.firings(of: keys, after: start.advanced(by: -1), until: start) == [])
        #expect(plan.next(of: keys, after: start) == nil)
    }
}
