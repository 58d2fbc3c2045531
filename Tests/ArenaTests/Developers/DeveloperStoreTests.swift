import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Developers on the disk")
struct DeveloperStoreTests {
    private static let noon = DeveloperFixture.noon

    @Test("who registers is signed in, has eight codes, and is found by the address in any case")
    func registers() async throws {
        let fixture = try await DeveloperFixture()
        let ola = try await fixture.developer("ola", 1)
        #expect(ola.version == 1 && ola.recoveryCodes == 8 && ola.games == 0 && ola.since == Self.noon)
        let capitals = try #require(DeveloperAddress("OLA@Example.org"))
        let account = try await fixture.developers.account(of: capitals)
        #expect(account == DeveloperStore.Account(id: ola.id, password: "$y$ola"))
        #expect(try await fixture.sessions(ola.id) == [1])
        #expect(try await fixture.developers.acts(of: ola.id) == [.registered])
        #expect(try await fixture.register("OLA", 2) == .taken)
        #expect(try await fixture.developers.account(of: try DeveloperFixture.address("jan")) == nil)
    }

    @Test("an invitation is for one of them, a week, and who took it back")
    func invited() async throws {
        let fixture = try await DeveloperFixture(.invitation)
        let hashes = (0..<4).map { DeveloperFixture.hash(100 + $0) }
        for (index, hash) in hashes.enumerated() {
            let code = fixture.arena.code(UInt64(index))
            let made = try await fixture.invitations.make(
                code,
                hash: hash,
                note: "for \(index)",
                at: Self.noon
            )
            #expect(made?.note == "for \(index)" && made?.usedAt == nil)
        }
        #expect(try await fixture.register("ola", 1) == .notInvited)
        #expect(try await fixture.register("ola", 1, invitation: DeveloperFixture.hash(99)) == .notInvited)
        guard case .registered = try await fixture.register("ola", 1, invitation: hashes[0]) else {
            Issue.record("not registered")
            return
        }
        #expect(try await fixture.register("jan", 2, invitation: hashes[0]) == .notInvited)
        // An address that somebody has spends none.
        #expect(try await fixture.register("ola", 2, invitation: hashes[1]) == .taken)
        let end = Self.noon.advanced(by: ArenaRules.invitationLife)
        #expect(try await fixture.register("jan", 2, invitation: hashes[1], at: end) == .notInvited)
        let listed = try await fixture.invitations.invitations(at: Self.noon)
        #expect(listed.map(\.note) == ["for 3", "for 2", "for 1", "for 0"])
        #expect(listed.map { $0.usedAt != nil } == [false, false, false, true])
        #expect(try await fixture.invitations.remove(listed[1].code))
        #expect(try await !fixture.invitations.remove(listed[1].code))
        #expect(try await !fixture.invitations.remove(listed[3].code))
        #expect(try await fixture.register("jan", 2, invitation: hashes[2]) == .notInvited)
        guard case .registered = try await fixture.register("jan", 2, invitation: hashes[1]) else {
            Issue.record("not registered")
            return
        }
        let month = end.advanced(by: ArenaRules.invitationMemory)
        #expect(try await fixture.invitations.invitations(at: month) == [])
    }

    @Test("so many invitations wait and no more; one that ended makes room")
    func mostInvitations() async throws {
        let fixture = try await DeveloperFixture(.invitation)
        for number in 0..<ArenaRules.mostDeveloperInvitations {
            let code = fixture.arena.code(UInt64(number))
            let hash = DeveloperFixture.hash(1_000 + number)
            #expect(try await fixture.invitations.make(code, hash: hash, note: nil, at: Self.noon) != nil)
        }
        let (code, hash) = (fixture.arena.code(7_777), DeveloperFixture.hash(7_777))
        #expect(try await fixture.invitations.make(code, hash: hash, note: nil, at: Self.noon) == nil)
        let end = Self.noon.advanced(by: ArenaRules.invitationLife)
        #expect(try await fixture.invitations.make(code, hash: hash, note: nil, at: end) != nil)
    }

    @Test("who takes nobody takes nobody, and who is full says so before anything is hashed")
    func closed() async throws {
        let closed = try await DeveloperFixture(.closed)
        #expect(try await closed.register("ola", 1) == .closed)
        let full = try await DeveloperFixture(.open, most: 1)
        _ = try await full.developer("ola", 1)
        #expect(try await full.register("jan", 2) == .full(1))
        let jan = try DeveloperFixture.address("jan")
        #expect(try await full.developers.refusal(of: jan, invitation: nil, at: Self.noon) == .full(1))
    }

    @Test("a change takes the version that it replaces, and no address of somebody else")
    func changes() async throws {
        let fixture = try await DeveloperFixture()
        let ola = try await fixture.developer("ola", 1)
        _ = try await fixture.developer("jan", 2)
        let profile = try DeveloperProfile(firstName: "Ola", lastName: "Nowak", company: "Rzeka")
        let named = DeveloperStore.Change(profile: profile, address: nil)
        guard
            case .changed(let second) = try await fixture.developers.change(
                ola.id,
                named,
                version: 1,
                at: Self.noon
            )
        else {
            Issue.record("not changed")
            return
        }
        #expect(second.version == 2 && second.profile == profile && second.address == ola.address)
        // The same once more is no change, whatever version is said.
        #expect(
            try await fixture.developers.change(ola.id, named, version: 1, at: Self.noon)
                == .unchanged(second)
        )
        var other = named
        other.address = try DeveloperFixture.address("eva")
        #expect(
            try await fixture.developers.change(ola.id, other, version: 1, at: Self.noon) == .conflict(second)
        )
        other.address = try DeveloperFixture.address("JAN")
        #expect(try await fixture.developers.change(ola.id, other, version: 2, at: Self.noon) == .taken)
        // One's own in other letters is free.
        other.address = try DeveloperFixture.address("OLA")
        guard case .changed = try await fixture.developers.change(ola.id, other, version: 2, at: Self.noon)
        else {
            Issue.record("not changed")
            return
        }
        #expect(try await fixture.developers.change(99, named, version: 1, at: Self.noon) == .gone)
        #expect(try await fixture.developers.acts(of: ola.id) == [.addressChanged, .registered])
    }

    @Test("what became of an account is remembered two hundred times")
    func acts() async throws {
        let fixture = try await DeveloperFixture()
        let ola = try await fixture.developer("ola", 1)
        try await fixture.arena.database.write("note") { db throws(SQLiteError) in
            for _ in 0..<250 { try AuditTable.note(.signedIn, of: ola.id, at: Self.noon, db) }
        }
        let acts = try await fixture.developers.acts(of: ola.id)
        #expect(acts.count == Int(ArenaRules.mostActs) && !acts.contains(.registered))
    }
}
