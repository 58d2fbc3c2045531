import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import Serving
@testable import SystemSupport

@Suite("Timelines for strangers", .serialized)
struct TimelineRouteTests {
    /// A server whose timelines are counted as they are worked out, and for which no time passes: a slow machine would
    /// fill the strangers' budget between two questions.
    private static func fixture(_ made: Locked<Int>, gate: Gate? = nil) throws -> APIFixture {
        let fixture = try APIFixture(instead: [TimelineRoute(now: { .zero }).route], gate: gate)
        let usual = try APIFixture.rotations.get()
        let modes = ["pubs", "ranked"].map { key in
            var mode = usual.list.modes[0]
            mode.mode = key
            return mode
        }
        fixture.publisher.publish(
            rotations: PublishedRotations(
                usual.snapshot,
                list: RotationListBody(source: "", modes: modes),
                legacy: [:]
            ) { modes, hours in
                made.withLock { $0 += 1 }
                return usual.timeline(modes, hours)
            }
        )
        return fixture
    }

    private func ask(_ client: RawClient, hours: Int, from outside: Bool) async -> RawClient.Answer? {
        let headers = outside ? ["Via: 1.1 elsewhere"] : []
        return await client.request(
            "GET",
            "/v1/timeline?modes=pubs&hours=\(hours)",
            body: nil,
            headers: headers
        )
    }

    @Test("strangers get twenty unusual timelines at once and ten a second, all of them together")
    func budget() throws {
        let now = Locked(Duration.zero)
        let route = TimelineRoute(now: { now.withLock { $0 } })
        for _ in 0..<20 { try route.take() }
        #expect(throws: Problem.self) { try route.take() }
        now.withLock { $0 = .milliseconds(100) }
        try route.take()
        #expect(throws: Problem.self) { try route.take() }
    }

    @Test(
        "endlessly different questions from outside are worked out a few a second, usual ones and those from home go on"
    )
    func bounded() async throws {
        let made = Locked(0)
        let fixture = try Self.fixture(made)
        let client = try fixture.client()
        var refused = 0
        for hours in 73...160 {
            let answer = try #require(await ask(client, hours: hours, from: true))
            #expect([200, 429].contains(answer.status))
            guard answer.status == 429 else { continue }
            refused += 1
            #expect(answer.headers["retry-after"] == "1")
            #expect(answer.text.contains("too-often"))
        }
        #expect(refused == 68)
        #expect(made.withLock { $0 } == 20)
        for hours in [12, 24, 48, 72, 168, 336] {
            #expect(await ask(client, hours: hours, from: true)?.status == 200)
        }
        let before = made.withLock { $0 }
        for hours in 73...160 { #expect(await ask(client, hours: hours, from: false)?.status == 200) }
        #expect(made.withLock { $0 } == before + 88)
    }

    @Test(
        "who was known once takes from the strangers' budget, who is known now does not",
        arguments: [(.zero, true), (.seconds(900), false)] as [(Duration, Bool)]
    )
    func aged(_ age: Duration, isCounted: Bool) async throws {
        let known = KnownIdentities(IdentityCache(age: age))
        let credential = PersonalFixture.credential(1)
        let hash = try #require(Credential(credential)).hash
        let id = String(credential.prefix(22))
        let identity = DeviceIdentity(id: 1, install: id, secretHash: [], person: 1, isAdministrator: false)
        known.keep(.device(identity), hash, since: known.version, at: .zero)
        let made = Locked(0)
        let fixture = try Self.fixture(made, gate: Gate(identities: known, now: { .zero }))
        let client = try fixture.client()
        let headers = ["Via: 1.1 elsewhere", "Authorization: Bearer \(credential)"]
        var refused = 0
        for hours in 73...160 {
            let path = "/v1/timeline?modes=pubs&hours=\(hours)"
            let answer = try #require(await client.request("GET", path, body: nil, headers: headers))
            if answer.status == 429 { refused += 1 }
        }
        #expect(refused == (isCounted ? 68 : 0))
        #expect(made.withLock { $0 } == 88 - refused)
    }

    @Test("a usual question is worked out once, also when its body was dropped from the cache that all share")
    func once() async throws {
        let made = Locked(0)
        let fixture = try Self.fixture(made)
        let client = try fixture.client()
        for _ in 0..<5 {
            #expect(await ask(client, hours: 24, from: true)?.status == 200)
            fixture.publisher.changed(.rotations)
        }
        #expect(made.withLock { $0 } == 1)
    }

    @Test("answers of both kinds have tags that are told 304")
    func tags() async throws {
        let fixture = try Self.fixture(Locked(0))
        let client = try fixture.client()
        for hours in [24, 25] {
            let tag = try #require(await ask(client, hours: hours, from: false)?.headers["etag"])
            let path = "/v1/timeline?modes=pubs&hours=\(hours)"
            let again = await client.request("GET", path, body: nil, headers: ["If-None-Match: \(tag)"])
            #expect(again?.status == 304)
        }
    }

    @Test("with many modes only all of them, and each alone, are usual: at most 90 answers are kept")
    func usual() {
        for all in 1...32 {
            var kept = 0
            let subsets = all <= 4 ? (1 << all) - 1 : all + 1
            for hours in 1...336 where TimelineRoute.isUsual(all, of: all, hours: hours) { kept += subsets }
            #expect(kept <= 90 && kept > 0)
            if all > 4 { #expect(!TimelineRoute.isUsual(2, of: all, hours: 24)) }
        }
    }
}
