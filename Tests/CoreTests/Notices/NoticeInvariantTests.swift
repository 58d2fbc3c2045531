import Core
import Testing
import WatchpostModel

/// Numbers from a seed (SplitMix64), so that a failure can be run again.
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite("Invariants of notices under a hostile world")
struct NoticeInvariantTests {
    @Test(
        "whatever fails, crashes or jumps: no notice contradicts the present, and in the end every phone knows it",
        arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as [UInt64]
    )
    func storm(seed: UInt64) async throws {
        var rules = NoticeRules()
        rules.daily = 100_000
        rules.mostAttempts = 1_000
        let house = try await NoticeFixture(rules: rules)
        var dice = Dice(state: seed)
        let count = 12
        try await house.place(0..<count)
        for number in 1...4 {
            let watched = (0..<count).filter { _ in Bool.random(using: &dice) } + [number]
            try await house.phone(number, watching: Set(watched).sorted())
        }
        for _ in 0..<250 { try await step(house, count, &dice, seed) }
        try await settleDown(house)
        try await check(house, seed)
    }

    /// One thing that happens to the house.
    private func step(_ house: NoticeFixture, _ count: Int, _ dice: inout Dice, _ seed: UInt64) async throws {
        switch Int.random(in: 0..<10, using: &dice) {
        case 0, 1:
            let down = (0..<count).filter {
                house.state(of: $0) == .up && Int.random(in: 0..<4, using: &dice) == 0
            }
            try await house.change(down, .down, .down)
        case 2, 3:
            let up = (0..<count).filter {
                house.state(of: $0) == .down && Int.random(in: 0..<3, using: &dice) == 0
            }
            try await house.change(up, .up, .up)
        case 4: try await house.fanOut()
        case 5: _ = try await house.notices.resume()
        case 6: house.now = house.now.advanced(by: Int64.random(in: -60...900, using: &dice))
        default:
            let limit = Int.random(in: 1...6, using: &dice)
            let leased = try await house.notices.lease(
                limit,
                channel: "webpush",
                merging: true,
                at: house.now
            )
            for one in leased { expectTrue(one, house, seed) }
            let answers: [DeliveryOutcome] = [
                .accepted, .accepted, .accepted, .unknown(reason: "cut"),
                .backOff(after: .seconds(30), reason: "429"),
                .channelHeld(after: .seconds(10), reason: "breaker"),
            ]
            for one in leased where Int.random(in: 0..<8, using: &dice) > 0 {
                try await house.settle([one], answers[Int.random(in: 0..<answers.count, using: &dice)])
            }
        }
        house.now = house.now.advanced(by: Int64.random(in: 0...40, using: &dice))
    }

    /// A single notice names its realm and what it says must be so at this instant.
    private func expectTrue(_ one: LeasedNotice, _ house: NoticeFixture, _ seed: UInt64) {
        for number in 0..<12 {
            if one.notice.title == "Realm \(number) is down" {
                #expect(house.state(of: number) == .down, "seed \(seed)")
            } else if one.notice.title == "Realm \(number) is up" {
                #expect(house.state(of: number) == .up, "seed \(seed)")
            }
        }
    }

    /// The world holds still and everything works.
    private func settleDown(_ house: NoticeFixture) async throws {
        _ = try await house.notices.resume()
        for _ in 0..<200 {
            try await house.fanOut()
            try await house.send()
            house.now = house.now.advanced(by: 120)
        }
    }

    private func check(_ house: NoticeFixture, _ seed: UInt64) async throws {
        #expect(try await house.count("SELECT count(*) FROM outbox WHERE state < 2") == 0, "seed \(seed)")
        #expect(try await house.count("SELECT count(*) FROM outbox WHERE state = 4") == 0, "seed \(seed)")
        let untold = try await house.count(
            """
            SELECT count(*) FROM watched_realms w JOIN devices d ON d.person = w.person
            JOIN realms r ON r.region = w.region AND r.flavour || '/' || r.slug = w.realm
            LEFT JOIN told t ON t.device = d.id AND t.region = w.region AND t.realm = w.realm
            WHERE (r.state = 'down') <> (t.device IS NOT NULL)
            """
        )
        #expect(untold == 0, "seed \(seed)")
    }
}
