import Core
import CoreSupport
import Testing
import WatchpostModel

/// What a phone may know is settled by answers, and those come late, or never.
@Suite("Notices whose fate is open")
struct NoticeFateTests {
    /// One phone that watches eight realms.
    private func appliance(_ rules: NoticePolicy = NoticePolicy()) async throws -> NoticeFixture {
        let appliance = try await NoticeFixture(rules: rules)
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        return appliance
    }

    /// Fans out and leases, and the push service does not answer yet.
    private func lease(_ appliance: NoticeFixture) async throws -> [LeasedNotice] {
        appliance.now = appliance.now.advanced(by: 20)
        try await appliance.fanOut()
        return try await appliance.lease(10)
    }

    @Test("a realm that comes back while the notice that it is down is under way is told after that")
    func upWhileDownIsUnderWay() async throws {
        let appliance = try await appliance()
        try await appliance.change([1], .down, .down)
        let down = try await lease(appliance)
        try await appliance.change([1], .up, .up)
        #expect(try await lease(appliance) == [])
        try await appliance.settle(down, .accepted)
        #expect(try await appliance.send().map(\.notice.title) == ["Realm 1 is up"])
    }

    @Test("a realm that goes down again while the notice that it is up is under way is told after that")
    func downWhileUpIsUnderWay() async throws {
        let appliance = try await appliance()
        try await appliance.change([1], .down, .down)
        try await appliance.deliver()
        try await appliance.change([1], .up, .up)
        let up = try await lease(appliance)
        try await appliance.change([1], .down, .down)
        #expect(try await lease(appliance) == [])
        try await appliance.settle(up, .accepted)
        #expect(try await appliance.send().map(\.notice.title) == ["Realm 1 is down"])
    }

    @Test("what was refused while the other was waiting says nothing, and neither does that")
    func refusedUnderWay() async throws {
        let appliance = try await appliance()
        try await appliance.change([1], .down, .down)
        let down = try await lease(appliance)
        try await appliance.change([1], .up, .up)
        _ = try await lease(appliance)
        try await appliance.settle(down, .backOff(after: nil, reason: "429"))
        appliance.now = appliance.now.advanced(by: 300)
        #expect(try await appliance.send() == [])
    }

    @Test("an answer that comes after its lease changes nothing that was decided since")
    func lateAnswer() async throws {
        let appliance = try await appliance()
        try await appliance.change([1], .down, .down)
        let down = try await lease(appliance)
        try await appliance.change([1], .up, .up)
        appliance.now = appliance.now.advanced(by: appliance.notices.rules.lease)
        #expect(try await appliance.deliver() == ["Realm 1 is up"])
        try await appliance.settle(down, .accepted)
        #expect(try await appliance.count("SELECT count(*) FROM told") == 0)
        try await appliance.settle(down, .refused(reason: "too late"))
        #expect(try await appliance.notices.deadLetters() == [])
        try await appliance.change([1], .down, .down)
        #expect(try await appliance.deliver() == ["Realm 1 is down"])
    }

    @Test("the late answer to one attempt is not taken for that to the next, which names more")
    func lateAnswerToTheFirst() async throws {
        let appliance = try await appliance()
        try await appliance.outage(0..<3, over: false)
        let first = try await lease(appliance)
        #expect(first.map(\.notice.title) == ["EU: 3 of 8 realms are down"])
        try await appliance.change([3], .down, .down)
        appliance.now = appliance.now.advanced(by: appliance.notices.rules.lease)
        let second = try await lease(appliance)
        #expect(second.first?.id == first.first?.id)
        #expect(second.map(\.notice.title) == ["EU: 4 of 8 realms are down"])
        try await appliance.settle(first, .accepted)
        #expect(try await appliance.count("SELECT count(*) FROM told WHERE sure = 1") == 0)
        try await appliance.settle(second, .accepted)
        #expect(try await appliance.count("SELECT count(*) FROM told WHERE sure = 1") == 4)
    }

    @Test("a dead letter that may have arrived all the same is followed by its end")
    func deadButShown() async throws {
        var rules = NoticePolicy()
        rules.mostAttempts = 1
        let appliance = try await appliance(rules)
        try await appliance.change([1], .down, .down)
        appliance.now = appliance.now.advanced(by: 20)
        try await appliance.fanOut()
        try await appliance.send(.unknown(reason: "reset"))
        #expect(try await appliance.notices.deadLetters().count == 1)
        try await appliance.change([1], .up, .up)
        #expect(try await appliance.deliver() == ["Realm 1 is up"])
    }

    @Test("the first that are back are told at once; those that follow wait for each other, as one notice")
    func joinsRecovery() async throws {
        let appliance = try await appliance()
        try await appliance.outage(0..<8, over: false)
        try await appliance.deliver()
        try await appliance.change(0..<3, .up, .up)
        #expect(try await appliance.deliver() == ["EU: 3 of 8 realms are up"])
        try await appliance.change(3..<4, .up, .up)
        #expect(try await appliance.deliver() == [])
        try await appliance.change(4..<5, .up, .up)
        #expect(try await appliance.deliver() == [])
        #expect(try await appliance.count("SELECT count(*) FROM outbox WHERE state = 0") == 1)
        appliance.now = appliance.now.advanced(by: 600)
        #expect(try await appliance.send().map(\.notice.title) == ["EU: 2 of 5 realms are up"])
    }
}
