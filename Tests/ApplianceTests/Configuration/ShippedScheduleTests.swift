import Appliance
import Core
import Testing
import WatchpostModel

@Suite("The shipped schedule")
struct ShippedScheduleTests {
    /// Instants and maps of the published schedules, each by its own index rule, independent of the file's
    /// anchors.
    @Test(
        "every published rotation is what the file gives",
        arguments: [
            ("pubs", "2025-03-29T09:30:00Z", 5_400, ["KC", "SP", "ED"]),
            ("ranked", "2025-03-27T17:00:00Z", 86_400, ["ED", "KC", "SP"]),
            ("pubs", "2025-05-06T20:00:00Z", 5_400, ["OL", "SP", "WE"]),
            ("ranked", "2025-05-08T17:00:00Z", 86_400, ["OL", "SP", "WE"]),
            ("pubs", "2025-06-25T20:00:00Z", 5_400, ["KC", "WE", "BM"]),
            ("ranked", "2025-06-26T17:00:00Z", 86_400, ["BM", "KC", "WE"]),
            ("pubs", "2025-08-05T20:00:00Z", 5_400, ["SP", "ED", "BM"]),
            ("ranked", "2025-08-07T17:00:00Z", 86_400, ["SP", "ED", "BM"]),
            ("ranked", "2025-09-20T17:00:00Z", 86_400, ["ED", "KC", "OL"]),
            // One slot earlier than published: see the file.
            ("pubs", "2025-09-21T20:00:00Z", 5_400, ["OL", "ED", "KC"]),
        ] as [(String, String, Int64, [String])]
    )
    func published(mode key: String, origin: String, interval: Int64, rotation: [String]) throws {
        let mode = try #require(try ScheduleFile.shipped().mode(key))
        let start = try #require(UnixTime(rfc3339: origin))
        for index in 0..<30 {
            let slot = try #require(mode.slot(at: start.advanced(by: Int64(index) * interval)))
            #expect(slot.map.code == rotation[index % 3])
            #expect(slot.start == start.advanced(by: Int64(index) * interval))
        }
    }

    @Test("season 26 plays without a gap from its announced split to its end, over the end of summer time")
    func lastSplit() throws {
        let mode = try #require(try ScheduleFile.shipped().mode("pubs"))
        let from = try #require(UnixTime(rfc3339: "2025-09-16T17:00:00Z"))
        let end = try #require(UnixTime(rfc3339: "2025-11-04T18:00:00Z"))
        let slots = mode.slots(from: from, until: UnixTime(seconds: .max), limit: 9_999)
        #expect(slots.first?.start == from)
        #expect(slots.last?.end == end)
        #expect(slots.dropLast().allSatisfy { $0.end.since($0.start) == 5_400 })
        #expect(slots.last?.end.since(slots.last?.start ?? end) == 3_600)
    }

    @Test("after the known end everything says that it has ended, and no map is named anywhere")
    func ended() throws {
        let now = try #require(UnixTime(rfc3339: "2025-11-04T18:00:00Z"))
        var book = RotationBook()
        let before = Moment(wall: now.advanced(by: -1), monotonic: .zero)
        _ = book.handle(.loaded(try ScheduleFile.shipped()), at: before)
        for later in [0, 1, 86_400, 400 * 86_400] as [Int64] {
            let moment = Moment(wall: now.advanced(by: later), monotonic: .zero)
            let snapshot = try #require(book.snapshot(at: moment))
            for mode in snapshot.list.modes {
                #expect(mode.state == .ended && mode.current == nil && mode.next == nil)
                #expect(mode.validUntil == now)
            }
            let timeline = try snapshot.timeline(hours: 168)
            #expect(timeline.entries.map(\.mode) == ["pubs", "ranked"])
            #expect(timeline.entries.allSatisfy { $0.code == nil && $0.map == nil && $0.end == nil })
            #expect(timeline.entries.allSatisfy { $0.start == now })
            #expect(timeline.validUntil == now)
            let legacy = try snapshot.mapTimer { "\($0.count)" }
            #expect(legacy.pubsSchedule == nil && legacy.rankedSchedule == nil)
            #expect(legacy.pubsCurrent == nil && legacy.rankedCurrent == nil)
            #expect(legacy.ltmSchedule == Array("[]".utf8) && legacy.ltmCurrent == Array("[]".utf8))
        }
        let effects = book.handle(.tick, at: Moment(wall: now, monotonic: .zero))
        let told = effects.compactMap { effect -> RotationEventBody? in
            guard case .stateChanged(let body) = effect else { return nil }
            return body
        }
        #expect(told.map(\.mode) == ["pubs", "ranked"])
        #expect(told.allSatisfy { $0.state == .ended && $0.current == nil && $0.at == now })
    }
}
