import Core
import CoreSupport
import TestSupport
import Testing
import WatchpostModel

@Suite("What stays on a phone's screen")
struct NoticeScreenTests {
    private func appliance(watching count: Int = 8) async throws -> (NoticeFixture, DeviceRecord) {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        return (appliance, try await appliance.phone(1, watching: 0..<count))
    }

    /// Fans out, sends, and puts what arrives on the screen.
    private func deliver(_ appliance: NoticeFixture, after wait: Int64 = 20, _ screen: inout NoticeScreen)
        async throws
    {
        appliance.now = appliance.now.advanced(by: wait)
        try await appliance.fanOut()
        for _ in 0..<3 {
            for one in try await appliance.send() { screen.take(one.notice) }
        }
    }

    @Test("down told of many, up told one by one: nothing that is over is left")
    func groupThenSingles() async throws {
        let (appliance, _) = try await appliance()
        var screen = NoticeScreen()
        try await appliance.outage(0..<8, over: false)
        try await deliver(appliance, &screen)
        try await appliance.change(0..<6, .up, .up)
        try await deliver(appliance, &screen)
        try await deliver(appliance, after: 600, &screen)
        #expect(screen.shown.values.map(\.title) == ["EU: 6 of 8 realms are up"])
        #expect(screen.shown.values.map(\.body) == ["Still down: Realm 6, Realm 7"])
        try await appliance.change([6], .up, .up)
        try await deliver(appliance, &screen)
        #expect(screen.shown.values.map(\.title) == ["Realm 6 is up"])
        #expect(screen.shown.values.first?.body.hasSuffix("still down: Realm 7") == true)
        try await appliance.change([7], .up, .up)
        try await deliver(appliance, &screen)
        #expect(screen.shown.values.map(\.title) == ["Realm 7 is up"])
        #expect(screen.shown.values.first?.body.contains("down") == false)
    }

