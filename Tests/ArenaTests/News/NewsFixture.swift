import CoreSupport
import WatchpostModel

@testable import Arena
@testable import Core

/// An arena and a state beside each other: players 1, 2 … are persons with a phone each.
struct NewsFixture {
    let arena: ArenaFixture
    let state: NoticeFixture
    let store: NewsStore
    let outbox: NewsOutbox
    let players: [Player]
    let phones: [DeviceRecord]

    init(players count: Int = 2, rules: NoticePolicy = NoticePolicy(), locale: String = "en-GB") async throws
    {
        arena = try await ArenaFixture()
        state = try await NoticeFixture(rules: rules, topics: NoticeTopics.arenaNews)
        store = NewsStore(database: arena.database)
        outbox = NewsOutbox(database: state.database)
        var (players, phones): ([Player], [DeviceRecord]) = ([], [])
        for number in 1...count {
            let phone = try await state.phone(number, watching: [], locale: locale)
            let code = arena.code(UInt64(number))
            if let player = try await arena.players.begin(person: phone.person, code: code, at: state.now) {
                players.append(player)
            }
            phones.append(phone)
        }
        (self.players, self.phones) = (players, phones)
    }

    /// News whose words say `name`; it is over in a day.
    func news(
        _ kind: NewsKind = .decided,
        about subject: String = "d:one",
        word: String = "won",
        version: Int64? = nil,
        name: String = "Kestrel_9"
    ) -> News {
        News(
            kind,
            about: subject,
            word: word,
            version: version,
            content: NewsContent(player: name, page: "duels/one"),
            at: state.now,
            expiresAt: state.now.advanced(by: 86_400)
        )
    }

    /// In one write of the arena's file; the number of the last row.
    @discardableResult
    func write(
        _ body: @escaping @Sendable (borrowing Connection) throws(SQLiteError) -> Void
    ) async throws -> Int64 {
        try await arena.database.write("test") { db throws(SQLiteError) in
            try body(db)
            return db.lastInsertedRow
        }
    }

    /// Puts news down for player `index`, from 0.
    @discardableResult
    func put(_ news: News, to index: Int = 0) async throws -> Int64 {
        let player = players[index].id
        return try await write { db throws(SQLiteError) in try NewsTable.put(news, to: player, db) }
    }

    /// As the relay does; `isKilled`: the plug is pulled before the rows are deleted.
    @discardableResult
    func relay(most: Int = 200, isKilled: Bool = false) async throws -> NewsOutbox.Taken {
        let rows = try await store.next(most: most)
        let taken = try await outbox.take(rows, at: state.now)
        if !isKilled { try await store.delete(rows) }
        return taken
    }

    /// How many rows of the outbox have a player's code in them.
    func coded(_ player: Player) async throws -> Int64 {
        let texts = "subject || ' ' || word || ' ' || ifnull(place, '') || ' ' || ifnull(payload, '')"
        return try await state.count("SELECT count(*) FROM outbox WHERE instr(\(texts), '\(player.code)')")
    }

    /// How many rows wait in the arena.
    func waiting() async throws -> Int { try await store.next(most: 100_000).count }

    /// What is sent now, by its titles.
    func sent() async throws -> [String] { try await state.send().map(\.notice.title) }

    /// The first two players are friends.
    func befriend() async throws {
        let (one, other) = (players[0].id, players[1].id)
        try await write { db throws(SQLiteError) in
            try db.execute(
                "INSERT INTO friends (low, high, inviter, type, at) VALUES (?1, ?2, ?1, 2, 0)",
                .integer(min(one, other)),
                .integer(max(one, other))
            )
        }
    }

    /// Everybody wants to hear when a friend passed.
    func wantPassed() async throws {
        try await write { db throws(SQLiteError) in try db.execute("UPDATE players SET notices = 127") }
    }
}
