import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("One player of two, by a code")
struct PlayerJoinTests {
    private static let noon = JoinFixture.noon

    @Test(
        "a guest that says a phone's code plays for the phone's player, and its name is kept for thirty days"
    )
    func guest() async throws {
        let world = try await JoinFixture()
        let phone = try await world.phone(7)
        let (install, ola) = try await world.guest(1, "Ola")
        try await world.code("AAAA", of: phone)
        let report = try #require(try await world.join("AAAA", .install(install)))
        #expect(report.player.id == phone.id && report.loses == "Ola" && report.installs == 1)
        #expect(report.changedInstalls == [install])
        #expect(try await world.player(ofInstall: install)?.id == phone.id)
        #expect(try await world.arena.players.player(code: ola.code) == nil, "nobody finds a former guest")
        let taken = try await world.guest(2, "Ola")
        #expect(taken.player.name == "Ola-2")
        let listed = try await world.arena.installs.list(of: phone.id)
        let until = Self.noon.advanced(by: 30 * 86_400)
        #expect(listed.map(\.former) == [InstallStore.Former(name: "Ola", until: until)])
        #expect(listed.map(\.linkedAt) == [Self.noon])
    }

    @Test("a phone that says a guest's code becomes that guest, and what it was before goes along")
    func phone() async throws {
        let world = try await JoinFixture()
        let (install, ola) = try await world.guest(1, "Ola")
        try await world.code("AAAA", of: ola)
        let report = try #require(try await world.join("AAAA", .person(7)))
        #expect(report.player.id == ola.id && report.player.person == 7 && report.loses == nil)
        #expect(report.changedInstalls == [install], "who it is known as holds its person")
        let (second, jan) = try await world.guest(2, "Jan")
        try await world.code("BBBB", of: jan)
        let next = try #require(try await world.join("BBBB", .person(7)))
        #expect(next.player.id == jan.id && next.player.person == 7 && next.loses == "Ola")
        #expect(next.installs == 1 && Set(next.changedInstalls) == [install, second])
        #expect(try await world.arena.players.player(ofPerson: 7)?.id == jan.id)
    }

    @Test("an installation that never played is idle no more once its player joined with another")
    func idle() async throws {
        let world = try await JoinFixture()
        let (install, ola) = try await world.guest(1, "Ola")
        let (other, _) = try await world.guest(2, "Jan")
        try await world.code("AAAA", of: ola)
        #expect(try await world.join("AAAA", .install(other)) != nil)
        let used = try await world.arena.database.read("used") { db throws(SQLiteError) in
            try db.rows("SELECT id FROM installs WHERE played > 0 ORDER BY id") { row throws(SQLiteError) in
                try row.integer(0)
            }
        }
        #expect(used == [install, other])
    }

    @Test("codes that join nothing: unknown, used, too old, one's own, replaced, another person's, in a ring")
    func refused() async throws {
        let world = try await JoinFixture()
        let (first, ola) = try await world.guest(1, "Ola")
        let (second, jan) = try await world.guest(2, "Jan")
        let (third, _) = try await world.guest(3, "Ela")
        #expect(try await world.say("NONE", .install(first)) == .unknown)
        #expect(try await world.say("NONE", .install(99)) == .unknown)
        try await world.code("OLD", of: ola)
        #expect(try await world.say("OLD", .install(second), at: Self.noon.advanced(by: 600)) == .unknown)
        try await world.code("OLAS", of: ola)
        #expect(try await world.say("OLD", .install(second)) == .unknown, "replaced")
        #expect(try await world.say("OLAS", .install(first)) == .ownCode)
        try await world.code("JANS", of: jan)
        #expect(try await world.join("OLAS", .install(second)) != nil)
        #expect(try await world.say("OLAS", .install(third)) == .unknown, "used")
        #expect(try await world.say("JANS", .install(first)) == .ownCode, "a ring")
        #expect(try await world.say("JANS", .install(third)) == .unknown, "the code of nobody")
        let one = try await world.phone(7)
        _ = try await world.phone(8)
        try await world.code("ONES", of: one)
        #expect(try await world.join("ONES", .person(8)) == nil)
        #expect(try await world.say("ONES", .person(8)) == .otherPerson)
        #expect(try await world.say("ONES", .person(7)) == .ownCode)
        // Refusals have used nothing up.
        #expect(try await world.join("ONES", .install(third)) != nil)
    }

