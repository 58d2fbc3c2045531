import CoreSupport
import Foundation
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Players who go")
struct PlayerRemovalTests {
    /// A file that overwrites what is deleted.
    private static func world(_ folder: ScratchFolder) async throws -> ArenaFixture {
        var file = DatabaseFile(path: folder.path + "/arena.db", durability: .full, damage: .report)
        (file.pageSize, file.overwrites) = (ArenaDatabase.pageSize, true)
        let arena = try await ArenaFixture(mostPlayers: 1_000, file: file)
        try await arena.addGame()
        return arena
    }

    /// Which of these texts stand in any file of the folder.
    private static func found(_ texts: [String], in folder: ScratchFolder) throws -> Set<String> {
        var found: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
            found.formUnion(texts.filter { bytes.range(of: Data($0.utf8)) != nil })
        }
        return found
    }

    @Test("the name has to be typed in, and then nothing of the player is in any file")
    func farewell() async throws {
        let folder = try ScratchFolder()
        let arena = try await Self.world(folder)
        for number in 10...60 { _ = try await arena.player(number) }
        let ola = try #require(try await arena.player(1, name: "Zenobia"))
        for number in 61...120 { _ = try await arena.player(number) }
        let friend = try #require(try await arena.player(2, name: "Jan"))
        let board = try #require(try await arena.board())
        var change = PlayerChange()
        change.link = ShownLink("https://zenobia.example.org")
        change.email = PlayerEmail("zenobia@mail.example.org")
        let noon = ArenaFixture.noon
        _ = try await arena.players.change(ola.id, change, version: 1, at: noon)
        let picture = HashedPicture(
            try Picture(PictureSamples.png),
            hash: Array("picture of zenobia, 32 bytes it is".utf8.prefix(32))
        )
        _ = try await arena.players.setPicture(picture, of: ola.id, at: noon)
        let world = JoinFixture(arena)
        try await world.set(.friends, ola, friend)
        try await world.duel(ola, friend, state: 1, key: 1, board: board.id)
        try await world.code("ZENOBIAS CODE", of: ola)
        try await arena.joins.setRecoveryCodes([JoinFixture.hash("ZENOBIAS WAY BACK")], of: ola.id)
        var content = NewsContent(player: "Zenobia", page: "friends")
        content.game = "Snake"
        let news = News(
            .invited,
            about: "f:\(ola.code)",
            word: "x",
            content: content,
            at: noon,
            expiresAt: noon
        )
        try await arena.database.write("news") { db throws(SQLiteError) in
            try db.execute("UPDATE players SET person = 9 WHERE id = ?1", .integer(friend.id))
            try NewsTable.put(news, to: friend.id, db)
            for detail in ["player \(ola.code) (Zenobia)", "player \(friend.code) (Jan)"] {
                try db.execute(
                    """
                    INSERT INTO moderation_audit (game, at, actor, act, count, detail)
                    VALUES (NULL, 1, 'owner', 'banned', 0, ?1)
                    """,
                    .text(detail)
                )
            }
            try db.execute(
                """
                INSERT INTO hidings (game, player, player_code, up_to, state, at, actor)
                VALUES (1, ?1, ?2, 0, 1, 1, 'owner')
                """,
                .integer(ola.id),
                .text(ola.code)
            )
        }
        let texts = ["Zenobia", "zenobia", ola.code, "picture of", "ZENOBIAS", "IHDR"]
        #expect(try Self.found(texts, in: folder) == Set(texts))
        let refused = try await arena.players.remove(ola.id, named: "zenobia", at: noon) { _ in }
        #expect(refused == .otherName("Zenobia"))
        #expect(
            try await arena.players.remove(ola.id, named: "Zenobia", at: noon) { _ in } == .gone(person: nil)
        )
        // What takes back what waits names the player until the outbox has it.
        let waiting = NewsStore(database: arena.database)
        try await waiting.delete(try await waiting.next(most: 100))
        #expect(try Self.found(texts, in: folder) == [])
        let details = try await arena.database.read("audit") { db throws(SQLiteError) in
            try db.rows("SELECT detail FROM moderation_audit ORDER BY id") { row throws(SQLiteError) in
                try row.text(0)
            }
        }
        #expect(details == ["a player who is gone", "player \(friend.code) (Jan)"])
        #expect(try await world.duels() == [["- \(friend.id)", "3 removed"]])
        #expect(try await world.rows(friend).isEmpty)
        #expect(try await arena.players.remove(ola.id, named: "Zenobia", at: noon) { _ in } == .unknown)
    }

    @Test("whoever follows hears with the commit whose duels it was, and that something is taken back")
    func followed() async throws {
        let fixture = try await DuelFixture(players: 3)
        _ = try await fixture.begin(1, 2, at: ArenaFixture.noon)
        _ = try await fixture.begin(3, 1, at: ArenaFixture.noon)
        fixture.changes.withLock { $0 = DuelChanges() }
        let told = Locked(0)
        let players = fixture.arena.players
        let refused = try await players.remove(
            1,
            named: "Nobody",
            at: ArenaFixture.noon,
            then: { _ in told.withLock { $0 += 1 } },
            duels: fixture.following
        )
        #expect(refused == .otherName("Player1") && told.withLock { $0 } == 0)
        #expect(fixture.changes.withLock { $0.isEmpty })
        let gone = try await players.remove(
            1,
            named: "Player1",
            at: ArenaFixture.noon,
            then: { _ in told.withLock { $0 += 1 } },
            duels: fixture.following
        )
        #expect(gone == .gone(person: 101) && told.withLock { $0 } == 1)
        let changes = fixture.changes.withLock { $0 }
        #expect(changes.hasNews && changes.players.isSuperset(of: [2, 3]))
    }

    /// Three installations play for one player, and one for another; each has three results, by turns.
    private func played(_ observer: Database.Observer? = nil) async throws -> (ArenaFixture, ResultLedger) {
        let arena = try await ArenaFixture(observer: observer)
        try await arena.addGame()
        _ = try await arena.board()
        for number in 1...4 { _ = try await arena.install(number) }
        try await arena.database.write("three play for one") { db throws(SQLiteError) in
            try db.execute("UPDATE installs SET player = 1 WHERE id < 4")
        }
        let ledger = ResultLedger(database: arena.database, mostResults: 1_000)
        for number in 0..<12 as Range<UInt8> { try await send(number, of: Int64(number % 4) + 1, ledger) }
        return (arena, ledger)
    }

    private func send(_ number: UInt8, of install: Int64, _ ledger: ResultLedger) async throws {
        let key = [UInt8](repeating: number, count: 16)
        _ = try await ledger.submit(
            [Submission(key: key, board: "level-1", score: Int64(number))],
            of: install,
            at: ArenaFixture.noon,
            standings: { _, _ in .nothing },
            then: { _ in }
        )
    }

    private func numbers(_ sql: String, _ arena: ArenaFixture) async throws -> [Int64] {
        try await arena.database.read("numbers") { db throws(SQLiteError) in
            try db.rows(sql) { row throws(SQLiteError) in try row.integer(0) }
        }
    }

    @Test(
        "one look through the ledger finds the results of all installations, before the write",
        arguments: [true, false]
    )
    func look(isFolded: Bool) async throws {
        let looks = Locked(0)
        let observer = Database.Observer(onBegin: { name in
            if name == "look for results that go" { looks.withLock { $0 += 1 } }
        })
        let (arena, ledger) = try await played(observer)
        if isFolded { _ = try await ledger.fold(most: 100) }
        let told = Locked<[Int64]>([])
        try await arena.players.remove(1, at: ArenaFixture.noon) { installs in
            told.withLock { $0 = installs }
        }
        #expect(looks.withLock { $0 } == 1 && told.withLock { $0 } == [1, 2, 3])
        #expect(try await numbers("SELECT seq FROM results ORDER BY seq", arena) == [4, 8, 12])
        #expect(try await numbers("SELECT install FROM standings", arena) == (isFolded ? [4] : []))
        #expect(try await numbers("SELECT id FROM installs", arena) == [4])
        let idle = try #require(try await arena.player(5))
        try await arena.players.remove(idle.id, at: ArenaFixture.noon)
        #expect(looks.withLock { $0 } == 1, "nobody looks for what was never sent")
    }

    @Test("what comes behind the look is deleted as well, and nothing of an installation that left")
    func between() async throws {
        let (arena, ledger) = try await played()
        let ahead = try await ResultsToDelete.ahead(arena.database) { _ in [1, 2, 3] }
        try await send(20, of: 1, ledger)
        try await arena.database.write("one leaves, and the player goes") { db throws(SQLiteError) in
            try db.execute("UPDATE installs SET player = 3 WHERE id = 3")
            _ = try PlayerRemoval.remove(1, ahead, at: ArenaFixture.noon, db)
        }
        let left = "SELECT install FROM results ORDER BY install"
        #expect(try await numbers(left, arena) == [3, 3, 3, 4, 4, 4])
        let other = try await ResultsToDelete.ahead(arena.database) { _ in [3] }
        try await arena.database.write("one joins, and the player goes") { db throws(SQLiteError) in
            try db.execute("UPDATE installs SET player = 3 WHERE id = 4")
            _ = try PlayerRemoval.remove(3, other, at: ArenaFixture.noon, db)
        }
        #expect(try await numbers(left, arena) == [])
    }

    @Test("former guests that end are followed as well")
    func formerFollowed() async throws {
        let world = try await JoinFixture()
        let phone = try await world.phone(7)
        let (install, _) = try await world.guest(1, "Ola")
        try await world.code("AAAA", of: phone)
        _ = try #require(try await world.join("AAAA", .install(install)))
        let heard = Locked(DuelChanges())
        let over = JoinFixture.noon.advanced(by: 30 * 86_400)
        for isDue in [false, true] {
            let now = isDue ? over : over.advanced(by: -1)
            let ended = try await world.arena.joins.endFormer(at: now) { changes in
                heard.withLock { $0.note(changes) }
            }
            #expect(ended == isDue && heard.withLock { $0.hasNews } == isDue)
        }
    }

    @Test("a player that goes takes the guests along whose installations play for it")
    func guests() async throws {
        let world = try await JoinFixture()
        let phone = try await world.phone(7)
        let (install, _) = try await world.guest(1, "Ola")
        try await world.code("AAAA", of: phone)
        _ = try #require(try await world.join("AAAA", .install(install)))
        _ = try await world.arena.players.remove(phone.id, named: phone.name, at: JoinFixture.noon) { _ in }
        #expect(try await world.player(ofInstall: install) == nil)
        #expect(try await world.guest(2, "Ola").player.name == "Ola")
    }

    @Test("an export has everything of the player and of nobody else")
    func export() async throws {
        let world = try await JoinFixture()
        let board = try #require(try await world.arena.board())
        let (install, ola) = try await world.guest(1, "Ola")
        let (other, jan) = try await world.guest(2, "Jan")
        let ledger = ResultLedger(database: world.arena.database, mostResults: 1_000)
        for number in 0..<6 as Range<UInt8> {
            let submission = Submission(
                key: [UInt8](repeating: number, count: 16),
                board: "level-1",
                score: Int64(number)
            )
            _ = try await ledger.submit(
                [submission],
                of: number < 4 ? install : other,
                at: JoinFixture.noon,
                standings: { _, _ in .nothing },
                then: { _ in }
            )
            if number == 2 { _ = try await ledger.fold(most: 100) }
        }
        try await world.set(.invited, ola, jan)
        try await world.set(.nothing, try await world.guest(3).player, ola, blocked: true)
        try await world.duel(jan, ola, state: 2, key: 1, board: board.id)
        let export = try #require(try await world.arena.players.export(ola.id))
        #expect(export.player == ola && export.installs.map(\.install) == [world.id(1)])
        #expect(export.results.map(\.score) == [0, 1, 2, 3] && !export.hasMoreResults)
        #expect(export.standings.map(\.count) == [4] && export.standings.first?.score == 3)
        #expect(export.friends.map(\.name) == ["Jan"] && export.friends.first?.relation == .sent)
        #expect(export.duels.map(\.outcome) == [.lost] && export.duels.first?.opponent == "Jan")
        #expect(try await world.arena.players.export(person: 7) == nil)
    }
}
