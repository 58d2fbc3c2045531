import CoreSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Developers who come in, come back and go")
struct DeveloperSignInTests {
    private static let noon = DeveloperFixture.noon
    private static let home = [LoginLock.Place.home]
    private static func outside(_ number: Int) -> [LoginLock.Place] {
        [.network("203.0.\(number).0/24"), .outside]
    }
    private static let hash = DeveloperFixture.hash(500)

    /// Rows of sessions that ended with commits.
    private final class Ended: Sendable {
        let rows = Locked<[Int64]>([])
        var note: DeveloperStore.SessionsEnded {
            let rows = rows
            return { ended in rows.withLock { $0 += ended } }
        }
    }

    private static func begin(
        _ fixture: DeveloperFixture,
        _ name: String,
        from places: [LoginLock.Place],
        at now: UnixTime = noon
    ) async throws -> DeveloperStore.SignIn {
        try await fixture.developers.beginSignIn(
            try DeveloperFixture.address(name),
            name == "ola" ? hash : DeveloperFixture.hash(501),
            from: places,
            at: now
        )
    }

    @Test("wrong passwords lock the place that they come from, for an account and for nobody's address alike")
    func locks() async throws {
        let fixture = try await DeveloperFixture()
        _ = try await fixture.developer("ola", 1)
        let account = try await fixture.account("ola")
        for _ in 0..<5 {
            #expect(try await Self.begin(fixture, "ola", from: Self.outside(1)) == .check(account))
            #expect(try await Self.begin(fixture, "nobody", from: Self.outside(1)) == .check(nil))
        }
        #expect(try await Self.begin(fixture, "ola", from: Self.outside(1)) == .wait(60))
        #expect(try await Self.begin(fixture, "nobody", from: Self.outside(1)) == .wait(60))
        // Nobody else outside waits, nor anybody at home.
        #expect(try await Self.begin(fixture, "ola", from: Self.outside(2)) == .check(account))
        #expect(try await Self.begin(fixture, "ola", from: Self.home) == .check(account))
        // Many networks lock all of outside, and not the home.
        for number in 3..<60 { _ = try await Self.begin(fixture, "ola", from: Self.outside(number)) }
        guard case .wait = try await Self.begin(fixture, "ola", from: Self.outside(99)) else {
            Issue.record("it may be tried from anywhere")
            return
        }
        #expect(try await Self.begin(fixture, "ola", from: Self.home) == .check(account))
    }

    @Test("the right password forgets the wrong ones, and twenty sessions are the most")
    func sessions() async throws {
        let fixture = try await DeveloperFixture()
        let ola = try await fixture.developer("ola", 1)
        let (account, ended) = (try await fixture.account("ola"), Ended())
        for number in 2...21 {
            for _ in 0..<4 { _ = try await Self.begin(fixture, "ola", from: Self.home) }
            #expect(try await Self.begin(fixture, "ola", from: Self.home) == .check(account))
            let developer = try await fixture.developers.signIn(
                account,
                Self.hash,
                from: Self.home,
                session: DeveloperFixture.session(number),
                at: Self.noon,
                then: ended.note
            )
            #expect(developer?.id == ola.id)
        }
        #expect(try await fixture.sessions(ola.id) == Array((2...21).reversed()))
        #expect(ended.rows.withLock { $0.count } == 1)
        // Sessions that are over make room first, and nobody is listed by them.
        let later = Self.noon.advanced(by: SessionLife.idle)
        #expect(try await fixture.sessions(ola.id, at: later) == [])
        let session = DeveloperFixture.session(21).session
        #expect(try await fixture.developers.session(session, at: later.advanced(by: -1)) != nil)
        #expect(try await fixture.developers.session(session, at: later) == nil)
    }

    @Test("a use makes a session longer, but not for ever")
    func used() async throws {
        let fixture = try await DeveloperFixture()
        _ = try await fixture.developer("ola", 1)
        let name = DeveloperFixture.session(1).session
        var now = Self.noon
        while let session = try await fixture.developers.session(name, at: now) {
            try await fixture.developers.noteUse(of: session.id, at: now)
            now = now.advanced(by: SessionLife.idle - 1)
        }
        #expect((SessionLife.longest..<SessionLife.longest + SessionLife.idle).contains(now.since(Self.noon)))
    }

