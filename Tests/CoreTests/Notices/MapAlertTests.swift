import Core
import CoreSupport
import TestSupport
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
private final class AlertAppliance {
    let appliance: NoticeFixture
    let phone: DeviceRecord
    private var watch = MapAlertWatch()
    /// The text of what was sent last.
    private(set) var bodies: [String] = []

    init() async throws {
        appliance = try await NoticeFixture()
        phone = try await appliance.phone(1, watching: [])
        watch.take(try pubs())
    }

    func wish(
        _ map: String? = "SP",
        mode: String = "pubs",
        minutes: Int,
        once: Bool = false,
        days: WeekdaySet = .all,
        hours: MinuteSpan? = nil,
        quiet: MinuteSpan? = nil
    ) async throws {
        var list = try #require(await appliance.devices.alerts(of: phone.id))
        list.quiet = quiet
        list.maps = [
            try MapAlert(mode: mode, map: map, minutes: minutes, once: once, days: days, hours: hours)
        ]
        _ = try await appliance.devices.put(list, ofDevice: phone.id)
        watch.listsChange()
    }

    func take(_ schedules: RotationSchedules) {
        watch.take(schedules)
    }

    func restart() throws {
        watch = MapAlertWatch()
        watch.take(try pubs())
    }

    /// Looks, as the dispatcher does, and sends; the titles.
    func look(at time: UnixTime) async throws -> [String] {
        appliance.now = time
        if watch.isDue(at: time) {
            let handled = try await appliance.notices.mapAlertsHandledUntil()
            let look = try #require(watch.look(handledUntil: handled, at: time))
            _ = try await appliance.notices.fire(look.due, isToBeStored: look.isToBeStored, at: time)
            watch.looked(look, next: try await appliance.notices.nextMapAlert(look.ahead))
        }
        let sent = try await appliance.send().map(\.notice)
        bodies = sent.map(\.body)
        #expect(sent.allSatisfy { ToldPlaces.contains($0.collapseID) })
        return sent.map(\.title)
    }

    var next: UnixTime? { watch.next }

    func wishes() async throws -> Int { try await appliance.devices.alerts(of: phone.id)?.maps.count ?? -1 }
}

@Suite("Map alerts")
struct MapAlertTests {
    @Test("one is told in time, each time, and says how long it takes")
    func always() async throws {
        let alerts = try await AlertAppliance()
        try await alerts.wish(minutes: 15)
        #expect(try await alerts.look(at: start.advanced(by: -30 * minute)) == [])
        #expect(alerts.next == start.advanced(by: -15 * minute))
        #expect(try await alerts.look(at: start.advanced(by: -15 * minute)) == ["Map SP in 15 minutes"])
        #expect(try await alerts.look(at: start) == [])
        #expect(alerts.next == start.advanced(by: 165 * minute))
        #expect(try await alerts.look(at: start.advanced(by: 165 * minute)) == ["Map SP in 15 minutes"])
        #expect(try await alerts.wishes() == 1)
    }

    @Test("one of a map that only an upstream names says who says so")
    func source() async throws {
        let alerts = try await AlertAppliance()
        let slot = try RotationSchedule(
            cycle: RotationCycle([
                RotationCycle.Entry(map: GameMap(code: "SP", name: "Storm Point"), minutes: 90)
            ]),
            anchor: start,
            usableFrom: start,
            usableTo: start.advanced(by: 90 * minute),
            source: "Apex Legends Status"
        )
        alerts.take(try RotationScript.schedules([("pubs", [slot])]))
        try await alerts.wish(minutes: 15)
        #expect(try await alerts.look(at: start.advanced(by: -30 * minute)) == [])
        #expect(try await alerts.look(at: start.advanced(by: -15 * minute)) == ["Storm Point in 15 minutes"])
        #expect(alerts.bodies.first?.hasSuffix(", Apex Legends Status says") == true, "\(alerts.bodies)")
        let plain = try await AlertAppliance()
        try await plain.wish(minutes: 15)
        #expect(try await plain.look(at: start.advanced(by: -30 * minute)) == [])
        #expect(try await plain.look(at: start.advanced(by: -15 * minute)) == ["Map SP in 15 minutes"])
        #expect(plain.bodies.count == 1 && plain.bodies.first?.contains("says") == false)
    }

    @Test("a wish made while the map is on is about the next time", arguments: [true, false])
    func madeLate(once: Bool) async throws {
        let alerts = try await AlertAppliance()
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
        let alerts = try await AlertAppliance()
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
        let alerts = try await AlertAppliance()
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
        let alerts = try await AlertAppliance()
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
        let alerts = try await AlertAppliance()
        try await alerts.wish(nil, minutes: 0)
        #expect(try await alerts.look(at: start.advanced(by: -minute)) == [])
        #expect(try await alerts.look(at: start) == ["Map SP is on"])
        #expect(try await alerts.look(at: start.advanced(by: 90 * minute)) == ["Map WE is on"])
        #expect(alerts.next == start.advanced(by: 180 * minute))
        try await alerts.wish(nil, mode: "arena", minutes: 0)
        #expect(try await alerts.look(at: start.advanced(by: 91 * minute)) == [])
        #expect(alerts.next == nil)
    }
}

