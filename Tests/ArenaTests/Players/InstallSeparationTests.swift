import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Installations that go their own way")
struct InstallSeparationTests {
    private static let month: Int64 = 30 * 86_400

    /// Ola's guest plays for a phone.
    private static func joined() async throws -> (world: JoinFixture, phone: Player, install: Int64) {
        let world = try await JoinFixture()
        let phone = try await world.phone(7)
        let (install, _) = try await world.guest(1, "Ola")
        try await world.code("AAAA", of: phone)
        _ = try #require(try await world.join("AAAA", .install(install)))
        return (world, phone, install)
    }

    @Test("within thirty days the guest comes back with its name, later a new one begins")
    func former() async throws {
        for (after, isFormer) in [(Int64(0), true), (Self.month - 1, true), (Self.month, false)] {
            let (world, phone, install) = try await Self.joined()
            let now = JoinFixture.noon.advanced(by: after)
            guard case .left(let left) = try await world.separate(1, of: phone, at: now) else {
                Issue.record("not left")
                return
            }
            #expect(left.isFormer == isFormer && left.install == install && left.player.person == nil)
            #expect(
                (left.player.name == "Ola") == isFormer && left.player.name.hasPrefix("Player-") != isFormer
            )
            #expect(try await world.player(ofInstall: install)?.id == left.player.id)
            #expect(try await world.arena.players.player(code: left.player.code) != nil)
            #expect(try await world.arena.installs.list(of: phone.id).isEmpty)
            #expect(try await world.separate(1, of: phone, at: now) == .unknown)
        }
    }

    @Test("former guests end when their time is over, with name and picture; who came back does not")
    func end() async throws {
        let (world, phone, install) = try await Self.joined()
        let (second, jan) = try await world.guest(2, "Jan")
        try await world.code("BBBB", of: phone)
        let picture = HashedPicture(try Picture(PictureSamples.png), hash: [UInt8](repeating: 1, count: 32))
        _ = try await world.arena.players.setPicture(picture, of: jan.id, at: JoinFixture.noon)
        _ = try #require(try await world.join("BBBB", .install(second)))
        _ = try await world.separate(1, of: phone)
        let over = JoinFixture.noon.advanced(by: Self.month)
        #expect(try await world.arena.joins.endFormer(at: over.advanced(by: -1)) == false)
        #expect(try await world.arena.players.picture(picture.hash) != nil)
        #expect(try await world.arena.joins.endFormer(at: over))
        #expect(try await world.arena.joins.endFormer(at: over) == false)
        #expect(try await world.arena.players.picture(picture.hash) == nil)
        #expect(try await world.guest(3, "Jan").player.name == "Jan")
        #expect(try await world.player(ofInstall: second)?.id == phone.id)
        #expect(try await world.player(ofInstall: install)?.name == "Ola")
    }

    @Test("an order that was over before names a guest as who it became, also when its time is over")
    func earlier() async throws {
        let (world, phone, install) = try await Self.joined()
        let guest = try #require(UInt32(exactly: phone.id + 1))
        let row = BoardIndex.Row(
            standing: BoardIndex.Standing(player: guest, score: 5, sequence: 1),
            position: 1,
            rank: 1
        )
        func named() async throws -> [String] {
            try await BoardLines(database: world.arena.database).lines([row]).map(\.code)
        }
        func pass(_ months: Int64) async throws {
            let now = JoinFixture.noon.advanced(by: months * Self.month)
            #expect(try await world.arena.joins.endFormer(at: now))
        }
        #expect(try await named() == [phone.code])
        try await pass(1)
        #expect(try await world.player(ofInstall: install)?.id == phone.id)
        #expect(try await named() == [phone.code])
        // That one becomes another one's in its turn, and its time is over as well.
        let other = try await world.phone(8)
        try await world.arena.joins.setRecoveryCodes([JoinFixture.hash("PAPER")], of: other.id)
        let later = JoinFixture.noon.advanced(by: Self.month)
        #expect(try await world.join("PAPER", .person(7), at: later)?.player.id == other.id)
        #expect(try await named() == [other.code])
        try await pass(3)
        #expect(try await named() == [other.code])
        try await world.arena.players.remove(other.id, at: later) { _ in }
        #expect(try await named().isEmpty)
    }

    @Test(
        "the only one that a player began with stays, and so does the last one of a player without anybody else"
    )
    func onlyOne() async throws {
        let world = try await JoinFixture()
        let (_, ola) = try await world.guest(1, "Ola")
        let (second, _) = try await world.guest(2, "Jan")
        #expect(try await world.separate(1, of: ola) == .onlyOne)
        #expect(try await world.separate(9, of: ola) == .unknown)
        #expect(try await world.separate(2, of: ola) == .unknown, "somebody else's")
        try await world.code("AAAA", of: ola)
        _ = try #require(try await world.join("AAAA", .install(second)))
        guard case .left(let left) = try await world.separate(1, of: ola) else {
            Issue.record("another one stays")
            return
        }
        #expect(!left.isFormer)
        #expect(try await world.separate(2, of: ola) == .onlyOne)
        try await world.arena.joins.setRecoveryCodes([JoinFixture.hash("R")], of: ola.id)
        guard case .left(let last) = try await world.separate(2, of: ola) else {
            Issue.record("the player can come back")
            return
        }
        #expect(last.isFormer && last.player.name == "Jan")
        #expect(try await world.join("R", .install(last.install))?.player.id == ola.id)
    }

    @Test("who joined twice comes back as the guest that it was first")
    func chain() async throws {
        let world = try await JoinFixture()
        let (first, _) = try await world.guest(1, "Ola")
        let (second, jan) = try await world.guest(2, "Jan")
        let phone = try await world.phone(7)
        try await world.code("AAAA", of: jan)
        _ = try #require(try await world.join("AAAA", .install(first)))
        try await world.code("BBBB", of: phone)
        let report = try #require(try await world.join("BBBB", .install(second)))
        #expect(report.installs == 2)
        let listed = try await world.arena.installs.list(of: phone.id)
        #expect(listed.map(\.former?.name) == ["Ola", "Jan"])
        guard case .left(let left) = try await world.separate(1, of: phone) else {
            Issue.record("not left")
            return
        }
        #expect(left.player.name == "Ola" && left.isFormer)
    }

    @Test("phones that are linked bring their players together, and an installation can still leave")
    func phones() async throws {
        let (world, phone, install) = try await Self.joined()
        let other = try await world.phone(8)
        let entry = PersonLogEntry(sequence: 1, person: 7, kind: .joined(into: 8))
        let cursor = PersonLogCursor(era: 1, sequence: 1)
        for _ in 0..<2 {
            // A kill before the answer: the same entry may be read again, and changes nothing.
            _ = try await world.arena.players.follow([entry], to: cursor, at: JoinFixture.noon)
            #expect(try await world.player(ofInstall: install)?.id == other.id)
            #expect(try await world.arena.players.player(ofPerson: 7) == nil)
            #expect(try await world.arena.players.player(code: phone.code) == nil)
        }
        guard case .left(let left) = try await world.separate(1, of: other) else {
            Issue.record("not left")
            return
        }
        #expect(left.player.name == "Ola")
    }
}
