import Core
import CoreSupport
import TestSupport
import Testing
import WatchpostModel

/// What phones show of realms: the last thing that arrived about each.
private struct Screens {
    private var down: Set<String> = []

    mutating func show(_ said: NoticeFixture.Said?) {
        guard let said else { return }
        for realm in said.realms {
            let place = "\(said.phone) \(realm)"
            if said.isDown { down.insert(place) } else { down.remove(place) }
        }
    }

    func isDown(_ phone: Int64, _ realm: String) -> Bool { down.contains("\(phone) \(realm)") }
}

@Suite("Invariants of notices under a hostile world")
struct NoticeInvariantTests {
    /// Those that found something once, and others.
    private static let seeds =
        ([136, 283, 471, 667] as [UInt64]).prefix(TestEffort.rounds(1))
        + SeededGenerator.seeds(TestEffort.rounds(1, most: 16), for: "storms of notices")

    @Test(
        "whatever fails, crashes or jumps: no notice contradicts the present, and in the end every phone shows it",
        arguments: seeds
    )
    func storm(seed: UInt64) async throws {
        var storm = try await Storm(seed: seed)
        for _ in 0..<TestEffort.rounds(50, most: 250) { try await storm.step() }
        try await storm.settleDown()
        try await storm.check()
    }
}

/// Twelve realms that go up and down, four phones, and push services that lose answers.
private struct Storm {
    private static let count = 12
    private let appliance: NoticeFixture
    private let seed: UInt64
    private var dice: SeededGenerator
    private var screens = Screens()
    /// Handed over, with the answers that will come.
    private var underWay: [(LeasedNotice, DeliveryOutcome)] = []

    init(seed: UInt64) async throws {
        var rules = NoticePolicy()
        rules.daily = 100_000
        rules.mostAttempts = 1_000
        appliance = try await NoticeFixture(rules: rules)
        self.seed = seed
        dice = SeededGenerator(seed: seed)
        try await appliance.place(0..<Storm.count)
        for number in 1...4 {
            let watched = (0..<Storm.count).filter { _ in Bool.random(using: &dice) } + [number]
            try await appliance.phone(number, watching: Set(watched).sorted())
        }
    }

    /// One thing that happens to the appliance.
    mutating func step() async throws {
        switch Int.random(in: 0..<11, using: &dice) {
        case 0, 1: try await change(.up, .down, .down, one: 4)
        case 2, 3: try await change(.down, .up, .up, one: 3)
        case 4: try await appliance.fanOut()
        case 5 where Int.random(in: 0..<3, using: &dice) == 0:
            // Killed and started again: nobody takes the answers.
            underWay = []
            _ = try await appliance.notices.resume()
        case 5: break
        case 6: appliance.now = appliance.now.advanced(by: Int64.random(in: -60...900, using: &dice))
        case 7: try await answer()
        default: try await lease()
        }
        appliance.now = appliance.now.advanced(by: Int64.random(in: 0...40, using: &dice))
    }

    /// About one in so many of the realms in a state changes.
    private mutating func change(
        _ from: RealmState,
        _ to: RealmState,
        _ word: RealmEventBody.Change,
        one: Int
    ) async throws {
        var numbers: [Int] = []
        for number in 0..<Storm.count where appliance.state(of: number) == from {
            if Int.random(in: 0..<one, using: &dice) == 0 { numbers.append(number) }
        }
        try await appliance.change(numbers, to, word)
    }

    private mutating func lease() async throws {
        let limit = Int.random(in: 1...6, using: &dice)
        let leased = try await appliance.lease(limit)
        for one in leased {
            expectTrue(one)
            try await send(one)
        }
    }

    /// What is accepted arrives, what is refused does not, and what gets no answer may; answers take their time.
    private mutating func send(_ one: LeasedNotice) async throws {
        let (outcome, arrives): (DeliveryOutcome?, Bool) =
            switch Int.random(in: 0..<8, using: &dice) {
            case 0...3: (.accepted, true)
            case 4: (.unknown(reason: "cut"), Bool.random(using: &dice))
            case 5: (nil, Bool.random(using: &dice))
            case 6: (.backOff(after: .seconds(30), reason: "429"), false)
            default: (.channelHeld(after: .seconds(10), reason: "breaker"), false)
            }
        if arrives { screens.show(try await appliance.said(one.id)) }
        guard let outcome else { return }
        let isSlow = Int.random(in: 0..<3, using: &dice) == 0
        if isSlow { underWay.append((one, outcome)) } else { try await appliance.settle([one], outcome) }
    }

    /// Slow answers come in any order, some after their leases have ended.
    private mutating func answer() async throws {
        underWay.shuffle(using: &dice)
        while let (one, outcome) = underWay.popLast() { try await appliance.settle([one], outcome) }
    }

    /// A single notice names its realm and what it says must be so at this instant.
    private func expectTrue(_ one: LeasedNotice) {
        for number in 0..<Storm.count {
            if one.notice.title == "Realm \(number) is down" {
                #expect(appliance.state(of: number) == .down, "seed \(seed)")
            } else if one.notice.title == "Realm \(number) is up" {
                #expect(appliance.state(of: number) == .up, "seed \(seed)")
            }
        }
    }

    /// The world holds still and everything works.
    mutating func settleDown() async throws {
        underWay = []
        _ = try await appliance.notices.resume()
        for _ in 0..<200 {
            try await appliance.fanOut()
            let leased = try await appliance.lease(100)
            for one in leased {
                screens.show(try await appliance.said(one.id))
                try await appliance.settle([one], .accepted)
            }
            appliance.now = appliance.now.advanced(by: 120)
        }
    }

    func check() async throws {
        #expect(try await appliance.count("SELECT count(*) FROM outbox WHERE state < 2") == 0, "seed \(seed)")
        #expect(try await appliance.count("SELECT count(*) FROM outbox WHERE state = 4") == 0, "seed \(seed)")
        #expect(try await appliance.count("SELECT count(*) FROM told WHERE sure = 0") == 0, "seed \(seed)")
        for (phone, realm, isDown) in try await appliance.watched() {
            #expect(screens.isDown(phone, realm) == isDown, "seed \(seed): phone \(phone), \(realm)")
        }
    }
}
