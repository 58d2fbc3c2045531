import Core
import CoreSupport
import Testing
import WatchpostModel

@testable import Arena

@Suite("Players and their installations on the disk")
struct InstallStoreTests {
    @Test("an installation is a guest, and registering again changes nothing")
    func again() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        guard case .registered(let install, let player) = try await arena.register(1, name: "Ola") else {
            Issue.record("not registered")
            return
        }
        #expect(player.name == "Ola" && player.person == nil && player.version == 1)
        #expect(try await arena.register(1, name: "Ala") == .known(install, player))
        #expect(try await arena.installs.install(install.install) == install)
        #expect(try await arena.installs.install("unknown") == nil)
    }

    @Test("whose fifty results a game's server sends is asked once, and each has its own installation")
    func servers() async throws {
        let reads = Locked([String]())
        let observer = Database.Observer(onBegin: { name in reads.withLock { $0.append(name) } })
        let arena = try await ArenaFixture(observer: observer)
        try await arena.addGame()
        try await arena.addGame("tetris")
        var codes: [String] = []
        var installs: [Int64?] = []
        for number in 1...50 {
            guard case .registered(let install, let player) = try await arena.register(number) else {
                continue
            }
            codes.append(player.code)
            installs.append(install.id)
        }
        let game = try #require(try await arena.games.game("snake")).game.id
        let other = try #require(try await arena.games.game("tetris")).game.id
        let results = (codes + ["nobody"]).map { InstallStore.ServerResult(player: $0, key: [7]) }
        reads.withLock { $0 = [] }
        #expect(try await arena.installs.installs(of: results, in: game) == installs + [nil])
        #expect(reads.withLock { $0 } == ["find installations of players"])
        let elsewhere = try await arena.installs.installs(of: results, in: other)
        #expect(elsewhere == Array(repeating: nil, count: 51))
    }

    @Test("another secret, another game, none and a closed one are told apart")
    func refused() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        try await arena.addGame("tetris")
        _ = try await arena.register(1)
        #expect(try await arena.register(1, secret: 2) == .wrongSecret)
        #expect(try await arena.register(1, game: "tetris") == .otherGame)
        #expect(try await arena.register(2, game: "chess") == .noGame)
        #expect(try await arena.games.close("snake", at: ArenaFixture.noon))
        #expect(try await arena.register(2) == .closedGame)
        guard case .known = try await arena.register(1) else {
            Issue.record("whoever is known is known in a closed game as well")
            return
        }
    }

    @Test("names that are taken get a free variant, and in the end that of the code")
    func names() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        var names: [String] = []
        for number in 1...25 {
            let player = try await arena.player(number, name: number.isMultiple(of: 2) ? "OLA" : "Ola")
            names.append(try #require(player).name)
        }
        #expect(names.prefix(3) == ["Ola", "OLA-2", "Ola-3"])
        #expect(Set(names).count == 25)
        #expect(names.last?.hasPrefix("Player-") == true)
    }

    @Test("a full arena takes nobody new, and goes on for those it knows")
    func full() async throws {
        let arena = try await ArenaFixture(mostPlayers: 2)
        try await arena.addGame()
        _ = try await arena.register(1)
        let phone = try await arena.players.begin(person: 7, code: arena.code(1), at: ArenaFixture.noon)
        #expect(try #require(phone).person == 7)
        #expect(try await arena.register(2) == .full)
        #expect(try await arena.players.begin(person: 8, code: arena.code(2), at: ArenaFixture.noon) == nil)
        let again = try await arena.players.begin(person: 7, code: arena.code(3), at: ArenaFixture.noon)
        #expect(again == phone)
        guard case .known = try await arena.register(1) else {
            Issue.record("not known")
            return
        }
        // Numbers are not given out twice: whoever goes makes room all the same.
        try await arena.players.remove(try #require(phone).id)
        guard case .registered = try await arena.register(3) else {
            Issue.record("no room")
            return
        }
        #expect(try await arena.players.begin(person: 8, code: arena.code(4), at: ArenaFixture.noon) == nil)
    }

    @Test("a rename needs the version, and no name that is somebody else's")
    func rename() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let ola = try #require(try await arena.player(1, name: "Ola"))
        let jan = try #require(try await arena.player(2, name: "Jan"))
        let now = ArenaFixture.noon.advanced(by: 60)
        func rename(_ player: Player, _ name: String, _ version: Int64) async throws -> PlayerStore.Renaming {
            try await arena.players.rename(player.id, to: try PlayerName(name), version: version, at: now)
        }
        #expect(try await rename(jan, "0la", 1) == .taken)
        guard case .renamed(let upper) = try await rename(ola, "OLA", 1) else {
            Issue.record("one's own name in other letters")
            return
        }
        #expect(upper.name == "OLA" && upper.version == 2)
        #expect(try await rename(ola, "Ala", 1) == .conflict(upper))
        #expect(try await rename(ola, "OLA", 1) == .unchanged(upper))
        try await arena.players.remove(ola.id)
        #expect(try await rename(ola, "Ala", 2) == .gone)
        guard case .renamed = try await rename(jan, "Ola", 1) else {
            Issue.record("a name is free again")
            return
        }
    }

    @Test("all is there after the file was opened again, and a removed player takes the installation along")
    func disk() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile(path: folder.path + "/arena.db", durability: .full, damage: .report)
        let arena = try await ArenaFixture(file: file)
        try await arena.addGame()
        let player = try #require(try await arena.player(1, name: "Żółć"))
        await arena.database.close()
        let again = try await ArenaFixture(file: file)
        #expect(try await again.players.player(player.id) == player)
        guard case .known(let install, player) = try await again.register(1) else {
            Issue.record("not known")
            return
        }
        try await again.players.remove(player.id)
        #expect(try await again.installs.install(install.install) == nil)
    }
}
