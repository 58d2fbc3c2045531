import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Letters that bring players back")
struct PlayerLetterTests {
    private static let noon = JoinFixture.noon
    private static let address = "ola@example.org"

    private let world: JoinFixture
    private let letters: LetterStore

    init() async throws {
        world = try await JoinFixture()
        letters = LetterStore(database: world.arena.database)
    }

    private func set(_ address: String, of player: Player) async throws {
        let current = try #require(try await world.arena.players.player(code: player.code))
        var change = PlayerChange()
        change.email = PlayerEmail(address)
        #expect(change.email != nil)
        _ = try await world.arena.players.change(
            current.id,
            change,
            version: current.version,
            at: Self.noon
        )
    }

    private func email(of player: Player) async throws -> String? {
        try await world.arena.players.player(code: player.code)?.email
    }

    /// Asks for a letter, which says these codes, and sends it; nil: none leaves.
    private func letter(_ codes: [String], to address: String = address, at seconds: Int64 = 0) async throws
        -> LeasedLetter?
    {
        let now = Self.noon.advanced(by: seconds)
        try await letters.askForPlayer(try #require(DeveloperAddress(address)), language: "pl", at: now)
        let terms = LetterStore.Terms(
            most: 60,
            owner: nil,
            confirmation: JoinFixture.hash("other"),
            players: codes.map { JoinFixture.hash($0) }
        )
        guard case .letter(let leased) = try await letters.lease(terms, at: now) else { return nil }
        try await letters.settle(leased, .accepted, at: now)
        return leased
    }

    private func join(_ code: String, _ caller: PlayerJoin.Caller, at seconds: Int64 = 0) async throws
        -> PlayerJoin.Report?
    {
        try await world.join(code, caller, at: Self.noon.advanced(by: seconds))
    }

    @Test("its code is good once, for a quarter of an hour, until the next letter, and is no recovery code")
    func once() async throws {
        let lost = try await world.phone(7)
        try await world.arena.joins.setRecoveryCodes([JoinFixture.hash("PAPER")], of: lost.id)
        try await set("Ola@example.org", of: lost)
        let first = try #require(try await letter(["LLLL"], to: "OLA@EXAMPLE.ORG"))
        #expect(first.kind == .player && first.recipient == "Ola@example.org" && first.language == "pl")
        #expect(first.players.map(\.code) == [lost.code])
        #expect(try await join("LLLL", .person(8), at: 900) == nil, "too old")
        #expect(try await letter(["MMMM"], at: 10) != nil)
        #expect(try await join("LLLL", .person(8), at: 20) == nil, "replaced")
        let back = try #require(try await join("MMMM", .person(8), at: 20))
        #expect(back.player.id == lost.id && back.player.person == 8 && back.leftPerson == 7)
        #expect(back.player.recoveryCodes == 1)
        #expect(try await join("MMMM", .person(9), at: 30) == nil, "used")
        #expect(try await join("PAPER", .person(9), at: 30)?.player.recoveryCodes == 0)
    }

    @Test("each player of the address gets its own, who was there first first; former guests get none")
    func several() async throws {
        let (_, ola) = try await world.guest(1, "Ola")
        let (install, jan) = try await world.guest(2, "Jan")
        let (_, ewa) = try await world.guest(3, "Ewa")
        for player in [ewa, jan, ola] { try await set(Self.address, of: player) }
        #expect(try await letter(["LLLL", "MMMM"])?.players.map(\.name) == ["Ola", "Jan"])
        try await world.code("AAAA", of: ola)
        #expect(try await join("AAAA", .install(install)) != nil)
        #expect(try await letter(["LLLL", "MMMM"], at: 10)?.players.map(\.name) == ["Ola", "Ewa"])
        #expect(try await join("MMMM", .person(7), at: 10)?.player.id == ewa.id)
    }

    @Test("none leaves for an address that no player has, and another address ends the codes of letters")
    func others() async throws {
        #expect(try await letter(["LLLL"]) == nil)
        let player = try await world.phone(7)
        try await set(Self.address, of: player)
        #expect(try await letter(["LLLL"]) != nil)
        try await set("jan@example.org", of: player)
        #expect(try await join("LLLL", .person(8)) == nil)
        #expect(try await letter(["LLLL"]) == nil)
        #expect(try await letters.waiting() == 0)
    }

    @Test("what waits for a player goes with it")
    func gone() async throws {
        let player = try await world.phone(7)
        try await set(Self.address, of: player)
        let address = try #require(DeveloperAddress(Self.address))
        try await letters.askForPlayer(address, language: nil, at: Self.noon)
        _ = try await world.arena.players.remove(player.id, named: player.name, at: Self.noon) { _ in
        } duels: { _ in
        }
        #expect(try await letters.waiting() == 0)
    }

    @Test("a game's word for an address is no way into a phone's player, one that a letter reached is")
    func ofGames() async throws {
        for (number, isMailed) in [(1, false), (2, true)] {
            let (_, guest) = try await world.guest(number)
            try await set("game\(number)@example.org", of: guest)
            try await world.code("AAAA", of: guest)
            #expect(try await letter(["LLLL"], to: "game\(number)@example.org") != nil)
            let code = isMailed ? "LLLL" : "AAAA"
            #expect(try await join(code, .person(Int64(number)))?.player.id == guest.id)
            #expect(try await email(of: guest) == (isMailed ? "game2@example.org" : nil))
        }
    }

    @Test("a player with an address stays when all phones of its person are gone")
    func held() async throws {
        let player = try await world.phone(7)
        #expect(try await world.arena.players.heldPersons().isEmpty)
        try await set(Self.address, of: player)
        #expect(try await world.arena.players.heldPersons() == [7])
        try await set("", of: player)
        #expect(try await world.arena.players.heldPersons().isEmpty)
    }

    @Test("a restore that lost its person leaves a player with an address, and a letter brings it back")
    func restored() async throws {
        let player = try await world.phone(7)
        try await set(Self.address, of: player)
        let cursor = PersonLogCursor(era: 7, sequence: 4)
        _ = try await world.arena.players.compare(without: [7], to: cursor, at: nil)
        #expect(try await letter(["LLLL"])?.players.map(\.code) == [player.code])
        #expect(try await join("LLLL", .person(8))?.player.id == player.id)
    }

    @Test("what waits for an address that another player has as well stays")
    func shared() async throws {
        let (ola, jan) = (try await world.phone(7), try await world.phone(8))
        for player in [ola, jan] { try await set(Self.address, of: player) }
        let address = try #require(DeveloperAddress(Self.address))
        try await letters.askForPlayer(address, language: nil, at: Self.noon)
        for (player, left) in [(ola, 1), (jan, 0)] {
            _ = try await world.arena.players.remove(player.id, named: player.name, at: Self.noon) { _ in
            } duels: { _ in
            }
            #expect(try await letters.waiting() == left)
        }
    }

    @Test("a game that was let in before a phone took its guest over says no address for it any more")
    func raced() async throws {
        let (_, guest) = try await world.guest(1)
        let before = try #require(try await world.arena.players.player(code: guest.code))
        try await world.code("AAAA", of: guest)
        let taken = try #require(try await join("AAAA", .person(7))?.player)
        var change = PlayerChange()
        change.email = PlayerEmail("game@example.org")
        func says(_ seen: Player) async throws -> PlayerStore.Renaming {
            let (players, version) = (world.arena.players, taken.version)
            return try await players.change(taken.id, change, version: version, at: Self.noon, seen: seen)
        }
        #expect(try await says(before) == .conflict(taken))
        #expect(try await email(of: guest) == nil)
        _ = try await says(taken)
        #expect(try await email(of: guest) == "game@example.org", "the phone itself may")
    }

    @Test("a letter on its way to a game's address brings no player back that a phone took over meanwhile")
    func underWay() async throws {
        let (_, guest) = try await world.guest(1)
        try await world.arena.joins.setRecoveryCodes([JoinFixture.hash("PAPER")], of: guest.id)
        try await set(Self.address, of: guest)
        #expect(try await letter(["LLLL"]) != nil)
        #expect(try await join("PAPER", .person(7))?.player.id == guest.id)
        #expect(try await email(of: guest) == nil)
        #expect(try await join("LLLL", .person(8)) == nil)
    }

    @Test("the last installation may leave a player whom a letter brings back")
    func leaves() async throws {
        let (_, ola) = try await world.guest(1, "Ola")
        let (install, _) = try await world.guest(2, "Jan")
        try await world.code("AAAA", of: ola)
        #expect(try await join("AAAA", .install(install)) != nil)
        guard case .left = try await world.separate(1, of: ola) else {
            Issue.record("the first stays")
            return
        }
        #expect(try await world.separate(2, of: ola) == .onlyOne)
        try await set(Self.address, of: ola)
        guard case .left = try await world.separate(2, of: ola) else {
            Issue.record("the last stays")
            return
        }
    }
}