@Suite("Map alerts that strangers store")
struct MapAlertBoundTests {
    /// Phones of which each waits for 64 things that never come, or cannot be told of one that does.
    private func crowd(_ appliance: NoticeFixture, reachable: Bool, mode: String, map: String?) async throws {
        for number in 1...20 {
            let phone = try await appliance.phone(number, watching: [])
            if !reachable { try await appliance.forgetAddress(of: number) }
            var list = try #require(await appliance.devices.alerts(of: phone.id))
            list.maps = try (0..<64).map { minutes in
                try MapAlert(
                    mode: mode,
                    map: map,
                    minutes: minutes * 11 + 1,
                    once: false,
                    days: .all,
                    hours: nil
                )
            }
            _ = try await appliance.devices.put(list, ofDevice: phone.id)
        }
    }

    @Test(
        "cost as many questions as the schedule has slots, and wake nobody",
        arguments: [(false, "pubs", "SP"), (true, "pubs", "NOSUCH"), (true, "nosuch", nil)]
    )
    func idle(reachable: Bool, mode: String, map: String?) async throws {
        let appliance = try await NoticeFixture()
        try await crowd(appliance, reachable: reachable, mode: mode, map: map)
        var watch = MapAlertWatch()
        watch.take(try pubs())
        let now = start.advanced(by: -10)
        let look = try #require(watch.look(handledUntil: now.advanced(by: -60), at: now))
        // Twelve hours of notice and six of rest, in slots of 90 minutes.
        #expect(look.ahead.count == 12)
        #expect(look.due.count <= 9)
        #expect(try await appliance.notices.fire(look.due, isToBeStored: false, at: now) == 0)
        watch.looked(look, next: try await appliance.notices.nextMapAlert(look.ahead))
        #expect(watch.next == nil)
        #expect(watch.wakes == now.advanced(by: 6 * 3_600))
    }

    @Test("schedules with very short slots are taken in up to a bound, and looked at again in time")
    func shortSlots() throws {
        let schedules = try RotationScript.schedules([
            ("pubs", [RotationScript.schedule([("SP", 1), ("WE", 1)], anchor: start.seconds)])
        ])
        var watch = MapAlertWatch()
        watch.take(schedules)
        let look = try #require(watch.look(handledUntil: start, at: start))
        #expect(look.ahead.count <= 500)
        // Five hundred minutes are known; an alert of twelve hours' notice for the minute after is due at once.
        #expect(look.lookAgain == start.advanced(by: minute))
    }

    @Test("a phone that comes back is told of what it waited for, one that leaves is not")
    func reach() async throws {
        let appliance = try await NoticeFixture()
        try await crowd(appliance, reachable: true, mode: "pubs", map: "SP")
        let span = MapAlertPlan(schedules: try pubs()).ahead(of: start.advanced(by: -1)).spans
        #expect(try await appliance.notices.nextMapAlert(span) != nil)
        for number in 1...20 { try await appliance.forgetAddress(of: number) }
        #expect(try await appliance.notices.nextMapAlert(span) == nil)
        try await appliance.rememberAddress(of: 3)
        #expect(try await appliance.notices.nextMapAlert(span) != nil)
    }

    @Test("a moment for which everybody waits is told in batches, may be cut off, and is told once to each")
    func cut() async throws {
        let appliance = try await NoticeFixture()
        let count = TestEffort.size(210, most: 450)
        for number in 1...count {
            let phone = try await appliance.phone(number, watching: [])
            var list = try #require(await appliance.devices.alerts(of: phone.id))
            list.maps = [
                try MapAlert(
                    mode: "pubs",
                    map: "SP",
                    minutes: 0,
                    once: number % 2 == 0,
                    days: .all,
                    hours: nil
                )
            ]
            _ = try await appliance.devices.put(list, ofDevice: phone.id)
        }
        let due = MapAlertPlan(schedules: try pubs()).due(after: start.advanced(by: -1), until: start)
        let notices = appliance.notices
        let cut = Task {
            // Else all batches may be through before anybody asks for an end.
            while !Task.isCancelled { await Task.yield() }
            return try await notices.fire(due, isToBeStored: false, at: start)
        }
        cut.cancel()
        #expect(try await cut.value == nil)
        #expect(try await notices.mapAlertsHandledUntil() == nil)
        // The alerts for the map, 200 at a time, and none for any map.
        #expect(try await notices.fire(due, isToBeStored: false, at: start) == (count + 199) / 200 + 1)
        #expect(try await notices.mapAlertsHandledUntil() == start)
        _ = try await notices.fire(due, isToBeStored: false, at: start)
        appliance.now = start
        #expect(try await appliance.send().count == count)
    }
}
