import Core
import WatchpostModel

@testable import Arena

/// An arena in memory, with one game.
struct ArenaFixture {
    static let noon = UnixTime(seconds: 1_795_348_800)

    let database: Database
    let players: PlayerStore
    let installs: InstallStore
    let joins: PlayerJoinStore
    let games: GameStore

    init(
        mostPlayers: Int = 100,
        file: DatabaseFile = .memory,
        observer: Database.Observer? = nil
    ) async throws {
        let opened = try await Database.open(
            file,
            migrations: ArenaDatabase.tables.migrations,
            now: nil,
            observer: observer
        )
        database = opened.database
        players = PlayerStore(database: opened.database, mostPlayers: mostPlayers)
        installs = InstallStore(database: opened.database, mostPlayers: mostPlayers)
        joins = PlayerJoinStore(database: opened.database)
        games = GameStore(database: opened.database)
    }

    /// Facts of a game.
    static func facts(_ slug: String, name: String = "Snake", zone: String = "Europe/Warsaw") throws
        -> GameFacts
    {
        try GameFacts(slug: slug, name: name, description: "", zone: zone)
    }

    func addGame(_ slug: String = "snake") async throws {
        _ = try await games.put(try ArenaFixture.facts(slug), version: 0, at: ArenaFixture.noon)
    }

    /// Installation `number` makes itself known.
    func register(
        _ number: Int,
        name: String? = nil,
        game: String = "snake",
        secret: UInt8 = 1,
        at now: UnixTime = ArenaFixture.noon,
        origin: InstallStore.InstallOrigin = .home
    ) async throws -> InstallStore.Outcome {
        var generator = SystemRandomNumberGenerator()
        let text = "0000000000000000000000\(number)".suffix(22)
        let registration = InstallStore.Registration(
            install: String(text),
            secretHash: [UInt8](repeating: secret, count: 32),
            game: game,
            name: try name.map { try PlayerName($0) },
            code: PlayerCode(using: &generator),
            at: now,
            origin: origin
        )
        return try await installs.register(registration) { $0 == $1 }
    }

    /// The row of a new installation.
    func install(_ number: Int, game: String = "snake") async throws -> Int64 {
        guard case .registered(let install, _) = try await register(number, game: game) else { return -1 }
        return install.id
    }

    /// A board of a game, as `change` makes it.
    func board(
        _ slug: String = "level-1",
        of game: String = "snake",
        _ change: (inout BoardRules) -> Void = { _ in }
    ) async throws -> GameBoard? {
        var rules = BoardRules(slug: slug, name: slug)
        change(&rules)
        guard case .added(let board) = try await games.put(rules, of: game, version: 0) else { return nil }
        return board
    }

    /// The player of a new installation.
    func player(_ number: Int, name: String? = nil) async throws -> Player? {
        guard case .registered(_, let player) = try await register(number, name: name) else { return nil }
        return player
    }

    func code(_ seed: UInt64) -> PlayerCode {
        var generator = Counter(state: seed)
        return PlayerCode(using: &generator)
    }

    private struct Counter: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }
}
