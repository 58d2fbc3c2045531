import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Looking for players by name")
struct FriendSearchTests {
    private func found(_ fixture: FriendFixture, _ text: String) async throws -> [String] {
        let name = try #require(NameSearch(text))
        return try await fixture.friends.search(name, for: fixture.players[0].id).map(\.player.name)
    }

    @Test("who is called so comes first, then those whose names begin so, as people read them")
    func order() async throws {
        let fixture = try await FriendFixture([
            "Me", "Olaf", "Ola", "Olafur", "Karola", "ВОВ", "Łoś", "O’Brien",
        ])
        #expect(try await found(fixture, "ola") == ["Ola", "Olaf", "Olafur"])
        #expect(try await found(fixture, "  OLA ") == ["Ola", "Olaf", "Olafur"])
        #expect(try await found(fixture, "0LAF") == ["Olaf", "Olafur"])
        #expect(try await found(fixture, "ol") == [], "two letters find only who is called so")
        #expect(try await found(fixture, "me") == ["Me"])
        #expect(try await found(fixture, "вов") == ["ВОВ"])
        #expect(try await found(fixture, "bob") == ["ВОВ"])
        #expect(try await found(fixture, "łoś") == ["Łoś"])
        #expect(try await found(fixture, "los") == [])
        #expect(try await found(fixture, "o'brien") == ["O'Brien"])
        #expect(try await found(fixture, "O‘Bri　") == ["O'Brien"], "as phones and Japanese keyboards type it")
        #expect(try await found(fixture, "nobody") == [])
    }

    @Test("it says what each is, and finds none of whom one blocked the other")
    func relations() async throws {
        let fixture = try await FriendFixture(["Anna", "Anna 2", "Anna 3", "Anna 4", "Anna 5"])
        try await fixture.act(.want, 0, 1)
        try await fixture.act(.want, 2, 0)
        try await fixture.act(.block, 0, 3)
        try await fixture.act(.block, 4, 0)
        let name = try #require(NameSearch("anna"))
        let found = try await fixture.friends.search(name, for: fixture.players[0].id)
        #expect(found.map(\.player.name) == ["Anna", "Anna 2", "Anna 3"])
        #expect(found.map(\.relation) == [.me, .sent, .received])
    }

    @Test("at most twenty are found, along an index, however many begin so")
    func bounded() async throws {
        let fixture = try await FriendFixture(["Me"])
        let letters = "abdeknprst".prefix(TestEffort.size(5, most: 10)).map { String($0) }
        let names = letters.flatMap { one in
            letters.flatMap { two in letters.map { "many\(one)\(two)\($0)" } }
        }
        let rows = names.enumerated().map { number, name in
            "(\(number + 101), 'x\(number)', '\(name)', '\(NameFolding.fold(name))', 'other\(name)', 1, 0, 0)"
        }
        try await fixture.run(
            "INSERT INTO players (id, code, name, folded, lowered, version, created_at, updated_at) VALUES "
                + rows.joined(separator: ", ")
        )
        #expect(try await found(fixture, "many") == Array(names.prefix(ArenaRules.mostFound)))
        #expect(try await found(fixture, "other") == Array(names.prefix(ArenaRules.mostFound)))
        #expect(try await found(fixture, "MANYBA") == letters.map { "manyba\($0)" })
        #expect(try await found(fixture, "manybad") == ["manybad"])
        for column in ["folded", "lowered"] {
            let plan = try await fixture.arena.database.read("plan") { db throws(SQLiteError) in
                try db.rows(
                    "EXPLAIN QUERY PLAN SELECT * FROM players WHERE \(column) >= 'a' AND \(column) < 'b' "
                        + "ORDER BY \(column) LIMIT 9"
                ) { row throws(SQLiteError) in try row.text(3) }
            }
            #expect(plan.count == 1 && plan[0].contains("USING INDEX"), "\(plan)")
        }
    }

    @Test("a text that is no name is none", arguments: ["", "   ", "123456789012345678901", "\u{200B}"])
    func none(text: String) {
        #expect(NameSearch(text) == nil)
        #expect(NameSearch(String(repeating: "é", count: 300)) == nil)
    }
}
