import Core
import CoreSupport
import Testing
import WatchpostModel

@Suite("The outbox: leases, answers, dead letters")
struct OutboxTests {
    /// One phone, one realm down, ready to be leased.
    private func ready() async throws -> NoticeFixture {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        try await appliance.change([1], .down, .down)
        appliance.now = appliance.now.advanced(by: 20)
        try await appliance.fanOut()
        return appliance
    }

    @Test("a leased notice is not leased again until its lease is over, and then as a repeat")
    func lease() async throws {
        let appliance = try await ready()
        let first = try await appliance.lease(10, merging: false)
        #expect(first.map(\.isRepeat) == [false])
        #expect(
            try await appliance.lease(10, merging: false) == []
        )
        appliance.now = appliance.now.advanced(by: appliance.notices.rules.lease)
        let second = try await appliance.lease(10, merging: false)
        #expect(second.map(\.id) == first.map(\.id))
        #expect(second.map(\.isRepeat) == [true])
        #expect(second.map(\.attempts) == [2])
    }

    @Test("what a process that died had leased is sent again by the next one")
    func restart() async throws {
        let appliance = try await ready()
        _ = try await appliance.lease(10, merging: false)
        #expect(try await appliance.notices.resume() == [:])
        #expect(try await appliance.send().map(\.isRepeat) == [true])
    }

    @Test("a dead address is dropped, and told to nobody any more")
    func gone() async throws {
        let appliance = try await ready()
        let registered = appliance.now.advanced(by: -20).seconds * 1_000
        try await appliance.send(.gone(confirmedAtMilliseconds: registered + 1, reason: "Unregistered"))
        #expect(try await appliance.count("SELECT push_state FROM devices") == 2)
        try await appliance.change([2], .down, .down)
        #expect(try await appliance.deliver() == [])
    }

    @Test("an address that was registered after its death lives on")
    func registeredAgain() async throws {
        let appliance = try await ready()
        let registered = appliance.now.advanced(by: -20).seconds * 1_000
        try await appliance.send(.gone(confirmedAtMilliseconds: registered - 1, reason: "Unregistered"))
        #expect(try await appliance.count("SELECT push_state FROM devices") == 1)
        appliance.now = appliance.now.advanced(by: 2)
        #expect(try await appliance.send().count == 1)
    }

    @Test("an address that was registered after its death is kept, whatever the service repeats")
    func stubborn() async throws {
        let appliance = try await ready()
        let registered = appliance.now.advanced(by: -20).seconds * 1_000
        var tries = 0
        for _ in 0..<20 {
            let gone = DeliveryOutcome.gone(confirmedAtMilliseconds: registered, reason: "Unregistered")
            tries += try await appliance.send(gone).count
            appliance.now = appliance.now.advanced(by: 2)
        }
        #expect(tries == 3)
        #expect(try await appliance.count("SELECT push_state FROM devices") == 1)
        #expect(try await appliance.notices.deadLetters().count == 1)
    }

    @Test("the same address, named again while its notice was under way, is not blamed for the answer")
    func namedAgain() async throws {
        let appliance = try await ready()
        let leased = try await appliance.lease(10, merging: false)
        try await appliance.database.write("named again") { db throws(SQLiteError) in
            try db.execute("UPDATE devices SET address_at_ms = address_at_ms + 1")
        }
        try await appliance.settle(leased, .gone(confirmedAtMilliseconds: nil, reason: "HTTP 410"))
        #expect(try await appliance.count("SELECT push_state FROM devices") == 1)
    }

    @Test("the death of an address does not touch the one that came in its place")
    func replaced() async throws {
        let appliance = try await ready()
        let leased = try await appliance.lease(10, merging: false)
        try await appliance.database.write("new address") { db throws(SQLiteError) in
            try db.execute("UPDATE devices SET address_key = ?1", .blob([UInt8](repeating: 9, count: 32)))
        }
        try await appliance.settle(leased, .unusable(reason: "BadDeviceToken"))
        #expect(try await appliance.count("SELECT push_state FROM devices") == 1)
    }

    @Test("what is refused is a dead letter: listed, sent again, thrown away")
    func dead() async throws {
        let appliance = try await ready()
        try await appliance.send(.refused(reason: "PayloadTooLarge"))
        let letters = try await appliance.notices.deadLetters()
        #expect(letters.map(\.reason) == ["PayloadTooLarge"])
        #expect(letters.map(\.title) == ["Realm 1 is down"])
        let id = letters.first?.id ?? 0
        #expect(try await appliance.notices.replay(id, at: appliance.now))
        #expect(try await appliance.notices.replay(id, at: appliance.now) == false)
        try await appliance.send(.refused(reason: "again"))
        #expect(try await appliance.notices.discard(id))
        #expect(try await appliance.notices.deadLetters() == [])
    }

    @Test("unknown fates are tried eight times, with growing pauses")
    func unknown() async throws {
        let appliance = try await ready()
        var tries = 0
        for _ in 0..<400 {
            tries += try await appliance.send(.unknown(reason: "timeout")).count
            appliance.now = appliance.now.advanced(by: 30)
        }
        #expect(tries == 8)
        #expect(try await appliance.notices.deadLetters().count == 1)
    }

    @Test(
        "a held channel or service costs no attempt",
        arguments: [
            .channelHeld(after: .seconds(60), reason: "InvalidProviderToken"),
            .originHeld(after: .seconds(60), reason: "no route to host"),
        ] as [DeliveryOutcome]
    )
    func held(outcome: DeliveryOutcome) async throws {
        let appliance = try await ready()
        for _ in 0..<20 {
            #expect(try await appliance.send(outcome).count == 1)
            appliance.now = appliance.now.advanced(by: 75)
        }
        let sent = try await appliance.send()
        #expect(sent.map(\.attempts) == [1])
    }

    @Test("what is over by the end of quiet hours is never told")
    func overByMorning() async throws {
        let appliance = try await ready()
        try await appliance.database.write("quiet") { db throws(SQLiteError) in
            try db.execute("UPDATE devices SET zone = 'UTC', quiet_from = 0, quiet_to = 1439")
        }
        #expect(try await appliance.send() == [])
        try await appliance.change([1], .up, .up)
        try await appliance.fanOut()
        appliance.now = UnixTime(seconds: (appliance.now.seconds / 86_400 + 1) * 86_400 - 60)
        #expect(try await appliance.send() == [])
        #expect(try await appliance.count("SELECT count(*) FROM outbox WHERE state = 3") == 1)
    }

    @Test("dead letters are bounded in number, the newest stay")
    func deadLetters() async throws {
        var rules = NoticePolicy()
        rules.mostDead = 2
        rules.refill = 0
        let appliance = try await NoticeFixture(rules: rules)
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        for number in 0..<5 {
            try await appliance.change([number], .down, .down)
            appliance.now = appliance.now.advanced(by: 20)
            try await appliance.fanOut()
            try await appliance.send(.refused(reason: "\(number)"))
        }
        _ = try await appliance.notices.sweep(at: appliance.now)
        #expect(try await appliance.notices.deadLetters().map(\.reason) == ["4", "3"])
    }

    @Test("quiet hours hold a notice, which makes no sound after them")
    func quietHours() async throws {
        let appliance = try await ready()
        try await appliance.database.write("quiet") { db throws(SQLiteError) in
            try db.execute("UPDATE devices SET zone = 'UTC', quiet_from = 0, quiet_to = 1439")
        }
        #expect(try await appliance.send() == [])
        #expect(try await appliance.count("SELECT count(*) FROM outbox WHERE state = 0") == 1)
        appliance.now = UnixTime(seconds: (appliance.now.seconds / 86_400 + 1) * 86_400 - 60)
        #expect(try await appliance.send().map(\.notice.urgency) == [.passive])
    }

    @Test("the list of a phone holds its newest notices, and the sweep keeps it short")
    func sweep() async throws {
        var rules = NoticePolicy()
        rules.keptPerDevice = 3
        rules.daily = 1_000
        rules.refill = 0
        let appliance = try await NoticeFixture(rules: rules)
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: 0..<8)
        for _ in 0..<3 {
            try await appliance.change([1], .down, .down)
            try await appliance.deliver()
            try await appliance.change([1], .up, .up)
            try await appliance.deliver()
        }
        _ = try await appliance.notices.sweep(at: appliance.now)
        #expect(try await appliance.count("SELECT count(*) FROM outbox") == 3)
        let recent = try await appliance.notices.recent(device: phone.id, most: 50)
        #expect(recent.map(\.title) == ["Realm 1 is up", "Realm 1 is down", "Realm 1 is up"])
        #expect(recent.map(\.link) == Array(repeating: "/realms/eu/retail/realm-1", count: 3))
    }

    @Test(
        "what never left is named as it would have been, in the phone's language",
        arguments: [
            ("en-GB", ["EU: several realms", "Realm 1 is down"]),
            ("pl-PL", ["EU: kilka serwerów", "Realm 1 nie działa"]),
        ]
    )
    func unsent(locale: String, titles: [String]) async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: 0..<8, locale: locale)
        try await appliance.change([1], .down, .down)
        try await appliance.fanOut()
        try await appliance.outage(2..<8, over: false)
        try await appliance.fanOut()
        #expect(try await appliance.notices.recent(device: phone.id, most: 50).map(\.title) == titles)
    }
}
