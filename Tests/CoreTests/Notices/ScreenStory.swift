import Core
import CoreSupport
import TestSupport
import Testing
import WatchpostModel

/// Ten realms, four phones, and a world in which everything goes wrong that can, in an order that a seed decides.
struct ScreenStory {
    private static let count = 10
    private let appliance: NoticeFixture
    private let seed: UInt64
    private var dice: SeededGenerator
    /// By the address to which the messages go.
    private var screens: [String: NoticeScreen] = [:]
    private var watched: [String: [Int]] = [:]
    private var queues: Set<Int> = []
    private var slow: [(LeasedNotice, DeliveryOutcome)] = []

    init(seed: UInt64) async throws {
        var rules = NoticePolicy()
        rules.daily = 100_000
        rules.mostAttempts = 1_000
        appliance = try await NoticeFixture(rules: rules)
        self.seed = seed
        dice = SeededGenerator(seed: seed)
        try await appliance.place(0..<ScreenStory.count)
        let kinds: [WatchKinds] = [.standard, [.status, .maintenance], .standard, [.status, .queue]]
        for (index, kinds) in kinds.enumerated() {
            let number = index + 1
            var numbers: [Int] = []
            for realm in 0..<ScreenStory.count where realm == number || Bool.random(using: &dice) {
                numbers.append(realm)
            }
            try await appliance.phone(number, watching: numbers, kinds: kinds)
            screens["phone \(number)"] = NoticeScreen()
            watched["phone \(number)"] = numbers
        }
    }

    /// One thing that happens.
    mutating func step() async throws {
        switch Int.random(in: 0..<16, using: &dice) {
        case 0, 1, 2: try await change(.up, to: .down, .down)
        case 3, 4, 5: try await change(.down, to: .up, .up)
        case 6: try await change(.up, to: .maintenance, .maintenance)
        case 7: try await change(.maintenance, to: dice.one(in: 4) ? .down : .up, nil)
        case 8: try await changeQueues()
        case 9: wander()
        case 10: try await disturb()
        case 11: try await answer()
        case 12: try await appliance.fanOut()
        default: try await lease()
        }
        appliance.now = appliance.now.advanced(by: Int64.random(in: 0...90, using: &dice))
    }

    /// Any number of the realms in a state change, told one by one or as an outage.
    private mutating func change(_ from: RealmState, to: RealmState, _ word: RealmEventBody.Change?)
        async throws
    {
        let share = Int.random(in: 1...5, using: &dice)
        var numbers: [Int] = []
        for number in 0..<ScreenStory.count where appliance.state(of: number) == from && dice.one(in: share) {
            numbers.append(number)
        }
        guard !numbers.isEmpty else { return }
        for number in numbers where queues.remove(number) != nil {
            try await appliance.change([number], from, .queueEnded)
        }
        if Bool.random(using: &dice) {
            try await appliance.outage(numbers, over: to == .up, maintenance: to == .maintenance)
        } else {
            try await appliance.change(numbers, to, word ?? (to == .up ? .up : .down))
        }
    }

    private mutating func changeQueues() async throws {
        for number in 0..<ScreenStory.count where appliance.state(of: number) == .up && dice.one(in: 4) {
            let begins = !queues.contains(number)
            if begins { queues.insert(number) } else { queues.remove(number) }
            try await appliance.change([number], .up, begins ? .queueStarted : .queueEnded, queue: begins)
        }
    }

    /// Phones go away and come back.
    private mutating func wander() {
        for name in screens.keys.sorted() where dice.one(in: 3) {
            guard var screen = screens[name] else { continue }
            if screen.isOnline { screen.goAway() } else { screen.comeBack(at: appliance.now) }
            screens[name] = screen
        }
    }

