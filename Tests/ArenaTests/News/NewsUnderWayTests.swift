import Testing

@testable import Arena
@testable import Core

@Suite("News that a push service has not answered yet")
struct NewsUnderWayTests {
    @Test(
        "a player who is deleted while a notice of it is under way is named nowhere, whatever becomes of that one"
    )
    func unnamedUnderWay() async throws {
        for outcome in [DeliveryOutcome.accepted, .unknown(reason: "no answer")] {
            let fixture = try await NewsFixture()
            let jan = fixture.players[1]
            try await fixture.put(fixture.news(name: jan.name))
            try await fixture.relay()
            let leased = try await fixture.state.lease(9)
            #expect(leased.count == 1)
            try await fixture.arena.players.remove(jan.id)
            try await fixture.relay()
            try await fixture.state.settle(leased, outcome)
            let named = """
                SELECT count(*) FROM outbox WHERE payload LIKE '%\(jan.name)%' OR title LIKE '%\(jan.name)%'
                    OR body LIKE '%\(jan.name)%'
                """
            #expect(try await fixture.state.count(named) == 0)
        }
    }

    /// How far notices have come.
    enum Stage: CaseIterable, Sendable {
        case waiting, underWay, sent
    }

    @Test(
        "the code of a deleted player stands in no row of the outbox, however far its notices had come",
        arguments: Stage.allCases
    )
    func uncoded(stage: Stage) async throws {
        let fixture = try await NewsFixture(players: 3)
        try await fixture.wantPassed()
        let jan = fixture.players[1]
        let about = News.subject(ofPlayer: jan.code)
        for phone in [0, 2] {
            for kind in [NewsKind.invited, .invited, .accepted] {
                try await fixture.put(
                    fixture.news(kind, about: about, word: "told", name: jan.name),
                    to: phone
                )
            }
            let passed = fixture.news(.passed, about: "b:s/1", word: News.word(by: jan.code), name: jan.name)
            try await fixture.put(passed, to: phone)
        }
        try await fixture.relay()
        #expect(try await fixture.coded(jan) == 8)
        let leased = stage == .waiting ? [] : try await fixture.state.lease(9)
        if stage == .sent { try await fixture.state.settle(leased, .accepted) }
        #expect(stage == .waiting || !leased.isEmpty)
        try await fixture.arena.players.remove(jan.id)
        for isKilled in [true, false] { try await fixture.relay(isKilled: isKilled) }
        #expect(try await fixture.coded(jan) == 0)
        if stage == .underWay { try await fixture.state.settle(leased, .unknown(reason: "no answer")) }
        fixture.state.now = fixture.state.now.advanced(by: 600)
        #expect(try await fixture.sent() == [])
        #expect(try await fixture.coded(jan) == 0)
        #expect(try await fixture.state.count("SELECT count(*) FROM outbox") == 8, "they are told apart")
    }
}
