import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Players follow what becomes of persons")
struct PersonFollowingTests {
    private static func arena() async throws -> ArenaFixture {
        let arena = try await ArenaFixture()
        for person in 1...3 as ClosedRange<Int64> {
            _ = try await arena.players.begin(
                person: person,
                code: arena.code(UInt64(person)),
                at: ArenaFixture.noon
            )
        }
        return arena
    }

    private static func follow(_ arena: ArenaFixture, _ kinds: [(Int64, PersonLogEntry.Kind)]) async throws
        -> PersonsFollowed
    {
        let entries = kinds.enumerated().map { index, entry in
            PersonLogEntry(sequence: Int64(index) + 1, person: entry.0, kind: entry.1)
        }
        let cursor = PersonLogCursor(era: 5, sequence: Int64(kinds.count))
        return try await arena.players.follow(entries, to: cursor, at: ArenaFixture.noon)
    }

    @Test("a person that ends takes its player along, and the cursor stands behind it")
    func end() async throws {
        let arena = try await Self.arena()
        #expect(try await arena.players.cursor() == .none)
        #expect(try await Self.follow(arena, [(1, .ended), (9, .ended), (2, .phoneRemoved)]).gone == [1])
        #expect(try await arena.players.player(ofPerson: 1) == nil)
        #expect(try await arena.players.player(ofPerson: 2) != nil)
        #expect(try await arena.players.cursor() == PersonLogCursor(era: 5, sequence: 3))
    }

    @Test("of two that become one the player of who remains stays; who had none gets that of the other")
    func join() async throws {
        let arena = try await Self.arena()
        let second = try await arena.players.player(ofPerson: 2)
        let third = try #require(try await arena.players.player(ofPerson: 3))
        #expect(try await Self.follow(arena, [(1, .joined(into: 2)), (3, .joined(into: 4))]).hasJoined)
        #expect(try await arena.players.player(ofPerson: 1) == nil)
        #expect(try await arena.players.player(ofPerson: 2) == second)
        #expect(try await arena.players.player(ofPerson: 4)?.id == third.id)
    }

    @Test("a restored file without its cursor compares everybody once")
    func withoutCursor() async throws {
        let arena = try await Self.arena()
        try await arena.database.write("lose it") { db throws(SQLiteError) in
            try db.execute("DELETE FROM person_cursor")
        }
        #expect(try await arena.players.cursor() == .none)
        let cursor = PersonLogCursor(era: 7, sequence: 4)
        #expect(try await !arena.players.compare(without: [], to: cursor, at: nil).hasChanged)
        #expect(try await arena.players.cursor() == cursor)
    }

    @Test("what concerns nobody here changes nobody")
    func nobody() async throws {
        let arena = try await Self.arena()
        #expect(try await Self.follow(arena, [(8, .ended), (9, .joined(into: 8))]) == PersonsFollowed())
    }

    @Test(
        "after a restore those whom the state does not have become guests, or go where nothing plays for them"
    )
    func compare() async throws {
        let arena = try await Self.arena()
        let first = try #require(try await arena.players.player(ofPerson: 1))
        try await arena.addGame()
        let playing = try #require(try await arena.player(70))
        try await arena.database.write("make it a person's") { db throws(SQLiteError) in
            try db.execute("UPDATE players SET person = 50 WHERE id = ?1", .integer(playing.id))
        }
        #expect(try await arena.players.persons().isSuperset(of: [1, 2, 50]))
        let cursor = PersonLogCursor(era: 7, sequence: 4)
        #expect(try await arena.players.compare(without: [1, 50], to: cursor, at: nil).isAnybody)
        let kept = try #require(try await arena.players.player(playing.id))
        #expect(kept.person == nil)
        #expect(try await arena.players.player(first.id) == nil)
        #expect(try await arena.players.player(ofPerson: 2) != nil)
        #expect(try await !arena.players.compare(without: [], to: cursor, at: nil).hasChanged)
        #expect(try await arena.players.cursor() == cursor)
    }
    /// Persons 1 to 3 have players with an installation each, and each of those a result on a board of its own.
    private static func played() async throws -> (arena: ArenaFixture, boards: [Int64]) {
        let arena = try await Self.arena()
        try await arena.addGame()
        let ledger = ResultLedger(database: arena.database, mostResults: 100)
        var boards: [Int64] = []
        for person in 1...3 as ClosedRange<Int64> {
            let slug = "level-\(person)"
            boards.append(try #require(try await arena.board(slug)).id)
            let install = try await arena.install(Int(person))
            try await arena.database.write("as if it had joined") { db throws(SQLiteError) in
                try db.execute(
                    "UPDATE installs SET player = ?1 WHERE id = ?2",
                    .integer(person),
                    .integer(install)
                )
            }
            _ = try await ledger.submit(
                [Submission(key: [UInt8](repeating: UInt8(person), count: 16), board: slug, score: 5)],
                of: install,
                at: ArenaFixture.noon,
                standings: { _, _ in .notLoaded },
                then: { _ in }
            )
        }
        return (arena, boards)
    }

    @Test(
        "it says what changed, and nothing of whoever did not: all the rest stays in memory",
        arguments: [.ended, .joined(into: 2), .joined(into: 9)] as [PersonLogEntry.Kind]
    )
    func told(kind: PersonLogEntry.Kind) async throws {
        let (arena, boards) = try await Self.played()
        let told = Locked<[PersonsFollowed]>([])
        let entry = PersonLogEntry(sequence: 1, person: 1, kind: kind)
        let cursor = PersonLogCursor(era: 5, sequence: 1)
        let followed = try await arena.players.follow([entry], to: cursor, at: ArenaFixture.noon) { one in
            told.withLock { $0.append(one) }
        }
        #expect(told.withLock { $0 } == [followed], "with the commit")
        #expect(followed.installs == [1] && !followed.isAnybody)
        #expect(followed.gone == (kind == .ended ? [1] : []))
        #expect(followed.boards == (kind == .joined(into: 2) ? [boards[0]] : []))
        #expect(followed.hasJoined == (kind != .ended))
    }
}