    @Test("down told one by one, up told of many: nothing that is over is left")
    func singlesThenGroup() async throws {
        let (appliance, _) = try await appliance()
        var screen = NoticeScreen()
        for number in 0..<4 {
            try await appliance.change([number], .down, .down)
            try await deliver(appliance, after: 300, &screen)
        }
        #expect(screen.shown.values.map(\.title) == ["Realm 3 is down"])
        #expect(
            screen.shown.values.first?.body.hasSuffix("also down: Realm 0, Realm 1, Realm 2") == true
        )
        try await appliance.outage(0..<4, over: true)
        try await deliver(appliance, &screen)
        #expect(screen.shown.values.map(\.title) == ["EU: all 4 realms are up"])
    }

    @Test("a phone that is away for two weeks shows the truth when it is back", arguments: [true, false])
    func away(isUpLast: Bool) async throws {
        let (appliance, _) = try await appliance()
        var screen = NoticeScreen()
        try await appliance.change([1], .down, .down)
        try await deliver(appliance, &screen)
        screen.goAway()
        try await appliance.change([1], .up, .up)
        try await deliver(appliance, &screen)
        if !isUpLast {
            try await appliance.change([1], .down, .down)
            try await deliver(appliance, &screen)
        }
        screen.comeBack(at: appliance.now.advanced(by: 14 * 86_400))
        #expect(screen.shown.values.map(\.title) == [isUpLast ? "Realm 1 is up" : "Realm 1 is down"])
    }

    @Test("an end waits for a channel that is held for days, and then leaves")
    func held() async throws {
        let (appliance, _) = try await appliance()
        var screen = NoticeScreen()
        try await appliance.change([1], .down, .down)
        try await deliver(appliance, &screen)
        try await appliance.change([1], .up, .up)
        appliance.now = appliance.now.advanced(by: 20)
        try await appliance.fanOut()
        for _ in 0..<80 {
            try await appliance.send(.channelHeld(after: .seconds(3_600), reason: "InvalidProviderToken"))
            appliance.now = appliance.now.advanced(by: 3_600)
            _ = try await appliance.notices.sweep(at: appliance.now)
        }
        try await deliver(appliance, &screen)
        #expect(screen.shown.values.map(\.title) == ["Realm 1 is up"])
    }

    @Test("realms that come and go while a channel is held for weeks do not fill the outbox")
    func bounded() async throws {
        let (appliance, _) = try await appliance()
        for round in 0..<TestEffort.rounds(10, most: 100) {
            for (state, word) in [(RealmState.down, RealmEventBody.Change.down), (.up, .up)] {
                if round % 2 == 0 {
                    try await appliance.change([1, 2], state, word)
                } else {
                    try await appliance.outage(0..<6, over: state == .up)
                }
                appliance.now = appliance.now.advanced(by: 3_600)
                try await appliance.fanOut()
            }
        }
        #expect(try await appliance.count("SELECT count(*) FROM outbox WHERE state = 0") <= 4)
    }

    @Test("an end that was refused is tried again a day later, once a day")
    func refused() async throws {
        let (appliance, _) = try await appliance()
        var screen = NoticeScreen()
        try await appliance.change([1], .down, .down)
        try await deliver(appliance, &screen)
        try await appliance.change([1], .up, .up)
        appliance.now = appliance.now.advanced(by: 20)
        var tries = 0
        for _ in 0..<60 {
            try await appliance.fanOut()
            tries += try await appliance.send(.refused(reason: "PayloadTooLarge")).count
            appliance.now = appliance.now.advanced(by: 3_600)
            _ = try await appliance.notices.sweep(at: appliance.now)
        }
        #expect(tries == 3)
        appliance.now = appliance.now.advanced(by: 86_400)
        _ = try await appliance.notices.sweep(at: appliance.now)
        try await deliver(appliance, &screen)
        #expect(screen.shown.values.map(\.title) == ["Realm 1 is up"])
        #expect(try await appliance.count("SELECT count(*) FROM told") == 0)
    }

    @Test("a phone that could not be reached when a realm came back hears it when it can")
    func unreachable() async throws {
        let (appliance, _) = try await appliance()
        var screen = NoticeScreen()
        try await appliance.change([1], .down, .down)
        try await deliver(appliance, &screen)
        try await appliance.setPush(2)
        try await appliance.change([1], .up, .up)
        try await deliver(appliance, &screen)
        #expect(screen.shown.values.map(\.title) == ["Realm 1 is down"])
        try await appliance.setPush(1)
        #expect(try await appliance.notices.sweep(at: appliance.now) == [.eu: 1])
        try await deliver(appliance, &screen)
        #expect(screen.shown.values.map(\.title) == ["Realm 1 is up"])
    }

    @Test("a realm that came back to the list and is up replaces the notice that it is down")
    func reappeared() async throws {
        let (appliance, _) = try await appliance()
        var screen = NoticeScreen()
        try await appliance.change([1], .down, .down)
        try await deliver(appliance, &screen)
        try await appliance.change([1], .unknown, .vanished)
        try await deliver(appliance, &screen)
        try await appliance.change([1], .up, .appeared)
        try await deliver(appliance, &screen)
        #expect(screen.shown.values.map(\.title) == ["Realm 1 is up"])
    }

    @Test("two realms that go down together are one notice, not two that replace each other")
    func two() async throws {
        let (appliance, _) = try await appliance()
        try await appliance.change([1, 2], .down, .down)
        #expect(try await appliance.deliver() == ["EU: 2 of 8 realms are down"])
        #expect(try await appliance.deliver() == [])
    }

    @Test("what was told down and went into maintenance stays in the notices that take each other's place")
    func downInMaintenance() async throws {
        let (appliance, _) = try await appliance()
        var screen = NoticeScreen()
        func tell(_ numbers: [Int], _ state: RealmState, _ word: RealmEventBody.Change) async throws {
            try await appliance.change(numbers, state, word)
            try await deliver(appliance, &screen)
        }
        try await tell([1, 2], .down, .down)
        try await tell([1], .maintenance, .maintenance)
        try await tell([2], .up, .up)
        try await tell([3, 4], .down, .down)
        #expect(screen.shown.values.map(\.title) == ["EU: 3 of 8 realms are down"])
        try await tell([1], .down, .down)
        let claims = screen.shown.values.map { NoticeClaims($0).down }
        #expect(claims == [["Realm 1", "Realm 3", "Realm 4"]])
    }

    @Test(
        "whatever is told in whatever company, lost, late or twice: in the end no phone shows what is over",
        arguments: SeededGenerator.seeds(TestEffort.rounds(2, most: 24), for: "screens")
    )
    func anyOrder(seed: UInt64) async throws {
        var story = try await ScreenStory(seed: seed)
        for _ in 0..<TestEffort.rounds(40, most: 200) { try await story.step() }
        try await story.settleDown()
        try await story.check()
    }
}