    @Test(
        "another password ends every session, whoever's password was checked against the old one comes too late"
    )
    func changed() async throws {
        let fixture = try await DeveloperFixture()
        let ola = try await fixture.developer("ola", 1)
        let (old, ended) = (try await fixture.account("ola"), Ended())
        let changed = try await fixture.developers.setPassword(
            "$y$new",
            of: old,
            session: DeveloperFixture.session(2),
            at: Self.noon,
            then: ended.note
        )
        #expect(changed?.id == ola.id && ended.rows.withLock { $0.count } == 1)
        #expect(try await fixture.sessions(ola.id) == [2])
        #expect(try await fixture.account("ola").password == "$y$new")
        let late = DeveloperFixture.session(3)
        #expect(
            try await fixture.developers.setPassword(
                "$y$x",
                of: old,
                session: late,
                at: Self.noon,
                then: ended.note
            ) == nil
        )
        #expect(
            try await fixture.developers.signIn(
                old,
                Self.hash,
                from: Self.home,
                session: late,
                at: Self.noon,
                then: ended.note
            ) == nil
        )
        #expect(try await !fixture.developers.setRecoveryCodes([Self.hash], of: old, at: Self.noon))
        #expect(
            try await fixture.developers.remove(old, games: .close, at: Self.noon, then: { _ in }) == nil
        )
        #expect(try await fixture.sessions(ola.id) == [2])
        #expect(try await fixture.developers.acts(of: ola.id) == [.passwordChanged, .registered])
    }

    @Test("a recovery code opens the account of its own address, once, and ends every session")
    func recovered() async throws {
        let fixture = try await DeveloperFixture()
        let ola = try await fixture.developer("ola", 1)
        _ = try await fixture.developer("jan", 2)
        let ended = Ended()
        func recover(_ name: String, _ proof: DeveloperStore.Proof, _ number: Int) async throws -> Developer?
        {
            try await fixture.developers.recover(
                try DeveloperFixture.address(name),
                by: proof,
                password: "$y$\(number)",
                session: DeveloperFixture.session(number),
                at: Self.noon,
                then: ended.note
            )
        }
        let code = DeveloperStore.Proof.code(DeveloperFixture.hash(10))
        #expect(try await recover("jan", code, 3) == nil)
        #expect(try await recover("nobody", code, 3) == nil)
        #expect(try await recover("ola", .code(Self.hash), 3) == nil)
        #expect(ended.rows.withLock { $0.isEmpty })
        #expect(try await recover("ola", code, 3)?.recoveryCodes == 7)
        #expect(try await recover("ola", code, 4) == nil)
        #expect(try await fixture.sessions(ola.id) == [3] && ended.rows.withLock { $0.count } == 1)
        #expect(try await recover("nobody", .presence, 5) == nil)
        #expect(try await recover("ola", .presence, 5)?.recoveryCodes == 7)
        #expect(try await fixture.account("ola").password == "$y$5")
        #expect(
            try await fixture.developers.acts(of: ola.id)
                == [.recoveredByDisplay, .recoveredByCode, .registered]
        )
    }

    @Test("sessions are ended one by one or all others, each by its own developer alone")
    func ends() async throws {
        let fixture = try await DeveloperFixture()
        let ola = try await fixture.developer("ola", 1)
        let jan = try await fixture.developer("jan", 2)
        let (account, ended) = (try await fixture.account("ola"), Ended())
        for number in 3...5 {
            _ = try await fixture.developers.signIn(
                account,
                Self.hash,
                from: Self.home,
                session: DeveloperFixture.session(number),
                at: Self.noon,
                then: ended.note
            )
        }
        let store = fixture.developers
        let mine = DeveloperFixture.session(5).session
        #expect(try await !store.endSession(mine, of: jan.id, at: Self.noon, then: ended.note))
        #expect(try await store.endSession(mine, of: ola.id, at: Self.noon, then: ended.note))
        #expect(try await !store.endSession(mine, of: ola.id, at: Self.noon, then: ended.note))
        #expect(try await fixture.sessions(ola.id) == [4, 3, 1])
        let kept = try #require(try await store.session(DeveloperFixture.session(4).session, at: Self.noon))
        try await store.endSessions(of: ola.id, except: kept.id, at: Self.noon, then: ended.note)
        #expect(try await fixture.sessions(ola.id) == [4])
        #expect(try await fixture.sessions(jan.id) == [2])
        #expect(ended.rows.withLock { $0.count } == 3)
    }

    @Test(
        "who goes takes everything along, and the games are closed or the owner's",
        arguments: [true, false]
    )
    func removed(closes: Bool) async throws {
        let fixture = try await DeveloperFixture()
        let ola = try await fixture.developer("ola", 1)
        for game in ["snake", "tetris", "chess"] { try await fixture.arena.addGame(game) }
        try await fixture.arena.database.write("give games") { db throws(SQLiteError) in
            try db.execute(
                "UPDATE games SET developer = ?1 WHERE slug IN ('snake', 'tetris')",
                .integer(ola.id)
            )
        }
        #expect(try await fixture.developers.developer(ola.id)?.games == 2)
        let heard = Ended()
        let note = heard.note
        for slug in ["snake", "chess"] { _ = try await fixture.arena.games.promote(slug, place: 1, pin: nil) }
        let removal = try await fixture.developers.remove(
            try await fixture.account("ola"),
            games: closes ? .close : .toOwner,
            at: Self.noon
        ) { note($0.sessions) }
        #expect(removal?.closed == (closes ? 2 : 0) && heard.rows.withLock { $0.count } == 1)
        let games = try await fixture.arena.games.games()
        let places = games.map { "\($0.game.facts.slug) \($0.game.promotion.place ?? 0)" }
        #expect(places == ["chess 1", "snake 0", "tetris 0"])
        #expect(games.map { $0.game.closedAt != nil } == [false, closes, closes])
        #expect(try await fixture.developers.account(of: try DeveloperFixture.address("ola")) == nil)
        #expect(try await fixture.developers.developer(ola.id) == nil)
        #expect(try await fixture.developers.acts(of: ola.id) == [.removed])
        let left = try await fixture.arena.database.read("count") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT count(*) FROM developer_sessions UNION ALL SELECT count(*) FROM developer_recovery
                UNION ALL SELECT count(*) FROM games WHERE developer IS NOT NULL
                """
            ) { row throws(SQLiteError) in try row.integer(0) }
        }
        #expect(left.allSatisfy { $0 == 0 })
    }
}
