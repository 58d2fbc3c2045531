import Core
import SystemSupport
import TestSupport
import Testing

@testable import Appliance
@testable import Push

@Suite(
    "Notices to browsers, as push services and browsers of others see them",
    .enabled(if: PushSimulator.isInstalled, "make unit says where Python is"),
    .serialized,
    .timeLimit(.minutes(Patience.hungMinutes))
)
struct WebPushEndToEndTests {
    private static let hosts = [
        "web.push.apple.com", "fcm.googleapis.com", "updates.push.services.mozilla.com",
        "par02.notify.windows.com", "push.example.org",
    ]

    /// A browser of the simulator, registered as its page would do it.
    private func delivery(
        _ ticket: Int,
        _ harness: PushHarness,
        _ adapter: WebPushAdapter,
        host: String = "fcm.googleapis.com",
        kind: String = "201",
        serverKey: String? = nil
    ) async throws -> PushDelivery {
        let json = try await harness.simulator.subscribe(host: host, kind: kind, serverKey: serverKey)
        let address = try adapter.address(registering: json, atMilliseconds: 1)
        return PushDelivery(ticket: Int64(ticket), message: harness.message(ticket), address: address)
    }

    @Test("every service takes the message, and every browser can read it")
    func read() async throws {
        let harness = try await PushHarness()
        let adapter = try harness.webPush()
        var deliveries: [PushDelivery] = []
        for number in 0..<60 {
            let host = WebPushEndToEndTests.hosts[number % 5]
            let key = adapter.publicKey
            deliveries.append(try await delivery(number, harness, adapter, host: host, serverKey: key))
        }
        let outcomes = await harness.box.outcomes(deliveries, adapter)
        #expect(outcomes.count == 60)
        #expect(outcomes.values.allSatisfy { $0 == [.accepted] })
        let entries = try await harness.simulator.entries()
        #expect(Set(entries.compactMap { $0.payload?.notification?.body }).count == 60)
        #expect(entries.allSatisfy { $0.payload?.notification?.navigate == PushSamples.message.notice.link })
        #expect(entries.allSatisfy { $0.size == 615 })
        #expect(entries.allSatisfy { $0.headers["urgency"] == "high" && $0.headers["accept"] == nil })
        // One connection and one token for each service.
        let summary = try await harness.simulator.summary()
        #expect(summary.connections == ["webpush": 5])
        #expect(summary.tokens == 5)
        adapter.stop()
    }

    @Test(
        "answers lead to what they mean",
        arguments: [
            ("410", .gone(confirmedAtMilliseconds: nil, reason: "Made410")),
            ("404", .gone(confirmedAtMilliseconds: nil, reason: "Made404")),
            ("429", .backOff(after: .seconds(7), reason: "TooManyRequests")),
            ("500", .backOff(after: nil, reason: "Made500")),
            ("400", .refused(reason: "Made400")),
            ("redirect", .refused(reason: "redirect not followed (HTTP 307)")),
            ("big", .accepted), ("202", .accepted),
        ] as [(String, DeliveryOutcome)]
    )
    func answers(kind: String, outcome: DeliveryOutcome) async throws {
        let harness = try await PushHarness()
        let adapter = try harness.webPush()
        let outcomes = await harness.box.outcomes(
            [try await delivery(0, harness, adapter, kind: kind)],
            adapter
        )
        #expect(outcomes[0] == [outcome])
        #expect(try await harness.simulator.summary().count == 1)
        adapter.stop()
    }

    @Test("a service that does not answer holds up no other")
    func slow() async throws {
        let harness = try await PushHarness()
        // Longer than anything is waited for: it answers no more than a service that takes a year.
        let adapter = try harness.webPush(harness.reach(timeout: .seconds(300)))
        var deliveries = [try await delivery(0, harness, adapter, host: "web.push.apple.com", kind: "slow")]
        for number in 1...40 { deliveries.append(try await delivery(number, harness, adapter)) }
        let sent = deliveries
        async let answers = harness.box.outcomes(sent, adapter)
        #expect(await becomesTrue { harness.box.count == 40 })
        #expect(try await becomesTrue { try await harness.simulator.summary().count == 41 })
        adapter.stop()
        let outcomes = await answers
        #expect((1...40).allSatisfy { outcomes[$0] == [.accepted] })
        #expect(outcomes[0] == [.unknown(reason: "the box stopped before the answer")])
    }

