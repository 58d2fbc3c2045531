import Core
import Testing
import TestSupport
import WatchpostModel

@testable import Appliance
@testable import SystemSupport
@testable import Push

/// A dispatcher with phones of several push services, which are the simulator's.
private struct ManyPhones {
    let harness: PushHarness
    let dispatcher: NoticeDispatcher
    private let adapter: WebPushAdapter
    private let devices: DeviceStore
    private let realms: RealmStore

    init() async throws {
        harness = try await PushHarness()
        let clock = harness.clock
        let now = clock.now().wall ?? UnixTime(seconds: 0)
        let database = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: now)
            .database
        var rules = NoticePolicy()
        rules.groupWait = 0
        let inbox = NoticeInbox(box: 7)
        adapter = try harness.webPush(
            // Longer than it is looked at: a service that never answers is asked for one notice, and not for the next.
            harness.reach(timeout: .seconds(300)),
            outlets: PushOutlets(answers: { inbox.answer($0) })
        )
        dispatcher = NoticeDispatcher(
            store: NoticeStore(database: database, rules: rules, topics: Feature.all.topics),
            adapters: [adapter],
            inbox: inbox,
            publicURL: nil,
            boxName: { "box.local" },
            clock: clock,
            liveness: LivenessRegistry(clock: clock),
            log: .standardError(clock: clock, environment: [:])
        )
        devices = DeviceStore(database: database, participants: Feature.all.participants(Feature.all.topics))
        realms = RealmStore(database: database, participants: NoticeTables.announcing)
    }

    /// Registers a phone as its app does, which watches the realm that goes down.
    func phone(_ number: Int, host: String, kind: String) async throws {
        let json = try await harness.simulator.subscribe(host: host, kind: kind)
        let address = try adapter.address(registering: json, atMilliseconds: 1)
        let registration = DeviceRegistration(
            install: "\(number)".padding(22),
            secretHash: [UInt8](repeating: 1, count: 32),
            profile: DeviceProfile(name: nil, locale: "en-GB", zone: "UTC"),
            address: .set(
                DeviceAddress(
                    channel: address.channel,
                    service: address.service,
                    text: address.text,
                    key: address.key,
                    registeredAtMilliseconds: address.registeredAtMilliseconds
                )
            ),
            at: harness.clock.now().wall ?? UnixTime(seconds: 0)
        )
        guard case .registered(let record) = try await devices.put(registration, isSameSecret: { $0 == $1 })
        else { throw PushAddressRefusal(words: "phone \(number) was there already") }
        try await devices.watchKazzak(record.person)
    }

    func goDown() async throws {
        let now = harness.clock.now().wall ?? UnixTime(seconds: 0)
        dispatcher.changed([try await realms.commitKazzak(.down, .down, at: now)])
    }
}

extension String {
    fileprivate func padding(_ length: Int) -> String {
        String(repeating: "A", count: length - utf8.count) + self
    }
}

@Suite(
    "A push service that takes requests and never answers",
    .enabled(if: PushSimulator.isInstalled, "make unit says where Python is"),
    .serialized,
    .timeLimit(.minutes(Patience.hungMinutes))
)
struct StuckServiceTests {
    /// Its phones registered first, and are more than the channel ever has under way.
    @Test("holds up no phone of another service, and is asked once")
    func stuck() async throws {
        let phones = try await ManyPhones()
        let window = WebPushAdapter.mostInFlight * 2
        for number in 0..<TestEffort.size(window + 12, most: 400) {
            try await phones.phone(number, host: "web.push.apple.com", kind: "slow")
        }
        for number in 400..<440 {
            try await phones.phone(number, host: "fcm.googleapis.com", kind: "201")
        }
        let task = Task { await phones.dispatcher.run() }
        try await phones.goDown()
        var asked: [String: Int] = [:]
        let isThrough = try await becomesTrue {
            asked = Dictionary(grouping: try await phones.harness.simulator.entries()) { entry in
                String(entry.path.split(separator: "/").first ?? "")
            }.mapValues(\.count)
            return asked["201"] == 40
        }
        #expect(isThrough)
        #expect(asked["slow", default: 0] <= 1)
        #expect(try await phones.harness.simulator.summary().connections["webpush", default: 0] <= 2)
        task.cancel()
        await task.value
    }
}