    @Test("whoever lost the answer says the code again and is told the same, and nobody else is")
    func again() async throws {
        let world = try await JoinFixture()
        let phone = try await world.phone(7)
        let (first, _) = try await world.guest(1, "Ola")
        let (second, _) = try await world.guest(2, "Jan")
        let later = Self.noon.advanced(by: 60)
        try await world.code("AAAA", of: phone)
        let report = try #require(try await world.join("AAAA", .install(first)))
        guard case .joined(let again) = try await world.say("AAAA", .install(first), at: later) else {
            Issue.record("not the same")
            return
        }
        #expect(again.player == report.player && again.loses == "Ola" && again.installs == 1 && again.isDone)
        #expect(try await world.say("AAAA", .install(second), at: later) == .unknown)
        // Another installation of the same player came by another code.
        // It may have been in the same second.
        try await world.code("BBBB", of: phone)
        #expect(try await world.join("BBBB", .install(second)) != nil)
        #expect(try await world.say("BBBB", .install(first), at: later) == .unknown)
        guard case .joined(let next) = try await world.say("BBBB", .install(second), at: later) else {
            Issue.record("not the same")
            return
        }
        #expect(next.loses == "Jan" && next.installs == 1)
        let (_, ela) = try await world.guest(3, "Ela")
        try await world.code("CCCC", of: ela)
        #expect(try await world.join("CCCC", .person(9)) != nil)
        guard case .joined(let phones) = try await world.say("CCCC", .person(9)) else {
            Issue.record("not the same")
            return
        }
        #expect(phones.player.id == ela.id && phones.loses == nil)
    }

    @Test("a recovery code brings the player to a new phone, once, and the lost one has it no more")
    func recovery() async throws {
        let world = try await JoinFixture()
        let phone = try await world.phone(7)
        let (install, _) = try await world.guest(1, "Ola")
        try await world.code("AAAA", of: phone)
        _ = try await world.join("AAAA", .install(install))
        let codes = (0..<8).map {
            JoinFixture.hash("RECOVERY-\(["A", "B", "C", "D", "E", "F", "G", "H"][$0])")
        }
        try await world.arena.joins.setRecoveryCodes(codes, of: phone.id)
        #expect(try await world.arena.players.player(phone.id)?.recoveryCodes == 8)
        let own = try await world.phone(8)
        let report = try #require(try await world.join("RECOVERY-A", .person(8)))
        #expect(report.player.id == phone.id && report.player.person == 8 && report.leftPerson == 7)
        #expect(report.loses == own.name && report.changedInstalls == [install])
        #expect(try await world.arena.players.player(ofPerson: 7) == nil)
        #expect(try await world.arena.players.player(phone.id)?.recoveryCodes == 7)
        guard case .joined = try await world.say("RECOVERY-A", .person(8)) else {
            Issue.record("not the same")
            return
        }
        #expect(try await world.say("RECOVERY-A", .person(9)) == .unknown, "each once")
        #expect(try await world.say("RECOVERY-B", .person(8)) == .ownCode)
        let (second, _) = try await world.guest(2, "Jan")
        let guests = try #require(try await world.join("RECOVERY-B", .install(second)))
        #expect(guests.player.person == 8 && guests.leftPerson == nil)
        try await world.arena.joins.setRecoveryCodes([JoinFixture.hash("NEW")], of: phone.id)
        #expect(try await world.say("RECOVERY-C", .person(9)) == .unknown, "replaced")
    }

