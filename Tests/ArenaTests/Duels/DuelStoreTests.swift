import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Duels in the file")
struct DuelStoreTests {
    private let noon = ArenaFixture.noon
    private let day: Int64 = 86_400

    @Test("a challenge, its answer and its end, told to whom they concern")
    func whole() async throws {
        let fixture = try await DuelFixture(players: 3) { $0.unit = "pts" }
        let code = try await fixture.challenge(1, 2, goal: 100, at: noon)
        #expect(try await fixture.words(code) == "waiting -:-")
        #expect(try await fixture.takeNews() == ["102 challenged challenged"])
        try await fixture.submit(60, of: 1, at: noon.advanced(by: 1))
        try await fixture.act(.accept, code, 2, at: noon.advanced(by: 2))
        #expect(try await fixture.takeNews() == ["102 challenged ", "101 answered accepted"])
        #expect(try await fixture.words(code) == "running -:-", "what came before does not count")
        for (score, player) in [(50, 1), (40, 2), (30, 1), (70, 3)] as [(Int64, Int64)] {
            try await fixture.submit(score, of: player, at: noon.advanced(by: 3))
        }
        #expect(try await fixture.words(code) == "running 50:40")
        #expect(try await fixture.takeNews() == [])
        try await fixture.submit(100, of: 2, at: noon.advanced(by: 4))
        #expect(try await fixture.words(code) == "opponent goal 50:100")
        #expect(try await fixture.takeNews() == ["101 answered ", "101 decided goal", "102 decided goal"])
        try await fixture.submit(900, of: 1, at: noon.advanced(by: 5))
        #expect(try await fixture.words(code) == "opponent goal 50:100")
        let view = try await fixture.view(code)
        #expect(
            view.game == "snake" && view.players.creator?.name == "Player1" && view.text.text(5) == "5 pts"
        )
    }

    @Test(
        "what news say: the other's name, both scores as the board writes them, how it ended for each, and where it stands"
    )
    func contents() async throws {
        let fixture = try await DuelFixture(players: 2) { $0.format = .decimals(2) }
        let code = try await fixture.begin(1, 2, goal: 9_900, at: noon)
        try await fixture.submit(1_250, of: 1, at: noon)
        let challenged = try await payloads(fixture).joined()
        #expect(challenged.contains(#""goal":"99.00""#) && !challenged.contains(#""gap""#), "\(challenged)")
        _ = try await fixture.takeNews()
        try await fixture.act(.giveUp, code, 1, at: noon.advanced(by: 1))
        let payloads = try await payloads(fixture)
        let first = try #require(payloads.first)
        for part in [
            "d:\(code) ", #""player":"Player2""#, #""mine":"12.50""#, #""outcome":"lost""#,
            #""board":"level-1""#,
            #""game":"Snake""#, "duels", code,
        ] { #expect(first.contains(part), "\(part) in \(first)") }
        #expect(payloads.last?.contains(#""theirs":"12.50""#) == true)
        #expect(payloads.last?.contains(#""outcome":"won""#) == true)
    }

    @Test(
        "who is behind near the end is told by how much, as the board writes it",
        arguments: [(750, true), (nil, false)] as [(Int64?, Bool)]
    )
    func behind(theirs: Int64?, hasGap: Bool) async throws {
        let fixture = try await DuelFixture(players: 2) { $0.format = .decimals(2) }
        _ = try await fixture.begin(1, 2, seconds: 3_600, at: noon)
        try await fixture.submit(1_250, of: 1, at: noon)
        if let theirs { try await fixture.submit(theirs, of: 2, at: noon) }
        _ = try await fixture.takeNews()
        let due = noon.advanced(by: 2_700)
        _ = try await fixture.duels.decideDue(at: due, most: 9, then: fixture.following)
        let told = try await payloads(fixture)
        #expect(told.count == 1 && told.first?.contains(#""theirs":"12.50""#) == true, "\(told)")
        #expect(told.first?.contains(#""gap":"5.00""#) == hasGap && told.first?.contains(#""goal""#) == false)
    }

    /// What is told: subject, version, content and end of each.
    private func payloads(_ fixture: DuelFixture) async throws -> [String] {
        try await fixture.arena.database.read("news") { db throws(SQLiteError) in
            try db.rows("SELECT subject, version, payload, expires_at FROM news WHERE word <> '' ORDER BY id")
            {
                row throws(SQLiteError) in
                "\(try row.text(0)) \(try row.integer(1)) \(try row.text(2)) \(try row.integer(3))"
            }
        }
    }

    @Test("the same key is the same duel, another content is refused, and another player's key is its own")
    func keys() async throws {
        let fixture = try await DuelFixture(players: 3)
        let wish = fixture.wish(1, 2, goal: 5)
        guard case .made(let first) = try await fixture.create(wish, at: noon) else {
            Issue.record("not made")
            return
        }
        #expect(try await fixture.create(wish, at: noon.advanced(by: 9)) == .repeated(first))
        #expect(try await fixture.takeNews() == ["102 challenged challenged"], "told once")
        let changes: [(inout DuelStore.Wish) -> Void] = [
            { $0.goal = 6 }, { $0.goal = nil }, { $0.seconds += 1 }, { $0.opponent = fixture.code(of: 3) },
            { $0.board = "level-2" }, { $0.game = "chess" },
        ]
        for change in changes {
            var other = wish
            change(&other)
            #expect(try await fixture.create(other, at: noon) == .otherContent)
        }
        var others = wish
        (others.creator, others.opponent) = (3, fixture.code(of: 2))
        guard case .made = try await fixture.create(others, at: noon) else {
            Issue.record("another player's key was taken")
            return
        }
    }

    @Test(
        "friends alone: nobody else, nobody who blocks, not oneself; and what the board and the game do not take"
    )
    func refusals() async throws {
        let fixture = try await DuelFixture(players: 4) { ($0.low, $0.high) = (0, 100) }
        try await fixture.arena.database.write("pairs") { db throws(SQLiteError) in
            try db.execute("UPDATE friends SET type = 1 WHERE low = 1 AND high = 2")
            try db.execute("UPDATE friends SET blocked = 2 WHERE low = 1 AND high = 3")
        }
        var unknown = fixture.wish(1, 4)
        unknown.opponent = "nobody"
        let cases: [(DuelStore.Wish, DuelStore.Created)] = [
            (fixture.wish(1, 1), .isSelf), (fixture.wish(1, 2), .notFriend), (fixture.wish(1, 3), .notFriend),
            (fixture.wish(3, 1), .notFriend), (unknown, .notFriend),
            (fixture.wish(1, 4, seconds: 3_599), .badSeconds), (fixture.wish(1, 4, seconds: 0), .badSeconds),
            (fixture.wish(1, 4, seconds: .min), .badSeconds),
            (fixture.wish(1, 4, seconds: .max), .badSeconds),
            (fixture.wish(1, 4, seconds: 30 * day + 1), .badSeconds),
            (fixture.wish(1, 4, goal: 101), .goalOutOfBounds),
            (fixture.wish(1, 4, goal: -1), .goalOutOfBounds),
        ]
        for (wish, expected) in cases { #expect(try await fixture.create(wish, at: noon) == expected) }
        for change in [
            { $0.game = "chess" }, { $0.board = "level-9" },
        ] as [(inout DuelStore.Wish) -> Void] {
            var wish = fixture.wish(1, 4)
            change(&wish)
            let created = try await fixture.create(wish, at: noon)
            #expect(created == .noGame || created == .noBoard)
        }
        #expect(try await fixture.news().isEmpty)
        for seconds in [3_600, 30 * day] {
            _ = try await fixture.challenge(1, 4, goal: 100, seconds: seconds, at: noon)
        }
        _ = try await fixture.arena.games.close("snake", at: noon)
        #expect(try await fixture.create(fixture.wish(1, 4), at: noon) == .closedGame)
    }

    @Test("a goal beyond what sums take is none")
    func sums() async throws {
        let fixture = try await DuelFixture(players: 2) { $0.counts = .sum }
        let most = ArenaRules.largestSummand
        #expect(try await fixture.create(fixture.wish(1, 2, goal: most + 1), at: noon) == .goalOutOfBounds)
        #expect(try await fixture.create(fixture.wish(1, 2, goal: .min), at: noon) == .goalOutOfBounds)
        let code = try await fixture.begin(1, 2, goal: 10, at: noon)
        try await fixture.submit(6, of: 1, at: noon)
        try await fixture.submit(6, of: 1, at: noon)
        #expect(try await fixture.words(code) == "running 6:-", "each score counts by itself")
    }

    @Test("twenty that wait or run, of either side; what is over, or due, takes no place")
    func full() async throws {
        let fixture = try await DuelFixture(players: 3)
        var codes: [String] = []
        for _ in 0..<10 { codes.append(try await fixture.challenge(1, 2, at: noon)) }
        for _ in 0..<10 { codes.append(try await fixture.begin(2, 1, seconds: 3_600, at: noon)) }
        let (news, duels) = (try await fixture.news(), try await fixture.count())
        #expect(try await fixture.create(fixture.wish(1, 3), at: noon) == .full(isOwn: true))
        #expect(try await fixture.create(fixture.wish(3, 2), at: noon) == .full(isOwn: false))
        #expect(duels == 20)
        #expect(try await fixture.count() == duels, "nothing is stored")
        #expect(try await fixture.news() == news, "nobody is told")
        try await fixture.act(.decline, codes[0], 2, at: noon)
        codes.append(try await fixture.challenge(1, 3, at: noon))
        #expect(try await fixture.create(fixture.wish(1, 3), at: noon) == .full(isOwn: true))
        _ = try await fixture.challenge(1, 3, at: noon.advanced(by: 3_600))
        #expect(try await fixture.words(codes[15]) == "void nobody -:-", "decided on the way")
    }

    @Test("outsiders have no duel, whatever they ask; sides may do what is theirs")
    func outsiders() async throws {
        let fixture = try await DuelFixture(players: 3)
        let code = try await fixture.challenge(1, 2, at: noon)
        for action in DuelStore.Action.allCases {
            #expect(try await fixture.act(action, code, 3, at: noon) == .unknown)
        }
        #expect(try await fixture.duels.duel(code, of: 3, at: noon) == .unknown)
        #expect(
            try await fixture.duels.rematch(
                code,
                by: 3,
                code: fixture.arena.code(99),
                at: noon,
                then: { _ in }
            ) == nil
        )
        let list = try await fixture.duels.list(.waiting, of: 3, after: nil, most: 5, at: noon)
        #expect(list == .found(DuelStore.Page(duels: [], next: nil)))
        #expect(try await fixture.duels.list(.waiting, of: 3, after: code, most: 5, at: noon) == .unknown)
        guard case .refused = try await fixture.act(.accept, code, 1, at: noon) else {
            Issue.record("who asks answers")
            return
        }
        guard case .done(let view) = try await fixture.act(.accept, code, 2, at: noon),
            case .done(let again) = try await fixture.act(.accept, code, 2, at: noon.advanced(by: 60))
        else {
            Issue.record("not accepted")
            return
        }
        #expect(view == again, "a lost answer is repeated")
    }

    @Test("a rematch is the same duel once more, once; crossed ones are one")
    func rematch() async throws {
        let fixture = try await DuelFixture(players: 2)
        let code = try await fixture.begin(1, 2, goal: 7, at: noon)
        try await fixture.act(.giveUp, code, 1, at: noon)
        func ask(_ player: Int64, _ number: UInt64) async throws -> DuelStore.Created? {
            try await fixture.duels.rematch(
                code,
                by: player,
                code: fixture.arena.code(number),
                at: noon,
                then: { _ in }
            )
        }
        guard case .made(let view) = try await ask(2, 901) else {
            Issue.record("not made")
            return
        }
        #expect(view.rematchOf == code && view.duel.terms.goal == 7 && view.record.players.creator == 2)
        #expect(try await ask(2, 902) == .repeated(view))
        #expect(try await ask(1, 903) == .repeated(view))
    }

    @Test(
        "what waits or runs is asked for once more when it is over, and nothing is stored before; what is due is over"
    )
    func rematchTooEarly() async throws {
        let fixture = try await DuelFixture(players: 2)
        let waiting = try await fixture.challenge(1, 2, at: noon)
        let running = try await fixture.begin(1, 2, seconds: 3_600, at: noon)
        _ = try await fixture.takeNews()
        func ask(_ code: String, _ player: Int64, at now: UnixTime) async throws -> DuelStore.Created? {
            try await fixture.duels.rematch(
                code,
                by: player,
                code: fixture.arena.code(901),
                at: now,
                then: fixture.following
            )
        }
        for code in [waiting, running] {
            let view = try await fixture.view(code)
            for player in [1, 2] as [Int64] {
                #expect(try await ask(code, player, at: noon.advanced(by: 3_599)) == .notOver(view))
            }
            #expect(try await fixture.view(code) == view)
        }
        #expect(try await fixture.takeNews() == [])
        guard case .made(let view) = try await ask(running, 2, at: noon.advanced(by: 3_600)) else {
            Issue.record("not made")
            return
        }
        #expect(view.rematchOf == running)
        #expect(try await fixture.words(running) == "void nobody -:-", "decided on the way")
    }
}