    /// The box is killed, everything is dark for hours, or addresses die and are given again.
    private mutating func disturb() async throws {
        switch Int.random(in: 0..<4, using: &dice) {
        case 0:
            slow = []
            _ = try await appliance.notices.resume()
        case 1: appliance.now = appliance.now.advanced(by: Int64.random(in: 600...40_000, using: &dice))
        case 2: try await appliance.setPush(dice.one(in: 2) ? 2 : 1, of: ["phone 1", "phone 2", "phone 3"])
        default: _ = try await appliance.notices.sweep(at: appliance.now)
        }
    }

    private mutating func lease() async throws {
        let limit = Int.random(in: 1...6, using: &dice)
        for one in try await appliance.lease(limit) {
            try await send(one)
        }
    }

    /// What is accepted arrives; what gets no answer may; a refusal is for ends and beginnings only, which are mended.
    private mutating func send(_ one: LeasedNotice) async throws {
        let (outcome, arrives): (DeliveryOutcome?, Bool) =
            switch Int.random(in: 0..<9, using: &dice) {
            case 0...3: (.accepted, true)
            case 4: (.unknown(reason: "cut"), Bool.random(using: &dice))
            case 5: (nil, Bool.random(using: &dice))
            case 6: (.backOff(after: .seconds(30), reason: "429"), false)
            case 7 where one.notice.title.hasSuffix("up"): (.refused(reason: "BadMessageId"), false)
            default:
                (
                    .channelHeld(after: .seconds(Int64.random(in: 1...9_000, using: &dice)), reason: "held"),
                    false
                )
            }
        if arrives { screens[one.address]?.take(one.notice) }
        guard let outcome else { return }
        if dice.one(in: 3) { slow.append((one, outcome)) } else { try await appliance.settle([one], outcome) }
    }

    private mutating func answer() async throws {
        slow.shuffle(using: &dice)
        while let (one, outcome) = slow.popLast() { try await appliance.settle([one], outcome) }
    }

    /// The world holds still, and everything works, for five days.
    mutating func settleDown() async throws {
        slow = []
        for number in 0..<ScreenStory.count where appliance.state(of: number) == .maintenance {
            let isUp = Bool.random(using: &dice)
            try await appliance.change([number], isUp ? .up : .down, isUp ? .up : .down)
        }
        try await appliance.setPush(1)
        _ = try await appliance.notices.resume()
        for _ in 0..<120 {
            _ = try await appliance.notices.sweep(at: appliance.now)
            try await appliance.fanOut()
            for one in try await appliance.lease(100) {
                screens[one.address]?.take(one.notice)
                try await appliance.settle([one], .accepted)
            }
            appliance.now = appliance.now.advanced(by: 3_600)
        }
        for name in screens.keys { screens[name]?.comeBack(at: appliance.now) }
    }

    /// Reads every screen, and asks of each word whether it is so.
    func check() async throws {
        #expect(try await appliance.count("SELECT count(*) FROM outbox WHERE state < 2") == 0, "seed \(seed)")
        #expect(try await appliance.count("SELECT count(*) FROM told WHERE sure = 0") == 0, "seed \(seed)")
        for (phone, screen) in screens {
            var claimed = 0
            for notice in screen.shown.values {
                let claims = NoticeClaims(notice)
                let place = "seed \(seed), \(phone): \(notice.title) / \(notice.body)"
                #expect(claims.unread.isEmpty, "\(place)")
                for name in claims.down { #expect(state(name) == .down, "\(place)") }
                for name in claims.up { #expect(state(name) != .down, "\(place)") }
                for name in claims.queued { #expect(hasQueue(name), "\(place)") }
                for name in claims.free { #expect(!hasQueue(name), "\(place)") }
                claimed += claims.downCount
            }
            let down = (watched[phone] ?? []).filter { appliance.state(of: $0) == .down }
            #expect(
                claimed == down.count,
                "seed \(seed), \(phone): \(screen.shown.values.map(\.title)), \(down)"
            )
        }
    }

    private func number(_ name: String) -> Int { Int(name.split(separator: " ").last ?? "") ?? -1 }
    private func state(_ name: String) -> RealmState { appliance.state(of: number(name)) }
    private func hasQueue(_ name: String) -> Bool { queues.contains(number(name)) }
}
