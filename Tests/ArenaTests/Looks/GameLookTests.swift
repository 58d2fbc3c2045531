import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("What games bring along for pages of their boards")
struct GameLookTests {
    private func picture(_ bytes: [UInt8], _ mark: UInt8) throws -> HashedPicture {
        HashedPicture(try Picture(bytes), hash: [UInt8](repeating: mark, count: 32))
    }

    private func pictures(_ arena: ArenaFixture) async throws -> Int64? {
        try await arena.database.read("count pictures") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM pictures") { row throws(SQLiteError) in try row.integer(0) }
        }
    }

    @Test("a style sheet is kept with its tag until it is taken away; the rest of the game stays as it is")
    func style() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        #expect(try await arena.games.style(of: "snake") == nil)
        let before = try await arena.games.game("snake")?.game
        let sheet = try GameStyle(Array(".a {}".utf8), picture: "/p")
        #expect(try await arena.games.setStyle(sheet, tag: "00ff", of: "snake"))
        #expect(try await !arena.games.setStyle(sheet, tag: "00ff", of: "chess"))
        #expect(
            try await arena.games.style(of: "snake") == GameStore.StoredStyle(tag: "00ff", text: ".a {}")
        )
        var after = try #require(try await arena.games.game("snake")?.game)
        #expect(after.look.style == "00ff" && after.version == before?.version)
        after.look.style = nil
        #expect(after == before)
        _ = try await arena.games.put(
            try ArenaFixture.facts("snake", name: "Snake 2"),
            version: 1,
            at: ArenaFixture.noon
        )
        #expect(try await arena.games.game("snake")?.game.look.style == "00ff")
        #expect(try await arena.games.setStyle(nil, tag: nil, of: "snake"))
        #expect(try await arena.games.style(of: "snake") == nil)
    }

    @Test("a picture goes when neither a game nor a player has it any more")
    func background() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let (one, other) = (try picture(PictureSamples.png, 1), try picture(PictureSamples.jpeg, 2))
        let ola = try #require(try await arena.player(1))
        _ = try await arena.players.setPicture(one, of: ola.id, at: ArenaFixture.noon)
        #expect(try await arena.games.setBackground(one, of: "snake"))
        #expect(try await arena.games.setBackground(one, of: "snake"))
        #expect(try await pictures(arena) == 1)
        _ = try await arena.players.setPicture(nil, of: ola.id, at: ArenaFixture.noon)
        #expect(try await arena.games.background(of: "snake")?.bytes == one.picture.bytes)
        #expect(try await arena.games.setBackground(other, of: "snake"))
        #expect(try await pictures(arena) == 1)
        #expect(try await arena.games.background(of: "snake")?.kind == .jpeg)
        #expect(try await arena.games.setBackground(nil, of: "snake"))
        #expect(try await pictures(arena) == 0)
        #expect(try await arena.games.background(of: "snake") == nil)
        #expect(try await !arena.games.setBackground(other, of: "chess"))
        #expect(try await pictures(arena) == 0)
    }

    @Test("whoever hears of a change hears of it after the commit, and of none that was not")
    func told() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let heard = Locked(0)
        _ = try await arena.games.setStyle(nil, tag: nil, of: "snake") { heard.withLock { $0 += 1 } }
        _ = try await arena.games.setBackground(nil, of: "chess") { heard.withLock { $0 += 1 } }
        #expect(heard.withLock { $0 } == 1)
    }
}