    @Test("friendships unite, duels with each other are void, and those with others go on")
    func friendsAndDuels() async throws {
        let world = try await JoinFixture()
        let board = try #require(try await world.arena.board())
        let stays = try await world.phone(7)
        let (install, goes) = try await world.guest(1, "Ola")
        let (_, both) = try await world.guest(2, "Both")
        let (_, theirs) = try await world.guest(3, "Theirs")
        let (_, blocked) = try await world.guest(4, "Blocked")
        try await world.set(.friends, stays, goes)
        try await world.set(.invited, stays, both)
        try await world.set(.invited, both, goes)
        try await world.set(.friends, goes, theirs)
        try await world.set(.friends, stays, blocked)
        try await world.set(.nothing, blocked, goes, blocked: true)
        try await world.duel(stays, goes, state: 1, key: 1, board: board.id)
        try await world.duel(goes, stays, state: 2, key: 1, board: board.id)
        try await world.duel(goes, theirs, state: 1, key: 2, board: board.id)
        try await world.duel(theirs, goes, state: 0, key: 3, board: board.id)
        try await world.duel(stays, theirs, state: 0, key: 2, board: board.id)
        try await world.code("AAAA", of: stays)
        let report = try #require(try await world.join("AAAA", .install(install)))
        #expect(report.friends == 2 && report.voidedDuels == 1)
        let rows = try await world.rows(stays)
        #expect(rows.keys.sorted() == [both.id, theirs.id, blocked.id].sorted())
        #expect(rows[both.id]?.kind == .friends && rows[theirs.id]?.kind == .friends)
        #expect(rows[blocked.id]?.kind == .nothing && rows[blocked.id]?.isBlockedByThem == true)
        #expect(try await world.rows(goes).isEmpty)
        let (me, other, gone) = (stays.id, theirs.id, goes.id)
        #expect(
            try await world.duels() == [
                ["\(me) \(gone)", "3 merged"], ["\(gone) \(me)", "0 -"], ["\(me) \(other)", "- -"],
                ["\(other) \(me)", "- -"],
                ["\(me) \(other)", "- -"],
            ]
        )
        guard case .joined(let again) = try await world.say("AAAA", .install(install)) else {
            Issue.record("not the same")
            return
        }
        #expect(again.friends == 2 && again.voidedDuels == 1)
    }

    @Test("nobody has more than five hundred friends by it")
    func many() async throws {
        let world = try await JoinFixture()
        let (install, goes) = try await world.guest(1)
        let (_, stays) = try await world.guest(2)
        for number in 3...602 {
            let (_, other) = try await world.guest(number)
            try await world.set(.friends, number.isMultiple(of: 2) ? goes : stays, other)
        }
        try await world.set(.invited, goes, try await world.guest(700).player)
        try await world.code("AAAA", of: stays)
        let report = try #require(try await world.join("AAAA", .install(install)))
        #expect(report.friends == 500)
        #expect(try await world.rows(stays).count == 501)
    }

    private static func row(_ kind: FriendRow.Kind, mine: Bool = true, blocked: Bool = false) -> FriendRow {
        FriendRow(
            kind: kind,
            isMine: mine,
            hasAskedAgain: false,
            isBlockedByMe: blocked,
            isBlockedByThem: false,
            at: 1
        )
    }

    @Test(
        "of two rows with the same player the stronger one stays: friends, invited, declined; a block stands alone"
    )
    func rows() throws {
        let kinds: [FriendRow.Kind] = [.declined, .invited, .friends]
        for (weight, kind) in kinds.enumerated() {
            for (other, second) in kinds.enumerated() {
                let united = try #require(Self.row(kind).united(with: Self.row(second)))
                #expect(united.kind == kinds[max(weight, other)])
                let blocked = try #require(Self.row(kind).united(with: Self.row(second, blocked: true)))
                #expect(blocked.kind == .nothing && blocked.isBlockedByMe)
            }
        }
        #expect(Self.row(.invited).united(with: Self.row(.invited, mine: false))?.kind == .friends)
        #expect(Self.row(.declined).united(with: Self.row(.declined, mine: false))?.isMine == true)
        #expect(Self.row(.nothing, blocked: true).united(with: Self.row(.nothing))?.isBlockedByMe == true)
        #expect(Self.row(.nothing).united(with: Self.row(.nothing)) == nil)
    }
}
