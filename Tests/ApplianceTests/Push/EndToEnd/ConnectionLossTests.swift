import Testing
import TestSupport

@testable import Appliance
@testable import Push

@Suite(
    "Connections to APNs that are lost",
    .enabled(if: PushSimulator.isInstalled, "make unit says where Python is"),
    .serialized,
    .timeLimit(.minutes(Patience.hungMinutes))
)
struct ConnectionLossTests {
    /// Sends until all are accepted, as the outbox does: what is unknown or told to wait goes again.
    ///
    /// Gives the rounds it took; everything else than waiting is an issue.
    private func insist(_ deliveries: [PushDelivery], _ harness: PushHarness, _ adapter: APNsAdapter)
        async throws
        -> Int
    {
        var open = deliveries
        for round in 1...40 {
            let outcomes = await harness.box.outcomes(open, adapter)
            #expect(outcomes.count == open.count)
            #expect(outcomes.values.allSatisfy { $0.count == 1 })
            open = open.filter { delivery in
                switch outcomes[delivery.ticket]?.first {
                case .accepted: return false
                case .unknown, .channelHeld, .backOff: return true
                case let other:
                    Issue.record("\(String(describing: other))")
                    return false
                }
            }
            if open.isEmpty { return round }
            // The breaker's half minute is not what this test is about.
            if round == 40 { Issue.record("\(open.count) were never accepted") }
        }
        return 40
    }

    @Test("a server that says good-bye after every 100 gets all 500, over few connections")
    func graceful() async throws {
        let harness = try await PushHarness()
        try await harness.simulator.set("apns", #""goaway_after": 100, "delay": 0.005"#)
        let adapter = try harness.apns()
        _ = try await insist(try harness.phones(500), harness, adapter)
        let summary = try await harness.simulator.summary()
        #expect(summary.statuses["200"] ?? 0 >= 500)
        #expect(summary.connections["apns"] ?? 0 <= 14)
        #expect(summary.refusedStreams == 0)
        adapter.stop()
    }

    /// Lost answers cannot be told from lost requests: those few arrive twice, with the same id.
    @Test(
        "a server that breaks off gets all, and few twice",
        arguments: ["goaway_abrupt_after", "drop_after"]
    )
    func abrupt(fault: String) async throws {
        let harness = try await PushHarness()
        try await harness.simulator.set("apns", #""\#(fault)": 120, "delay": 0.005"#)
        let adapter = try harness.apns()
        _ = try await insist(try harness.phones(300), harness, adapter)
        let summary = try await harness.simulator.summary()
        #expect(summary.connections["apns"] ?? 0 <= 12)
        #expect(summary.refusedStreams == 0)
        let ids = Set(try await harness.simulator.entries().compactMap { $0.headers["apns-id"] })
        #expect(ids.count == 300)
        adapter.stop()
    }

    @Test("a black hole costs one time limit, leaves nothing hanging, and is left for a new connection")
    func blackHole() async throws {
        // Time stands until all are lost: on a connection that has rested one would be tried alone.
        let moments = ClockSample(isStill: true)
        let harness = try await PushHarness(clock: moments.clock)
        // This test waits for the limit itself, so that it is shorter than where it only guards.
        let adapter = try harness.apns(harness.reach(timeout: Patience.time / 4))
        let first = await harness.box.outcomes(try harness.phones(150), adapter)
        #expect(first.values.allSatisfy { $0 == [.accepted] })
        try await harness.simulator.set("apns", #""black_hole": true"#)
        // One after the other they would take longer than any test may.
        let lost = await harness.box.outcomes(try harness.phones(100), adapter)
        #expect(lost.count == 100)
        #expect(try await harness.simulator.summary().count == 250, "each was asked for once")
        for outcome in lost.values {
            guard case .unknown = try #require(outcome.first) else {
                Issue.record("\(outcome)")
                continue
            }
        }
        moments.go()
        try await harness.simulator.set("apns", #""black_hole": false"#)
        _ = try await insist(try harness.phones(100), harness, adapter)
        #expect(try await harness.simulator.summary().connections["apns"] ?? 0 >= 2)
        adapter.stop()
    }

    @Test("a server in trouble is left alone after five failures in a row")
    func breaker() async throws {
        let harness = try await PushHarness(clock: ClockSample(isStill: true).clock)
        try await harness.simulator.set("apns", #""status": 503, "reason": "ServiceUnavailable""#)
        let adapter = try harness.apns()
        var held = 0
        for round in 0..<8 {
            let outcomes = await harness.box.outcomes([try harness.delivery(round, token: "00")], adapter)
            if case .channelHeld(let time, _) = try #require(outcomes[Int64(round)]?.first) {
                held += 1
                #expect(time <= .seconds(30))
            }
        }
        #expect(held == 3)
        #expect(try await harness.simulator.summary().count == 5)
        adapter.stop()
    }

    @Test("nobody listens: the notices wait, none is thought to be sent")
    func nobody() async throws {
        let harness = try await PushHarness()
        var reach = harness.reach()
        reach.connectTo = ["api.push.apple.com:443:127.0.0.1:1"]
        let adapter = try harness.apns(reach)
        let outcomes = await harness.box.outcomes(try harness.phones(20), adapter)
        for outcome in outcomes.values {
            guard case .channelHeld = try #require(outcome.first) else {
                Issue.record("\(outcome)")
                continue
            }
        }
        adapter.stop()
    }

    @Test("a service that shuts down is asked once more at a new connection")
    func shutdown() async throws {
        let harness = try await PushHarness()
        try await harness.simulator.set("apns", #""status": 503, "reason": "Shutdown", "times": 1"#)
        let adapter = try harness.apns()
        let outcomes = await harness.box.outcomes(try harness.phones(10), adapter)
        #expect(outcomes.values.allSatisfy { $0 == [.accepted] })
        #expect(try await harness.simulator.summary().connections == ["apns": 2])
        adapter.stop()
    }

    @Test(
        "answers that are no JSON, or none at all, are judged by their status",
        arguments: ["", "<html>", "{", "[1]"]
    )
    func strange(body: String) async throws {
        let harness = try await PushHarness()
        try await harness.simulator.set("apns", #""status": 410, "reason": "x", "body": "\#(body)""#)
        let adapter = try harness.apns()
        let outcomes = await harness.box.outcomes(try harness.phones(1), adapter)
        #expect(outcomes[0] == [.gone(confirmedAtMilliseconds: nil, reason: "HTTP 410")])
        adapter.stop()
    }
}
