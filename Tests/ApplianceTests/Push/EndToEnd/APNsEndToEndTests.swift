import Testing
import TestSupport
import WatchpostModel

@testable import Appliance
@testable import SystemSupport
@testable import Push

@Suite(
    "Notices to APNs, as an APNs of others sees them",
    .enabled(if: PushSimulator.isInstalled, "make unit says where Python is"),
    .serialized,
    .timeLimit(.minutes(Patience.hungMinutes))
)
struct APNsEndToEndTests {
    @Test("hundreds of notices share one connection and one token, each arrives once")
    func oneConnection() async throws {
        let harness = try await PushHarness()
        try await harness.simulator.set("apns", #""delay": 0.02"#)
        let adapter = try harness.apns()
        // More than a connection takes at once.
        let count = TestEffort.rounds(200, most: 1_000)
        let outcomes = await harness.box.outcomes(try harness.phones(count), adapter)
        #expect(outcomes.count == count)
        #expect(outcomes.values.allSatisfy { $0 == [.accepted] })
        let summary = try await harness.simulator.summary()
        #expect(summary.connections == ["apns": 1])
        #expect(summary.protocols == ["h2": 1])
        #expect(summary.count == count)
        #expect(summary.tokens == 1)
        #expect(summary.refusedStreams == 0)
        #expect(summary.repeated == 0)
        let entry = try #require(try await harness.simulator.entries().last)
        #expect(entry.payload?.aps?.alert.title == "Kazzak is down")
        #expect(entry.headers["apns-push-type"] == "alert")
        #expect(entry.headers["accept"] == nil)
        #expect(entry.headers["expect"] == nil)
        adapter.stop()
    }

    @Test("every reason leads to its reaction")
    func reasons() async throws {
        let harness = try await PushHarness()
        let reasons = harness.simulator.addresses.reasons
        #expect(reasons.count == 33)
        for (index, reason) in reasons.enumerated() {
            // An adapter each: some reasons hold the channel on purpose.
            let adapter = try harness.apns()
            let digits = Hexadecimal.encode([UInt8(index)])
            let token = "fa17\(digits)" + String(repeating: "0", count: 58)
            let sent = try harness.delivery(index, token: token)
            let outcomes = await harness.box.outcomes([sent], adapter)
            let outcome = try #require(outcomes[Int64(index)]?.first)
            switch reason.word {
            case "Unregistered", "ExpiredToken":
                guard case .gone(let time?, reason.word) = outcome else {
                    Issue.record("\(reason.word): \(outcome)")
                    continue
                }
                // Milliseconds, not seconds.
                #expect(time > 1_000_000_000_000)
            case "BadDeviceToken", "DeviceTokenNotForTopic":
                #expect(outcome == .unusable(reason: reason.word))
            default:
                #expect(outcome.reason == reason.word)
                let takesToken =
                    switch outcome {
                    case .gone, .unusable: true
                    default: false
                    }
                #expect(!takesToken, "\(reason.word)")
            }
            adapter.stop()
        }
    }

    @Test("credentials that are refused hold the channel: the rest is not even sent")
    func held() async throws {
        let harness = try await PushHarness(clock: ClockSample(isStill: true).clock)
        try await harness.simulator.set("apns", #""status": 403, "reason": "InvalidProviderToken""#)
        let adapter = try harness.apns()
        let outcomes = await harness.box.outcomes(try harness.phones(200), adapter)
        #expect(outcomes.count == 200)
        for outcome in outcomes.values {
            guard case .channelHeld(let time, "InvalidProviderToken") = try #require(outcome.first) else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(time > .seconds(3_500))
        }
        #expect(try await harness.simulator.summary().count == 1)
        #expect(harness.box.lines.withLock { $0.count } == 1)
        adapter.stop()
    }

    @Test("an expired token is replaced on a new connection, once")
    func expired() async throws {
        let moments = ClockSample()
        let harness = try await PushHarness(clock: moments.clock)
        let adapter = try harness.apns()
        let first = await harness.box.outcomes(try harness.phones(1), adapter)
        #expect(first[0] == [.accepted])
        moments.advance(by: .seconds(1_300))
        try await harness.simulator.set(
            "apns",
            #""status": 403, "reason": "ExpiredProviderToken", "times": 1, "ahead": 1300"#
        )
        let second = await harness.box.outcomes(try harness.phones(1), adapter)
        #expect(second[0] == [.accepted])
        let summary = try await harness.simulator.summary()
        #expect(summary.connections == ["apns": 2])
        #expect(summary.tokens == 2)
        // Now it is fresh: if it is refused again, a clock is wrong, and no third one is made.
        try await harness.simulator.set(
            "apns",
            #""status": 403, "reason": "ExpiredProviderToken", "times": 0"#
        )
        let third = await harness.box.outcomes(try harness.phones(1), adapter)
        #expect(third[0] == [.channelHeld(after: .seconds(1_200), reason: "ExpiredProviderToken")])
        #expect(try await harness.simulator.summary().tokens == 2)
        adapter.stop()
    }

    @Test("a token from a clock that nothing vouches for is tried, and made again as soon as the clock jumps")
    func wrongClock() async throws {
        let moments = ClockSample(isStill: true)
        // The machine is up for long, and its clock was never set.
        moments.advance(by: .seconds(86_400))
        moments.set(behind: 86_400 + 3_700, .unvouched)
        let harness = try await PushHarness(clock: moments.clock)
        let adapter = try harness.apns()
        let first = await harness.box.outcomes(try harness.phones(1), adapter)
        #expect(first[0] == [.channelHeld(after: .seconds(60), reason: "ExpiredProviderToken")])
        let held = await harness.box.outcomes(try harness.phones(1), adapter)
        guard case .channelHeld(_, "ExpiredProviderToken") = held[0]?.first else {
            Issue.record("\(held)")
            return
        }
        #expect(try await harness.simulator.summary().count == 1)
        moments.set(behind: 86_400, .vouched)
        let second = await harness.box.outcomes(try harness.phones(1), adapter)
        #expect(second[0] == [.accepted])
        #expect(try await harness.simulator.summary().tokens == 2)
        adapter.stop()
    }

    @Test("where servers are ahead of the clock by an hour, APNs takes the notice, and the token serves on")
    func clockBehind() async throws {
        let moments = ClockSample(isStill: true)
        moments.set(behind: 3_700, .behind(3_700))
        let harness = try await PushHarness(clock: moments.clock)
        let adapter = try harness.apns()
        let first = await harness.box.outcomes(try harness.phones(1), adapter)
        #expect(first[0] == [.accepted])
        moments.set(behind: 0, .vouched)
        let second = await harness.box.outcomes(try harness.phones(1), adapter)
        #expect(second[0] == [.accepted])
        let summary = try await harness.simulator.summary()
        #expect(summary.tokens == 1)
        let expiration = try await harness.simulator.entries().first?.headers["apns-expiration"]
        let end = try #require(expiration.flatMap { Int64($0) })
        let now = try #require(moments.clock.now().wall)
        #expect((1_700...1_800).contains(end - now.seconds))
        adapter.stop()
    }

    @Test("a token of a development build is found at the developers' service, and remembered")
    func otherEnvironment() async throws {
        let harness = try await PushHarness()
        let adapter = try harness.apns()
        let token = "5a" + String(repeating: "1", count: 62)
        for round in 1...2 {
            let outcomes = await harness.box.outcomes([try harness.delivery(round, token: token)], adapter)
            #expect(outcomes[Int64(round)] == [.accepted])
        }
        let services = try await harness.simulator.entries().map(\.service)
        #expect(services == ["apns", "apns-sandbox", "apns-sandbox"])
        let unknown = await harness.box.outcomes(
            [try harness.delivery(3, token: "fa1701" + String(repeating: "0", count: 58))],
            adapter
        )
        #expect(unknown[3] == [.unusable(reason: "BadDeviceToken")])
        adapter.stop()
    }

    @Test("the token is kept over a restart")
    func restart() async throws {
        let harness = try await PushHarness()
        for _ in 0..<3 {
            let adapter = try harness.apns()
            let outcomes = await harness.box.outcomes(try harness.phones(1), adapter)
            #expect(outcomes[0] == [.accepted])
            adapter.stop()
        }
        #expect(try await harness.simulator.summary().tokens == 1)
        #expect(try BoundedFile.read("\(harness.folder)/apns-token.json", limit: 4_096).mode == 0o600)
    }

    @Test(
        "nothing is sent to an APNs of the wrong authority, or of another name",
        arguments: ["strange-authority", "other-name"]
    )
    func impostor(port: String) async throws {
        let harness = try await PushHarness()
        let adapter = try harness.apns(harness.reach(instead: ["api.push.apple.com": port]))
        let outcomes = await harness.box.outcomes(try harness.phones(3), adapter)
        for outcome in outcomes.values {
            guard case .channelHeld(_, let reason) = try #require(outcome.first) else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(reason.contains("certificate") || reason.contains("SSL"))
        }
        #expect(try await harness.simulator.summary().count == 0)
        adapter.stop()
    }

    @Test("a server without HTTP/2 is not taken for APNs")
    func oldServer() async throws {
        let harness = try await PushHarness()
        let adapter = try harness.apns(harness.reach(instead: ["api.push.apple.com": "apns-http1"]))
        let outcomes = await harness.box.outcomes(try harness.phones(20), adapter)
        for outcome in outcomes.values {
            guard case .channelHeld = try #require(outcome.first) else {
                Issue.record("\(outcome)")
                continue
            }
        }
        #expect(try await harness.simulator.summary().count <= 1)
        adapter.stop()
    }

    @Test("nothing is sent before the clock is right, and the channel waits")
    func clock() async throws {
        let harness = try await PushHarness(clock: SystemClock { .init(wall: nil, monotonic: .seconds(10)) })
        let adapter = try harness.apns()
        let outcomes = await harness.box.outcomes(try harness.phones(3), adapter)
        for outcome in outcomes.values {
            #expect(outcome == [.channelHeld(after: .seconds(60), reason: "the clock is not set yet")])
        }
        #expect(try await harness.simulator.summary().connections.isEmpty)
        adapter.stop()
    }

    @Test("after stop nothing is sent, and every ticket is answered")
    func stopped() async throws {
        let harness = try await PushHarness()
        try await harness.simulator.set("apns", #""black_hole": true"#)
        let adapter = try harness.apns()
        let phones = try harness.phones(50)
        async let outcomes = harness.box.outcomes(phones, adapter)
        #expect(try await becomesTrue { try await harness.simulator.summary().count > 0 })
        adapter.stop()
        let kinds = await outcomes
        #expect(kinds.count == 50)
        let unknown = kinds.values.filter {
            $0 == [.unknown(reason: "the box stopped before the answer")]
        }
        #expect(unknown.count == 1)
        #expect(kinds.values.filter { $0 == [.stopping] }.count == 49)
        let late = await harness.box.outcomes(try harness.phones(1), adapter)
        #expect(late[0] == [.stopping])
    }
}