@Suite(
    "Subscriptions that strangers made for another key",
    .enabled(if: PushSimulator.isInstalled, "make unit says where Python is"),
    .serialized,
    .timeLimit(.minutes(Patience.hungMinutes))
)
struct StrangersKeyTests {
    private func deliveries(
        _ numbers: Range<Int>,
        _ kind: String,
        _ harness: PushHarness,
        _ adapter: WebPushAdapter,
        isTest: Bool = false
    ) async throws -> [PushDelivery] {
        var found: [PushDelivery] = []
        for number in numbers {
            let json = try await harness.simulator.subscribe(host: "fcm.googleapis.com", kind: kind)
            let address = try adapter.address(registering: json, atMilliseconds: 1)
            found.append(
                PushDelivery(
                    ticket: Int64(number),
                    message: harness.message(number),
                    address: address,
                    isTest: isTest
                )
            )
        }
        return found
    }

    @Test("mute nobody, whether they ask for tests or wait for notices", arguments: [true, false])
    func muted(isTest: Bool) async throws {
        let harness = try await PushHarness()
        let adapter = try harness.webPush()
        let strange = try await deliveries(0..<20, "403", harness, adapter, isTest: isTest)
        _ = await harness.box.outcomes(strange, adapter)
        let good = await harness.box.outcomes(
            try await deliveries(20..<25, "201", harness, adapter),
            adapter
        )
        #expect(good.values.allSatisfy { $0 == [.accepted] })
        // And again when the service has worked.
        _ = await harness.box.outcomes(strange, adapter)
        let again = await harness.box.outcomes(
            try await deliveries(25..<30, "201", harness, adapter),
            adapter
        )
        #expect(again.values.allSatisfy { $0 == [.accepted] })
        #expect(harness.box.lines.withLock { $0 } == [])
        adapter.stop()
    }

    @Test("a test that the service cannot take says nothing about the service", arguments: ["500", "404"])
    func failingTests(kind: String) async throws {
        let harness = try await PushHarness()
        let adapter = try harness.webPush()
        let tests = try await deliveries(0..<20, kind, harness, adapter, isTest: true)
        let outcomes = await harness.box.outcomes(tests, adapter)
        // A test's own answer is believed, however many others say the same: it is about one phone.
        if kind == "404" {
            let gone = DeliveryOutcome.gone(confirmedAtMilliseconds: nil, reason: "Made404")
            #expect(outcomes.values.allSatisfy { $0 == [gone] })
        }
        let good = await harness.box.outcomes(
            try await deliveries(20..<25, "201", harness, adapter),
            adapter
        )
        #expect(good.values.allSatisfy { $0 == [.accepted] })
        #expect(harness.box.lines.withLock { $0 } == [])
        adapter.stop()
    }

    @Test(
        "a service that refuses three phones that it served is left alone for a minute, and then tried with one"
    )
    func held() async throws {
        let sample = ClockSample(isStill: true)
        let harness = try await PushHarness(clock: sample.clock)
        let adapter = try harness.webPush()
        let phones = try await deliveries(0..<6, "201", harness, adapter)
        let first = await harness.box.outcomes(phones, adapter)
        #expect(first.values.allSatisfy { $0 == [.accepted] })
        try await harness.simulator.set("webpush", #""status": 403, "reason": "Forbidden""#)
        let before = try await harness.simulator.summary().count
        let refused = await harness.box.outcomes(phones, adapter)
        #expect(
            refused.values.count {
                if case .originHeld(_, "Forbidden") = $0[0] { true } else { false }
            } >= 1
        )
        #expect(try await harness.simulator.summary().count > before)
        // Held: nothing is asked.
        let held = try await harness.simulator.summary().count
        _ = await harness.box.outcomes(phones, adapter)
        #expect(try await harness.simulator.summary().count == held)
        // A minute later it still refuses, and hears of one phone alone.
        sample.advance(by: .seconds(61))
        let probed = await harness.box.outcomes(phones, adapter)
        #expect(probed.values.allSatisfy { $0 != [.accepted] })
        #expect(try await harness.simulator.summary().count == held + 1)
        sample.advance(by: .seconds(61))
        try await harness.simulator.set("webpush", #""status": 0"#)
        let good = await harness.box.outcomes(phones, adapter)
        #expect(good.values.allSatisfy { $0 == [.accepted] })
        adapter.stop()
    }
}
