import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Places for players, and who makes room")
struct PlayerPlacesTests {
    private let noon = ArenaFixture.noon
    private static let places = PlayerPlaces(most: 400)
    private static let network = InstallStore.InstallOrigin.outside("203.0.113.0/24")

    @Test("home has the last tenth, and one network a twentieth from half full on")
    func shares() {
        let (places, outside) = (Self.places, InstallStore.InstallOrigin.outside(nil))
        #expect(places.find(for: outside, taken: 359, ofNetwork: 0) == .place)
        #expect(places.find(for: outside, taken: 360, ofNetwork: 0) == .full)
        #expect(places.find(for: .home, taken: 399, ofNetwork: 0) == .place)
        #expect(places.find(for: .home, taken: 400, ofNetwork: 0) == .full)
        #expect(
            places.find(for: Self.network, taken: 179, ofNetwork: 179) == .place,
            "a school behind one address"
        )
        #expect(places.find(for: Self.network, taken: 180, ofNetwork: 18) == .networkFull("203.0.113.0/24"))
        #expect(places.find(for: Self.network, taken: 180, ofNetwork: 17) == .place)
        #expect(PlayerPlaces(most: 10).ofNetwork == 10, "a household in any case")
    }

    @Test(
        "of the newcomers of an hour home keeps a quarter, and a network has one",
        arguments: [1, 3, 60, 1_000]
    )
    func newcomers(anHour: Int) {
        let shares = NewcomerShares(anHour: anHour)
        #expect(shares.outside >= 1 && shares.outside <= max(anHour * 3 / 4, 1))
        #expect(shares.ofNetwork >= 1 && shares.ofNetwork <= max(anHour / 4, 1))
        #expect((1...shares.ofNetwork).contains(shares.ofNetworkAtOnce))
        #expect(
            NewcomerShares(anHour: 1_000).ofNetworkAtOnce >= 60,
            "sixty behind one address begin together"
        )
    }

    private func isRegistered(_ outcome: InstallStore.Outcome) -> Bool {
        if case .registered = outcome { true } else { false }
    }

    @Test("who never played goes for a newcomer after an hour, oldest first, and who played stays")
    func room() async throws {
        let arena = try await ArenaFixture(mostPlayers: 11)
        try await arena.addGame()
        _ = try await arena.board()
        let ledger = ResultLedger(database: arena.database, mostResults: 100)
        for number in 1...10 {
            let at = noon.advanced(by: Int64(number))
            _ = try await arena.register(number, at: at, origin: .outside(nil))
        }
        let submission = Submission(key: [UInt8](repeating: 1, count: 16), board: "level-1", score: 5)
        _ = try await ledger.submit(
            [submission],
            of: 1,
            at: noon,
            standings: { _, _ in .notLoaded },
            then: { _ in }
        )
        let hour = noon.advanced(by: PlayerPlaces.grace)
        #expect(try await arena.register(11, at: hour, origin: .outside(nil)) == .full, "not yet an hour")
        #expect(isRegistered(try await arena.register(12, at: hour)), "home has a place")
        let later = hour.advanced(by: 4)
        #expect(isRegistered(try await arena.register(13, at: later, origin: .outside(nil))))
        let left = try await arena.database.read("look") { db throws(SQLiteError) in
            try db.rows("SELECT CAST(install AS INTEGER) FROM installs ORDER BY 1") {
                row throws(SQLiteError) in
                try row.integer(0)
            }
        }
        #expect(left == [1, 4, 5, 6, 7, 8, 9, 10, 12, 13], "the two that are older than an hour")
        #expect(try await arena.players.count() == 10, "their guests went with them")
    }

    @Test("a newcomer of a full network takes the place of one of it, and of nobody else")
    func network() async throws {
        let arena = try await ArenaFixture(mostPlayers: 30)
        try await arena.addGame()
        for number in 1...10 { _ = try await arena.register(number, origin: .outside("198.51.100.0/24")) }
        for number in 11...20 { _ = try await arena.register(number, origin: Self.network) }
        #expect(try await arena.register(21, origin: Self.network) == .networkFull("203.0.113.0/24"))
        let later = noon.advanced(by: PlayerPlaces.grace + 1)
        #expect(isRegistered(try await arena.register(22, at: later, origin: Self.network)))
        let others = try await arena.database.read("look") { db throws(SQLiteError) in
            try IdleInstallTable.count(of: "198.51.100.0/24", most: 100, db)
        }
        #expect(others == 10)
    }

    @Test("nobody outside pushes out who came home, joined by a code, or is of home")
    func kept() async throws {
        let arena = try await ArenaFixture(mostPlayers: 4)
        try await arena.addGame()
        _ = try await arena.register(1, origin: .outside(nil))
        _ = try await arena.register(1)
        _ = try await arena.register(2)
        _ = try await arena.register(3, origin: .outside(nil))
        try await arena.database.write("as if it had joined") { db throws(SQLiteError) in
            try db.execute("UPDATE installs SET played = 1 WHERE id = 3")
        }
        _ = try await arena.register(4)
        let later = noon.advanced(by: PlayerPlaces.grace + 1)
        #expect(try await arena.register(5, at: later, origin: .outside(nil)) == .full)
        #expect(
            isRegistered(try await arena.register(6, at: later)),
            "home may push out who never played at home"
        )
    }

    @Test("a person outside takes none of home's places, and pushes nobody of home out")
    func persons() async throws {
        let arena = try await ArenaFixture(mostPlayers: 20)
        try await arena.addGame()
        for number in 1...18 { _ = try await arena.register(number) }
        let later = noon.advanced(by: PlayerPlaces.grace + 1)
        func begins(_ person: Int64, _ origin: InstallStore.InstallOrigin) async throws -> Bool {
            let code = arena.code(UInt64(person))
            return try await arena.players.begin(person: person, code: code, from: origin, at: later) != nil
        }
        func makesRoom(_ origin: InstallStore.InstallOrigin) async throws -> Bool {
            try await arena.installs.makeRoom(for: origin, at: later, InstallStore.Following())
        }
        for origin in [InstallStore.InstallOrigin.outside(nil), Self.network] {
            #expect(try await !begins(1, origin), "the last tenth is for home")
            #expect(try await !makesRoom(origin))
        }
        for person in [2, 3] as [Int64] { #expect(try await begins(person, .home)) }
        #expect(try await begins(2, .outside(nil)), "who has a player has it everywhere")
        #expect(try await arena.players.count() == 20)
        #expect(try await !begins(4, .home))
        #expect(try await makesRoom(.home), "home may push out who never played at home")
        #expect(try await begins(4, .home))
    }

    @Test("no installation goes where a place became free meanwhile")
    func free() async throws {
        let arena = try await ArenaFixture(mostPlayers: 20)
        try await arena.addGame()
        _ = try await arena.register(1)
        let later = noon.advanced(by: PlayerPlaces.grace + 1)
        #expect(try await arena.installs.makeRoom(for: .home, at: later, InstallStore.Following()))
        #expect(try await arena.players.count() == 1)
    }

    @Test("places are looked for along an index, however many there are")
    func plan() async throws {
        let arena = try await ArenaFixture()
        let plan = try await arena.database.read("plan") { db throws(SQLiteError) in
            try db.rows("EXPLAIN QUERY PLAN \(IdleInstallTable.ofAll)", .flag(true), .integer(0), .integer(8))
            {
                row throws(SQLiteError) in try row.text(3)
            }
        }
        #expect(plan.contains { $0.contains("installs_never_played") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN installs") }, "\(plan)")
    }
}
