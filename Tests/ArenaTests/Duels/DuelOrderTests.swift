import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("The order in which a duel was played")
struct DuelOrderTests {
    private let noon = ArenaFixture.noon

    private func turn(_ fixture: DuelFixture, ascending: Bool, season: Int64, at now: UnixTime) async throws {
        let seasons = SeasonStore(database: fixture.arena.database)
        let rules = BoardOrdering(isAscending: ascending, counts: .best)
        _ = try await seasons.change("level-1", of: "snake", season: season, .next(rules), at: now) { _ in }
    }

    /// A duel that ends, by scores of both.
    private func played(
        _ fixture: DuelFixture,
        _ creator: Int64?,
        _ opponent: Int64?,
        goal: Int64? = nil,
        gaveUp: Int64? = nil,
        at now: UnixTime
    ) async throws -> String {
        let code = try await fixture.begin(1, 2, goal: goal, seconds: 3_600, at: now)
        if let creator { try await fixture.submit(creator, of: 1, at: now) }
        if let opponent { try await fixture.submit(opponent, of: 2, at: now) }
        if let gaveUp { try await fixture.act(.giveUp, code, gaveUp, at: now) }
        _ = try await fixture.duels.decideDue(
            at: now.advanced(by: 3_600),
            most: 9,
            then: fixture.following
        )
        return code
    }

    @Test("a board that counts the other way round since changes nothing of who was ahead")
    func turned() async throws {
        let fixture = try await DuelFixture(players: 2)
        var codes: [String] = []
        for (number, scores) in ([[9, 5], [5, 9], [5, 5], [5, nil], [nil, 5]] as [[Int64?]]).enumerated() {
            let now = noon.advanced(by: Int64(number) * 7_200)
            codes.append(try await played(fixture, scores[0], scores[1], at: now))
        }
        let late = noon.advanced(by: 40_000)
        codes.append(try await played(fixture, 3, 9, goal: 9, at: late))
        // Who gave up was ahead.
        codes.append(try await played(fixture, 9, 5, gaveUp: 1, at: late.advanced(by: 7_200)))
        let leaders: [DuelSide?] = [.creator, .opponent, nil, .creator, .opponent, .opponent, .creator]
        for (code, leader) in zip(codes, leaders) {
            #expect(try await fixture.view(code).duel.leader == leader)
        }
        try await turn(fixture, ascending: true, season: 0, at: late.advanced(by: 20_000))
        for (code, leader) in zip(codes, leaders).dropLast() {
            #expect(try await fixture.view(code).duel.leader == leader, "\(code)")
        }
        for code in [codes[0], codes[1], codes[5]] {
            #expect(try await !fixture.view(code).duel.terms.isAscending)
        }
        #expect(try await fixture.view(codes[6]).duel.leader == nil, "nothing says it any more")
        let next = try await played(fixture, 9, 5, at: late.advanced(by: 30_000))
        #expect(try await fixture.words(next) == "opponent better 9:5")
        #expect(try await fixture.view(next).duel.leader == .opponent)
        let gaveUp = try await played(fixture, 9, 5, gaveUp: 2, at: late.advanced(by: 40_000))
        #expect(try await fixture.view(gaveUp).duel.leader == .opponent, "the board still counts as then")
    }
}
