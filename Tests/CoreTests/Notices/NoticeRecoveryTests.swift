import Core
import CoreSupport
import Testing
import WatchpostModel

@Suite("Several things at once")
struct NoticeRecoveryTests {
    @Test("the first that come back are told at once, the next when all are back or ten minutes later")
    func firstBack() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        try await appliance.outage(0..<8, over: false)
        try await appliance.deliver()
        try await appliance.change(3..<4, .up, .up)
        #expect(try await appliance.deliver() == ["Realm 3 is up"])
        try await appliance.change(4..<6, .up, .up)
        #expect(try await appliance.deliver() == [])
        appliance.now = appliance.now.advanced(by: 600)
        #expect(try await appliance.send().map(\.notice.title) == ["EU: 2 of 7 realms are up"])
        try await appliance.change(6..<7, .up, .up)
        #expect(try await appliance.deliver() == [])
        try await appliance.change([0, 1, 2, 7], .up, .up)
        #expect(try await appliance.deliver() == ["EU: all 5 realms are up"])
    }

    @Test("a recovery that waits for one phone does not hurry another's")
    func recoveriesOfTwo() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<10)
        try await appliance.phone(1, watching: 0..<5)
        try await appliance.phone(2, watching: 5..<10)
        try await appliance.outage(0..<10, over: false)
        #expect(try await appliance.deliver().count == 2)
        try await appliance.change([0, 5], .up, .up)
        #expect(try await appliance.deliver().count == 2)
        try await appliance.change(1..<3, .up, .up)
        #expect(try await appliance.deliver() == [])
        try await appliance.change(6..<8, .up, .up)
        #expect(try await appliance.deliver() == [])
        let waiting = "SELECT count(*) FROM outbox WHERE state = 0 AND subject = 'g:eu'"
        #expect(try await appliance.count(waiting) == 2)
        appliance.now = appliance.now.advanced(by: 600)
        #expect(try await appliance.send().count == 2)
    }

    @Test("realms that come up while others go down are told, and so are those")
    func rollingRestart() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        try await appliance.outage(0..<3, over: false)
        try await appliance.deliver()
        try await appliance.change(3..<6, .down, .down)
        try await appliance.change(0..<3, .up, .up)
        let titles = try await appliance.deliver() + appliance.send().map(\.notice.title)
        #expect(titles == ["EU: 3 of 8 realms are down", "EU: 3 of 6 realms are up"])
        #expect(try await appliance.count("SELECT count(*) FROM told WHERE realm > 'retail/realm-2'") == 3)
        #expect(try await appliance.count("SELECT count(*) FROM told") == 3)
    }

    @Test("a realm that is not listed is neither up nor down for anybody, and its return down ends no outage")
    func unlisted() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<1)
        try await appliance.phone(1, watching: 0..<1)
        try await appliance.change(0..<1, .down, .down)
        #expect(try await appliance.deliver() == ["Realm 0 is down"])
        appliance.now = appliance.now.advanced(by: 600)
        try await appliance.list(0, false, as: .down)
        try await appliance.phone(2, watching: 0..<1)
        #expect(try await appliance.deliver() == [])
        _ = try await appliance.notices.sweep(at: appliance.now)
        #expect(
            try await appliance.deliver() == [],
            "the new phone is not told that an unlisted realm is down"
        )
        try await appliance.list(0, true, as: .down)
        #expect(try await appliance.deliver() == [])
        #expect(try await appliance.count("SELECT count(*) FROM realm_downs WHERE ended IS NULL") == 1)
        _ = try await appliance.notices.sweep(at: appliance.now)
        #expect(
            try await appliance.deliver() == ["Realm 0 is down"],
            "now it is told, to the new phone alone"
        )
        try await appliance.change(0..<1, .up, .up)
        #expect(try await appliance.deliver().count == 2)
    }

    @Test("queues that begin and queues that end are two notices, not one for each realm")
    func queues() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<12)
        try await appliance.phone(1, watching: 0..<12, kinds: .queue)
        try await appliance.change(0..<4, .up, .queueStarted, queue: true)
        try await appliance.deliver()
        try await appliance.change(4..<8, .up, .queueStarted, queue: true)
        try await appliance.change(0..<4, .up, .queueEnded)
        let titles = Set(try await appliance.deliver())
        #expect(titles == ["EU: queues on 4 realms", "EU: no more queue on 4 realms"])
    }
}
