import Core
import Testing
import WatchpostModel

/// What a phone may know is settled by answers, and those come late, or never.
@Suite("Notices whose fate is open")
struct NoticeFateTests {
    /// One phone that watches eight realms.
    private func house(_ rules: NoticePolicy = NoticePolicy()) async throws -> NoticeFixture {
        let house = try await NoticeFixture(rules: rules)
        try await house.place(0..<8)
        try await house.phone(1, watching: 0..<8)
        return house
    }

    /// Fans out and leases, and the push service does not answer yet.
    private func lease(_ house: NoticeFixture) async throws -> [LeasedNotice] {
        house.now = house.now.advanced(by: 20)
        try await house.fanOut()
        return try await house.lease(10)
    }

    @Test("a realm that comes back while the notice that it is down is under way is told after that")
    func upWhileDownIsUnderWay() async throws {
        let house = try await house()
        try await house.change([1], .down, .down)
        let down = try await lease(house)
        try await house.change([1], .up, .up)
        #expect(try await lease(house) == [])
        try await house.settle(down, .accepted)
        #expect(try await house.send().map(\.notice.title) == ["Realm 1 is up"])
    }

    @Test("a realm that goes down again while the notice that it is up is under way is told after that")
    func downWhileUpIsUnderWay() async throws {
        let house = try await house()
        try await house.change([1], .down, .down)
        try await house.deliver()
        try await house.change([1], .up, .up)
        let up = try await lease(house)
        try await house.change([1], .down, .down)
        #expect(try await lease(house) == [])
        try await house.settle(up, .accepted)
        #expect(try await house.send().map(\.notice.title) == ["Realm 1 is down"])
    }

    @Test("what was refused while the other was waiting says nothing, and neither does that")
    func refusedUnderWay() async throws {
        let house = try await house()
        try await house.change([1], .down, .down)
        let down = try await lease(house)
        try await house.change([1], .up, .up)
        _ = try await lease(house)
        try await house.settle(down, .backOff(after: nil, reason: "429"))
        house.now = house.now.advanced(by: 300)
        #expect(try await house.send() == [])
    }

    @Test("an answer that comes after its lease changes nothing that was decided since")
    func lateAnswer() async throws {
        let house = try await house()
        try await house.change([1], .down, .down)
        let down = try await lease(house)
        try await house.change([1], .up, .up)
        house.now = house.now.advanced(by: house.notices.rules.lease)
        #expect(try await house.deliver() == ["Realm 1 is up"])
        try await house.settle(down, .accepted)
        #expect(try await house.count("SELECT count(*) FROM told") == 0)
        try await house.settle(down, .refused(reason: "too late"))
        #expect(try await house.notices.deadLetters() == [])
        try await house.change([1], .down, .down)
        #expect(try await house.deliver() == ["Realm 1 is down"])
    }

    @Test("the late answer to one attempt is not taken for that to the next, which names more")
    func lateAnswerToTheFirst() async throws {
        let house = try await house()
        try await house.outage(0..<3, over: false)
        let first = try await lease(house)
        #expect(first.map(\.notice.title) == ["EU: 3 of 8 realms are down"])
        try await house.change([3], .down, .down)
        house.now = house.now.advanced(by: house.notices.rules.lease)
        let second = try await lease(house)
        #expect(second.first?.id == first.first?.id)
        #expect(second.map(\.notice.title) == ["EU: 4 of 8 realms are down"])
        try await house.settle(first, .accepted)
        #expect(try await house.count("SELECT count(*) FROM told WHERE sure = 1") == 0)
        try await house.settle(second, .accepted)
        #expect(try await house.count("SELECT count(*) FROM told WHERE sure = 1") == 4)
    }

    @Test("a dead letter that may have arrived all the same is followed by its end")
    func deadButShown() async throws {
        var rules = NoticePolicy()
        rules.mostAttempts = 1
        let house = try await house(rules)
        try await house.change([1], .down, .down)
        house.now = house.now.advanced(by: 20)
        try await house.fanOut()
        try await house.send(.unknown(reason: "reset"))
        #expect(try await house.notices.deadLetters().count == 1)
        try await house.change([1], .up, .up)
        #expect(try await house.deliver() == ["Realm 1 is up"])
    }

    @Test("the first that are back are told at once; those that follow wait for each other, as one notice")
    func joinsRecovery() async throws {
        let house = try await house()
        try await house.outage(0..<8, over: false)
        try await house.deliver()
        try await house.change(0..<3, .up, .up)
        #expect(try await house.deliver() == ["EU: 3 of 8 realms are up"])
        try await house.change(3..<4, .up, .up)
        #expect(try await house.deliver() == [])
        try await house.change(4..<5, .up, .up)
        #expect(try await house.deliver() == [])
        #expect(try await house.count("SELECT count(*) FROM outbox WHERE state = 0") == 1)
        house.now = house.now.advanced(by: 600)
        #expect(try await house.send().map(\.notice.title) == ["EU: 2 of 5 realms are up"])
    }
}
