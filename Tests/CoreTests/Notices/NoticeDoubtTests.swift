import Core
import CoreSupport
import Testing
import WatchpostModel

private let retail = RealmFeed(region: .eu, flavour: .retail)

@Suite("News that may be over")
struct NoticeDoubtTests {
    @Test("after eight hours without power nothing is told before the realms have been looked at")
    func powerCut() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        try await appliance.change([1, 2], .down, .down)
        try await appliance.fanOut()
        appliance.now = appliance.now.advanced(by: 8 * 3_600)
        _ = try await appliance.notices.resume()
        #expect(try await appliance.send(doubted: [retail]) == [])
        // The first look finds one of them up, which the second will confirm; the other is still down.
        try await appliance.place([1], .recovering)
        try await appliance.notices.wakeDoubtful(at: appliance.now)
        #expect(try await appliance.send().map(\.notice.title) == ["Realm 2 is down"])
        try await appliance.change([1], .up, .up)
        appliance.now = appliance.now.advanced(by: 20)
        try await appliance.fanOut()
        #expect(try await appliance.send() == [])
    }

    @Test("a source that never answers again is waited for until nobody wants to know")
    func forEver() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        try await appliance.change([1], .down, .down)
        try await appliance.fanOut()
        for _ in 0..<28 {
            #expect(try await appliance.send(doubted: [retail]) == [])
            #expect(try await appliance.count("SELECT count(*) FROM outbox WHERE state = 0") == 1)
            appliance.now = appliance.now.advanced(by: 86_400)
        }
        #expect(try await appliance.send(doubted: [retail]) == [])
        #expect(try await appliance.count("SELECT count(*) FROM outbox WHERE state = 0") == 0)
    }

    @Test("another flavour's or region's silence holds nothing up")
    func others() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        try await appliance.change([1], .down, .down)
        appliance.now = appliance.now.advanced(by: 20)
        try await appliance.fanOut()
        let silent: Set = [
            RealmFeed(region: .us, flavour: .retail),
            RealmFeed(region: .eu, flavour: GameFlavour("classic")),
        ]
        #expect(try await appliance.send(doubted: silent).count == 1)
    }

    @Test("a source is believed a moment after it answers, and not while it is silent")
    func trust() {
        var trust = SourceTrust()
        #expect(trust.doubted(at: .zero) == [])
        trust.saw(retail, isFresh: false, at: .seconds(1))
        #expect(trust.doubted(at: .seconds(1_000)) == [retail])
        trust.saw(retail, isFresh: true, at: .seconds(1_000))
        trust.saw(retail, isFresh: true, at: .seconds(1_004))
        #expect(trust.doubted(at: .seconds(1_004)) == [retail])
        #expect(trust.doubted(at: .seconds(1_005)) == [])
        trust.saw(retail, isFresh: false, at: .seconds(1_006))
        #expect(trust.doubted(at: .seconds(1_006)) == [retail])
    }
}
