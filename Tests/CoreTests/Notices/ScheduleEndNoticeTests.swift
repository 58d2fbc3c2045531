import CoreSupport
import Testing
import WatchpostModel

@testable import Core

@Suite("Notices that the map schedule ends")
struct ScheduleEndNoticeTests {
    private static let day: Int64 = 86_400

    private let appliance: NoticeFixture
    private let store: ScheduleEndStore

    init() async throws {
        appliance = try await NoticeFixture()
        store = ScheduleEndStore(database: appliance.database)
    }

    private func administrator(_ number: Int, locale: String = "en-GB") async throws -> DeviceRecord {
        let phone = try await appliance.phone(number, watching: [], locale: locale)
        try await appliance.devices.persons.setAdministrator(true, person: phone.person)
        return phone
    }

    private func end(in seconds: Int64, _ nearness: ScheduleEndNearness) -> ScheduleEnd {
        ScheduleEnd(mode: "pubs", name: "Casual", at: appliance.now.advanced(by: seconds), nearness: nearness)
    }

    @Test("go to administrators alone, in their language, with the days or hours that are left")
    func words() async throws {
        _ = try await appliance.phone(1, watching: [])
        _ = try await administrator(2)
        _ = try await administrator(3, locale: "pl-PL")
        let isTold = try await store.store([.near(end(in: 7 * Self.day, .week))], at: appliance.now)
        #expect(isTold)
        // 15 January 2027, 08:00 UTC.
        let sent = try await appliance.send().map(\.notice).sorted { $0.title < $1.title }
        #expect(
            sent.map(\.title)
                == [
                    "Casual: the map schedule ends in 7 days", "Casual: plan map kończy się za 7 dni",
                ].sorted()
        )
        let english = try #require(sent.first { $0.language == "en" })
        #expect(
            english.body
                == "No map is known after 22 Jan 09:00. Add the next schedule, or change it in the app."
        )
        #expect(sent.allSatisfy { ToldPlaces.contains($0.collapseID) })
        #expect(Set(sent.map(\.collapseID)) == ["e:pubs"] && Set(sent.map(\.link)) == ["/app#maps"])
        let news = ScheduleEndNews.near(end(in: 23 * 3_600, .day))
        _ = try await store.store([news], at: appliance.now)
        let titles = try await appliance.send().map(\.notice.title).sorted()
        #expect(
            titles == ["Casual: plan map kończy się za 23 h", "Casual: the map schedule ends in 23 h"]
        )
    }

    /// What becomes of the schedule while the notice waits.
    enum Meanwhile: CaseIterable, Sendable {
        case extended, shorter, aDayBefore, over, notAdministrator
    }

    @Test("leave only while they are true", arguments: Meanwhile.allCases)
    func dropped(meanwhile: Meanwhile) async throws {
        let phone = try await administrator(1)
        _ = try await store.store([.near(end(in: 2 * Self.day, .week))], at: appliance.now)
        switch meanwhile {
        case .extended: _ = try await store.store([.withdrawn(mode: "pubs")], at: appliance.now)
        case .shorter: _ = try await store.store([.near(end(in: Self.day - 1, .day))], at: appliance.now)
        case .aDayBefore: appliance.now = appliance.now.advanced(by: Self.day)
        case .over: appliance.now = appliance.now.advanced(by: 3 * Self.day)
        case .notAdministrator:
            try await appliance.devices.persons.setAdministrator(false, person: phone.person)
        }
        let titles = try await appliance.send().map(\.notice.title)
        #expect(titles == (meanwhile == .shorter ? ["Casual: the map schedule ends in 24 h"] : []))
    }

    @Test("what was told is known after a restart")
    func stored() async throws {
        let (week, ranked) = (end(in: 6 * Self.day, .week), UnixTime(seconds: 1_800_050_000))
        let other = ScheduleEnd(mode: "ranked", name: "Ranked", at: ranked, nearness: .day)
        let isTold = try await store.store([.near(week), .near(other)], at: appliance.now)
        #expect(!isTold, "nobody administers")
        #expect(
            try await store.load() == [
                "pubs": ScheduleEndWatch.Told(end: week.at, nearness: .week),
                "ranked": ScheduleEndWatch.Told(end: ranked, nearness: .day),
            ]
        )
        _ = try await store.store([.withdrawn(mode: "ranked")], at: appliance.now)
        #expect(try await store.load().keys.sorted() == ["pubs"])
    }
}
