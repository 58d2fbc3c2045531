import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance

@Suite("The dispatcher that sends notices", .timeLimit(.minutes(Patience.hungMinutes)))
struct NoticeDispatcherTests {
    @Test("a committed change reaches the push service with a stable id and an absolute link")
    func delivers() async throws {
        let appliance = try await DispatcherFixture()
        try await appliance.announce(.down, .down)
        let first = try #require(await appliance.next())
        #expect(first.message.notice.title == "Kazzak is down")
        #expect(first.message.notice.link == "https://box.example.org/realms/eu/retail/kazzak")
        #expect(first.address.text == "phone")
        #expect(!first.message.isRepeat)
        appliance.service.answer(first, .unknown(reason: "reset"))
        // The answer has been stored when the same notice leaves again.
        let second = try #require(await appliance.next(turning: 300))
        #expect(second.message.id == first.message.id)
        #expect(second.message.isRepeat)
        appliance.service.answer(second, .accepted)
        try await appliance.announce(.up, .up)
        let third = try #require(await appliance.next())
        #expect(third.message.notice.title == "Kazzak is up")
        #expect(third.message.notice.collapseID == first.message.notice.collapseID)
    }

    @Test("a held channel is left alone until its pause is over")
    func holds() async throws {
        let appliance = try await DispatcherFixture()
        try await appliance.announce(.down, .down)
        let first = try #require(await appliance.next())
        appliance.service.answer(first, .channelHeld(after: .seconds(600), reason: "InvalidProviderToken"))
        let second = try #require(await appliance.next(turning: 30))
        #expect(second.message.id == first.message.id)
        #expect(!second.message.isRepeat)
        let waited = appliance.waited
        #expect(waited >= .seconds(600))
    }

    @Test("a test tells the reason of the push service")
    func asks() async throws {
        let appliance = try await DispatcherFixture()
        async let answer = appliance.dispatcher.test(device: appliance.phone.id)
        let delivery = try #require(await appliance.next())
        #expect(delivery.message.notice.body == "This is a test from box.local.")
        appliance.service.answer(delivery, .gone(confirmedAtMilliseconds: nil, reason: "Unregistered"))
        let body = await answer
        #expect(!body.accepted)
        #expect(body.reason == "Unregistered")
        #expect(body.detail.hasSuffix("; enable notifications again in the app"))
    }

    @Test("nothing is told of realms whose source is silent, until it answers")
    func silence() async throws {
        let appliance = try await DispatcherFixture()
        appliance.show(.stale)
        try await appliance.announce(.down, .down)
        try await appliance.waitFor(.pending, "waits until the news is certain")
        appliance.show(.fresh)
        await appliance.settle()
        try await appliance.waitFor(.pending, "waits until the news is certain")
        // The one turn of the clock that the trust in a source takes.
        appliance.turn(5)
        let first = try #require(await appliance.next())
        #expect(first.message.notice.title == "Kazzak is down")
    }

    @Test("a clock that is set back by an hour holds nothing for an hour")
    func clockSetBack() async throws {
        let appliance = try await DispatcherFixture()
        try await appliance.announce(.down, .down)
        let first = try #require(await appliance.next())
        appliance.service.answer(first, .backOff(after: .seconds(1_000), reason: "429"))
        try await appliance.waitFor(.pending, "429")
        // No further second passes: what comes does so because of the jump.
        appliance.turn(1, back: 3_600)
        let second = try #require(await appliance.next())
        #expect(second.message.id == first.message.id)
    }

    @Test("a clock that is set ahead ends the pause of a channel that was refused for it")
    func clockSetAhead() async throws {
        let appliance = try await DispatcherFixture()
        try await appliance.announce(.down, .down)
        let first = try #require(await appliance.next())
        appliance.service.answer(first, .channelHeld(after: .seconds(1_200), reason: "ExpiredProviderToken"))
        try await appliance.waitFor(.pending, "ExpiredProviderToken")
        appliance.turn(1, back: -600)
        let second = try #require(await appliance.next())
        #expect(second.message.id == first.message.id)
    }

    @Test("leases that end before their answers do not use the channel up")
    func endlessLeases() async throws {
        let appliance = try await DispatcherFixture()
        try await appliance.announce(.down, .down)
        var ids: Set<String> = []
        // The stand-in takes eight at a time.
        for _ in 0..<12 {
            let delivery = try #require(await appliance.next(turning: 300))
            ids.insert(delivery.message.id)
        }
        #expect(ids.count == 1)
    }

    @Test("a test that finds the address dead switches it off, and says so in a word for the app")
    func deadAddress() async throws {
        let appliance = try await DispatcherFixture()
        let device = appliance.phone.id
        let asked = Task { await appliance.dispatcher.test(device: device) }
        let delivery = try #require(await appliance.next())
        #expect(delivery.isTest)
        appliance.service.answer(delivery, .gone(confirmedAtMilliseconds: nil, reason: "HTTP 410"))
        let body = await asked.value
        #expect(body.accepted == false)
        #expect(body.code == "gone")
        let gone = DevicePushBody(kind: "webpush", state: .disabled, reason: "HTTP 410", code: "gone")
        #expect(body.push == gone)
        let again = await appliance.dispatcher.test(device: device)
        #expect(again.code == "gone")
        #expect(again.push == gone)
    }

    @Test("a test that could not be answered switches nothing off")
    func busyAddress() async throws {
        let appliance = try await DispatcherFixture()
        let device = appliance.phone.id
        let asked = Task { await appliance.dispatcher.test(device: device) }
        let delivery = try #require(await appliance.next())
        appliance.service.answer(delivery, .backOff(after: nil, reason: "HTTP 500"))
        let body = await asked.value
        #expect(body.code == "busy")
        #expect(body.push?.state == .active)
    }

    @Test("answers that come while the appliance ends are stored")
    func lastAnswers() async throws {
        let appliance = try await DispatcherFixture()
        try await appliance.announce(.down, .down)
        let first = try #require(await appliance.next())
        appliance.answerAtTheEnd(first, .accepted)
        appliance.work.cancel()
        // The stand-in ends its stream when it is stopped.
        let end = await appliance.next()
        #expect(end == nil)
        await appliance.work.value
        #expect(
            try await appliance.dispatcher.notices(device: appliance.phone.id, most: 1).first?.state == .sent
        )
    }
}
