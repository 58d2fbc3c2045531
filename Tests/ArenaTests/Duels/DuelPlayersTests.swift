import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Duels and what becomes of their players, games and boards")
struct DuelPlayersTests {
    private let noon = ArenaFixture.noon

    /// One that waits, one that runs and one that is over, of two players.
    private func three(_ fixture: DuelFixture, _ one: Int64 = 1, _ other: Int64 = 2) async throws -> [String]
    {
        var codes = [try await fixture.challenge(one, other, at: noon)]
        codes.append(try await fixture.begin(one, other, at: noon))
        codes.append(try await fixture.begin(one, other, at: noon))
        try await fixture.act(.giveUp, codes[2], other, at: noon)
        _ = try await fixture.takeNews()
        return codes
    }

    private func words(_ fixture: DuelFixture, _ codes: [String]) async throws -> [String] {
        var words: [String] = []
        for code in codes { words.append(try await fixture.words(code)) }
        return words
    }

    @Test(
        "a deleted player: the other side keeps its duels, and is told of the one that ran",
        arguments: [1, 2] as [Int64]
    )
    func removed(player: Int64) async throws {
        let fixture = try await DuelFixture(players: 2)
        let codes = try await three(fixture)
        try await fixture.arena.players.remove(player, at: noon, then: { _ in }, duels: fixture.following)
        #expect(
            try await words(fixture, codes) == ["void removed -:-", "void removed -:-", "creator gaveUp -:-"]
        )
        let view = try await fixture.view(codes[1])
        let (gone, stays): (DuelSide, DuelSide) = player == 1 ? (.creator, .opponent) : (.opponent, .creator)
        #expect(view.players[gone] == nil && view.players[stays] != nil)
        #expect(
            try await fixture.news().filter { $0.contains("decided") } == ["\(103 - player) decided removed"]
        )
        try await fixture.arena.players.remove(3 - player, at: noon)
        for code in codes { #expect(try await fixture.find(code) == nil, "nobody is left") }
    }

    @Test(
        "friends no more: what waits is void, what runs goes on; blocked, both are void, and nobody is told"
    )
    func pairs() async throws {
        for block in [false, true] {
            let fixture = try await DuelFixture(players: 3)
            let codes = try await three(fixture, 2, 1)
            let others = try await three(fixture, 1, 3)
            let now = noon
            _ = try await fixture.arena.database.write("pair") { db throws(SQLiteError) in
                try DuelTable.pairEnded(1, 2, block: block, at: now, db)
            }
            let expected =
                block
                ? ["void blocked -:-", "void blocked -:-", "creator gaveUp -:-"]
                : ["void unfriended -:-", "running -:-", "creator gaveUp -:-"]
            #expect(try await words(fixture, codes) == expected)
            #expect(try await words(fixture, others) == ["waiting -:-", "running -:-", "creator gaveUp -:-"])
            let words = try await fixture.news().filter { !$0.contains(" * ") }
            #expect(words == (block ? ["101 challenged ", "102 answered "] : ["101 challenged "]))
        }
    }

    @Test(
        "a closed game, and a board that counts the other way round: what waits or runs is void",
        arguments: [false, true]
    )
    func closed(isGame: Bool) async throws {
        let fixture = try await DuelFixture(players: 2)
        let codes = try await three(fixture)
        fixture.changes.withLock { $0 = DuelChanges() }
        if isGame {
            #expect(
                try await fixture.arena.games.close("snake", at: noon, then: {}, duels: fixture.following)
            )
        } else {
            let seasons = SeasonStore(database: fixture.arena.database)
            let rules = BoardOrdering(isAscending: true, counts: .best)
            _ = try await seasons.change(
                "level-1",
                of: "snake",
                season: 0,
                .next(rules),
                at: noon,
                then: { _ in },
                duels: fixture.following
            )
        }
        let changes = fixture.changes.withLock { $0 }
        #expect(changes.players == [1, 2] && changes.hasNews, "whoever follows hears of it")
        #expect(
            try await words(fixture, codes) == ["void closed -:-", "void closed -:-", "creator gaveUp -:-"]
        )
        #expect(
            try await fixture.news() == [
                "102 challenged ", "101 answered ", "101 decided closed", "102 decided closed",
            ]
        )
    }

    @Test("another operator is no end of a duel, and hiding decides it as ever")
    func otherOperator() async throws {
        let fixture = try await DuelFixture(players: 2)
        let code = try await fixture.begin(1, 2, at: noon)
        let first = try await fixture.submit(9, of: 1, at: noon)
        try await fixture.submit(5, of: 1, at: noon)
        let seasons = SeasonStore(database: fixture.arena.database)
        let rules = BoardOrdering(isAscending: false, counts: .sum)
        _ = try await seasons.change("level-1", of: "snake", season: 0, .next(rules), at: noon) { _ in }
        #expect(try await fixture.words(code) == "running 9:-")
        try await fixture.judge(first, counts: false, at: noon)
        #expect(try await fixture.words(code) == "running 5:-")
    }

    @Test("one player of two: sides move, what they had with each other is void, and results of both count")
    func merged() async throws {
        let fixture = try await DuelFixture(players: 3)
        let own = try await three(fixture, 1, 2)
        let others = try await three(fixture, 1, 3)
        let kept = try await fixture.begin(3, 2, at: noon)
        try await fixture.submit(9, of: 1, at: noon)
        try await fixture.submit(5, of: 2, at: noon)
        #expect(try await fixture.words(kept) == "running -:5")
        _ = try await fixture.takeNews()
        let now = noon
        let changes = try await fixture.arena.database.write("merge") { db throws(SQLiteError) in
            let recount = try DuelRecount(merging: 1, into: 2, db)
            try db.execute("UPDATE installs SET player = 2 WHERE player = 1")
            return try DuelTable.merged(1, into: 2, recount, nil, at: now, db)
        }
        #expect(changes.players.isSuperset(of: [2, 3]))
        #expect(
            try await words(fixture, own) == ["void merged -:-", "void merged 9:5", "creator gaveUp -:-"]
        )
        #expect(try await words(fixture, others) == ["waiting -:-", "running 9:-", "creator gaveUp -:-"])
        #expect(try await fixture.words(kept) == "running -:9")
        #expect(try await fixture.view(others[1]).record.players.creator == 2)
        #expect(try await fixture.news() == ["102 challenged ", "101 answered "])
    }

    @Test("two keys that are the same are no obstacle to becoming one player")
    func sameKeys() async throws {
        let fixture = try await DuelFixture(players: 3)
        var wish = fixture.wish(1, 3)
        guard case .made = try await fixture.create(wish, at: noon) else { return }
        wish.creator = 2
        guard case .made = try await fixture.create(wish, at: noon) else {
            Issue.record("not made")
            return
        }
        let now = noon
        _ = try await fixture.arena.database.write("merge") { db throws(SQLiteError) in
            try DuelTable.merged(1, into: 2, DuelRecount(merging: 1, into: 2, db), nil, at: now, db)
        }
        guard
            case .found(let page) = try await fixture.duels.list(
                .waiting,
                of: 2,
                after: nil,
                most: 9,
                at: noon
            )
        else {
            Issue.record("no list")
            return
        }
        #expect(page.duels.count == 2)
    }

    @Test("a player whose person ended, and two persons that became one")
    func persons() async throws {
        let fixture = try await DuelFixture(players: 4)
        let code = try await fixture.begin(1, 2, at: noon)
        let moved = try await fixture.begin(3, 2, at: noon)
        let cursor = PersonLogCursor(era: 1, sequence: 2)
        let entries = [
            PersonLogEntry(sequence: 1, person: 101, kind: .ended),
            PersonLogEntry(sequence: 2, person: 103, kind: .joined(into: 104)),
        ]
        #expect(try await fixture.arena.players.follow(entries, to: cursor, at: noon).hasChanged)
        #expect(try await fixture.words(code) == "void removed -:-")
        #expect(try await fixture.view(moved).record.players.creator == 4)
        _ = try await fixture.arena.players.compare(without: [102], to: cursor, at: noon)
        #expect(try await fixture.words(moved) == "running -:-", "a guest goes on")
    }
}