    @Test("Apple is not asked without a contact, the others are")
    func noContact() async throws {
        let harness = try await PushHarness()
        let adapter = try harness.webPush(contact: nil)
        let apple = try await delivery(0, harness, adapter, host: "web.push.apple.com")
        let google = try await delivery(1, harness, adapter)
        let outcomes = await harness.box.outcomes([apple, google], adapter)
        #expect(outcomes[0] == [.originHeld(after: .seconds(3_600), reason: "NoContact")])
        #expect(outcomes[1] == [.accepted])
        adapter.stop()
    }

    @Test("nobody listens: the notices wait, and no attempt of theirs is used up")
    func nobody() async throws {
        let harness = try await PushHarness()
        var reach = harness.reach()
        reach.connectTo = ["fcm.googleapis.com:443:127.0.0.1:1"]
        let adapter = try harness.webPush(reach)
        for number in 0..<8 {
            let outcomes = await harness.box.outcomes([try await delivery(number, harness, adapter)], adapter)
            guard case .originHeld = try #require(outcomes[Int64(number)]?.first) else {
                Issue.record("\(outcomes)")
                continue
            }
        }
        adapter.stop()
    }

    @Test("a subscription made for another key is one phone's trouble")
    func otherKey() async throws {
        let harness = try await PushHarness()
        let adapter = try harness.webPush()
        let stranger = Base64URL.encode(try P256PrivateKey().point)
        let bad = try await delivery(0, harness, adapter, host: "web.push.apple.com", serverKey: stranger)
        let good = try await delivery(1, harness, adapter, host: "web.push.apple.com")
        let first = await harness.box.outcomes([bad], adapter)
        #expect(first[0] == [.unusable(reason: "VapidPkHashMismatch")])
        let second = await harness.box.outcomes([good], adapter)
        #expect(second[1] == [.accepted])
        adapter.stop()
    }

    @Test("an old service is sent to over HTTP/1.1, one after the other")
    func oldService() async throws {
        let harness = try await PushHarness()
        let adapter = try harness.webPush(harness.reach(instead: ["push.example.org": "webpush-http1"]))
        var deliveries: [PushDelivery] = []
        for number in 0..<20 {
            deliveries.append(try await delivery(number, harness, adapter, host: "push.example.org"))
        }
        let outcomes = await harness.box.outcomes(deliveries, adapter)
        #expect(outcomes.values.allSatisfy { $0 == [.accepted] })
        #expect(try await harness.simulator.summary().connections == ["webpush-http1": 1])
        adapter.stop()
    }

    /// `localhost` and the like resolve at once; what a name resolves to in private is what an attacker controls.
    @Test("a name that leads into the private network is never connected to")
    func rebinding() async throws {
        let harness = try await PushHarness()
        var reach = harness.reach()
        // Not exempt: another loopback address than the one a test may use, by the same name.
        reach.connectTo = [
            "fcm.googleapis.com:443:localhost:\(harness.simulator.addresses.ports["fcm.googleapis.com"] ?? 0)"
        ]
        let adapter = try harness.webPush(reach)
        let outcomes = await harness.box.outcomes([try await delivery(0, harness, adapter)], adapter)
        #expect(
            outcomes[0] == [.originHeld(after: .seconds(30), reason: "the host is inside a private network")]
        )
        #expect(try await harness.simulator.summary().connections.isEmpty)
        adapter.stop()
    }

    @Test("hundreds of notices to one service are encrypted and sent over one connection")
    func many() async throws {
        let harness = try await PushHarness()
        let adapter = try harness.webPush()
        let sample = try await delivery(0, harness, adapter)
        let deliveries = (0..<TestEffort.rounds(200, most: 1_000)).map { number in
            var delivery = sample
            delivery.ticket = Int64(number)
            return delivery
        }
        let outcomes = await harness.box.outcomes(deliveries, adapter)
        #expect(outcomes.values.allSatisfy { $0 == [.accepted] })
        #expect(try await harness.simulator.summary().connections == ["webpush": 1])
        adapter.stop()
    }
}
