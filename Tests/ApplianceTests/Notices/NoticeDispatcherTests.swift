import Core
import Testing
import WatchpostModel

@testable import Appliance

@Suite("The dispatcher that sends notices")
struct NoticeDispatcherTests {
    @Test("a committed change reaches the push service with a stable id and an absolute link")
    func delivers() async throws {
        let house = try await DispatcherFixture()
        try await house.announce(.down, .down)
        let first = try #require(await house.next())
        #expect(first.message.notice.title == "Kazzak is down")
        #expect(first.message.notice.link == "https://box.example.org/realms/eu/retail/kazzak")
        #expect(first.address.text == "phone")
        #expect(!first.message.isRepeat)
        house.service.answer(first, .unknown(reason: "reset"))
        // The answer has been stored when the same notice leaves again.
        let second = try #require(await house.next(turning: 300))
        #expect(second.message.id == first.message.id)
        #expect(second.message.isRepeat)
        house.service.answer(second, .accepted)
        try await house.announce(.up, .up)
        let third = try #require(await house.next())
        #expect(third.message.notice.title == "Kazzak is up")
        #expect(third.message.notice.collapseID == first.message.notice.collapseID)
    }

    @Test("a held channel is left alone until its pause is over")
    func holds() async throws {
        let house = try await DispatcherFixture()
        try await house.announce(.down, .down)
        let first = try #require(await house.next())
        house.service.answer(first, .channelHeld(after: .seconds(600), reason: "InvalidProviderToken"))
        let second = try #require(await house.next(turning: 30))
        #expect(second.message.id == first.message.id)
        #expect(!second.message.isRepeat)
        let waited = house.waited
        #expect(waited >= .seconds(600))
    }

    @Test("a test tells the reason of the push service")
    func asks() async throws {
        let house = try await DispatcherFixture()
        async let answer = house.dispatcher.test(device: house.phone.id)
        let delivery = try #require(await house.next())
        #expect(delivery.message.notice.body == "This is a test from box.local.")
        house.service.answer(delivery, .gone(confirmedAtMilliseconds: nil, reason: "Unregistered"))
        let body = await answer
        #expect(!body.accepted)
        #expect(body.reason == "Unregistered")
        #expect(body.detail.hasSuffix("; enable notifications again in the app"))
    }

    @Test("nothing is told of realms whose source is silent, until it answers")
    func silence() async throws {
        let house = try await DispatcherFixture()
        house.show(.stale)
        try await house.announce(.down, .down)
        try await house.waitFor(.pending, "waits until the news is certain")
        house.show(.fresh)
        let first = try #require(await house.next(turning: 1))
        #expect(first.message.notice.title == "Kazzak is down")
        let waited = house.waited
        #expect(waited >= .seconds(5))
        #expect(waited < .seconds(200))
    }

    @Test("a clock that is set back by an hour holds nothing for an hour")
    func clockSetBack() async throws {
        let house = try await DispatcherFixture()
        try await house.announce(.down, .down)
        let first = try #require(await house.next())
        house.service.answer(first, .backOff(after: .seconds(1_000), reason: "429"))
        try await house.waitFor(.pending, "429")
        house.turn(1, back: 3_600)
        let second = try #require(await house.next(turning: 10))
        #expect(second.message.id == first.message.id)
        let waited = house.waited
        #expect(waited < .seconds(1_000))
    }

    @Test("a clock that is set ahead ends the pause of a channel that was refused for it")
    func clockSetAhead() async throws {
        let house = try await DispatcherFixture()
        try await house.announce(.down, .down)
        let first = try #require(await house.next())
        house.service.answer(first, .channelHeld(after: .seconds(1_200), reason: "ExpiredProviderToken"))
        try await house.waitFor(.pending, "ExpiredProviderToken")
        house.turn(1, back: -600)
        let second = try #require(await house.next(turning: 1))
        #expect(second.message.id == first.message.id)
        let waited = house.waited
        #expect(waited < .seconds(600))
    }

    @Test("leases that end before their answers do not use the channel up", .timeLimit(.minutes(10)))
    func endlessLeases() async throws {
        let house = try await DispatcherFixture()
        try await house.announce(.down, .down)
        var ids: Set<String> = []
        // The stand-in takes eight at a time.
        for _ in 0..<12 {
            let delivery = try #require(await house.next(turning: 300))
            ids.insert(delivery.message.id)
        }
        #expect(ids.count == 1)
    }

    @Test("a test that finds the address dead switches it off, and says so in a word for the app")
    func deadAddress() async throws {
        let house = try await DispatcherFixture()
        let device = house.phone.id
        let asked = Task { await house.dispatcher.test(device: device) }
        let delivery = try #require(await house.next())
        #expect(delivery.isTest)
        house.service.answer(delivery, .gone(confirmedAtMilliseconds: nil, reason: "HTTP 410"))
        let body = await asked.value
        #expect(body.accepted == false)
        #expect(body.code == "gone")
        let gone = DevicePushBody(kind: "webpush", state: .disabled, reason: "HTTP 410", code: "gone")
        #expect(body.push == gone)
        let again = await house.dispatcher.test(device: device)
        #expect(again.code == "gone")
        #expect(again.push == gone)
    }

    @Test("a test that could not be answered switches nothing off")
    func busyAddress() async throws {
        let house = try await DispatcherFixture()
        let device = house.phone.id
        let asked = Task { await house.dispatcher.test(device: device) }
        let delivery = try #require(await house.next())
        house.service.answer(delivery, .backOff(after: nil, reason: "HTTP 500"))
        let body = await asked.value
        #expect(body.code == "busy")
        #expect(body.push?.state == .active)
    }

    @Test("answers that come while the appliance ends are stored")
    func lastAnswers() async throws {
        let house = try await DispatcherFixture()
        try await house.announce(.down, .down)
        let first = try #require(await house.next())
        house.work.cancel()
        // The stand-in ends its stream when it is stopped.
        let end = await house.next()
        #expect(end == nil)
        house.service.answer(first, .accepted)
        await house.work.value
        #expect(try await house.dispatcher.notices(device: house.phone.id, most: 1).first?.state == .sent)
    }
}
