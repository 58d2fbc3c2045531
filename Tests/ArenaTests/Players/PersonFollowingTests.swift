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
        -> Bool
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
        #expect(try await Self.follow(arena, [(1, .ended), (9, .ended), (2, .phoneRemoved)]))
        #expect(try await arena.players.player(ofPerson: 1) == nil)
        #expect(try await arena.players.player(ofPerson: 2) != nil)
        #expect(try await arena.players.cursor() == PersonLogCursor(era: 5, sequence: 3))
    }

    @Test("of two that become one the player of who remains stays; who had none gets that of the other")
    func join() async throws {
        let arena = try await Self.arena()
        let second = try await arena.players.player(ofPerson: 2)
        let third = try #require(try await arena.players.player(ofPerson: 3))
        #expect(try await Self.follow(arena, [(1, .joined(into: 2)), (3, .joined(into: 4))]))
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
        #expect(try await arena.players.compare(without: [], to: cursor, at: nil) == false)
        #expect(try await arena.players.cursor() == cursor)
    }

    @Test("what concerns nobody here changes nobody")
    func nobody() async throws {
        let arena = try await Self.arena()
        #expect(try await Self.follow(arena, [(8, .ended), (9, .joined(into: 8))]) == false)
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
        #expect(try await arena.players.compare(without: [1, 50], to: cursor, at: nil))
        let kept = try #require(try await arena.players.player(playing.id))
        #expect(kept.person == nil)
        #expect(try await arena.players.player(first.id) == nil)
        #expect(try await arena.players.player(ofPerson: 2) != nil)
        #expect(try await arena.players.compare(without: [], to: cursor, at: nil) == false)
        #expect(try await arena.players.cursor() == cursor)
    }
}
