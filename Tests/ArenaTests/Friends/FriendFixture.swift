import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// Players of persons in an arena in memory, and what ended between them.
struct FriendFixture {
    let arena: ArenaFixture
    let friends: FriendStore
    let ended = Locked<[FriendEnd]>([])
    private(set) var players: [Player] = []

    init(_ names: [String]) async throws {
        arena = try await ArenaFixture(mostPlayers: 10_000)
        let ended = ended
        friends = FriendStore(database: arena.database) { end, _, _ in ended.withLock { $0.append(end) } }
        for (number, name) in names.enumerated() {
            let person = Int64(number + 1)
            let begun = try await arena.players.begin(
                person: person,
                code: arena.code(UInt64(number)),
                at: ArenaFixture.noon
            )
            let player = try #require(begun)
            let renamed = try await arena.players.rename(
                player.id,
                to: try PlayerName(name),
                version: 1,
                at: ArenaFixture.noon
            )
            guard case .renamed(let named) = renamed else {
                Issue.record("\(name): \(renamed)")
                continue
            }
            players.append(named)
        }
    }

    /// One of them does something with another one.
    @discardableResult
    func act(
        _ event: Friendship.Event,
        _ player: Int,
        _ other: Int,
        at now: UnixTime = ArenaFixture.noon
    ) async throws -> FriendStore.Outcome {
        try await friends.change(event, by: players[player].id, with: players[other].code, at: now)
    }

    func relation(_ player: Int, _ other: Int) async throws -> Friendship.Relation? {
        try await friends.profile(players[other].code, for: players[player].id)?.relation
    }

    /// `person kind subject word`, in the order in which they were written, and forgets them.
    func takeNews() async throws -> [String] {
        let codes = Dictionary(players.map { ("f:\($0.code)", $0.name) }) { first, _ in first }
        return try await arena.database.write("take news") { db throws(SQLiteError) in
            let rows = try db.rows("SELECT person, kind, subject, word FROM news ORDER BY id") {
                row throws(SQLiteError) in
                let subject = try row.text(2)
                return
                    "\(try row.integer(0)) \(try row.text(1)) \(codes[subject] ?? subject) \(try row.text(3))"
            }
            try db.execute("DELETE FROM news")
            return rows
        }
    }

    func run(_ sql: String) async throws {
        try await arena.database.write("test") { db throws(SQLiteError) in try db.execute(sql) }
    }
}
