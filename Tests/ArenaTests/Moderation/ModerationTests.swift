import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Bans, flags and the audit")
struct ModerationTests {
    private let noon = ArenaFixture.noon

    private func submit(_ score: Int64, key: UInt8, of install: Int64, _ ledger: ResultLedger) async throws
        -> ResultLedger.Outcome?
    {
        let submitted = try await ledger.submit(
            [Submission(key: [UInt8](repeating: key, count: 16), board: "level-1", score: score)],
            of: install,
            at: noon,
            standings: { _, _ in .notLoaded },
            then: { _ in }
        )
        guard case .outcomes(let outcomes) = submitted else { return nil }
        return outcomes.first
    }

    @Test("who has the longest name that there is can be banned, and let back")
    func longestName() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let name = String(repeating: "\u{E01}\u{E48}\u{E48}\u{E48}\u{E48}", count: ArenaRules.longestName)
        guard case .registered(_, let player) = try await arena.register(1, name: name) else {
            Issue.record("not registered")
            return
        }
        #expect(player.name.utf8.count == 300)
        let bans = BanStore(database: arena.database)
        let act = BanStore.Act(by: "the owner", at: noon)
        guard case .done = try await bans.ban(player.code, from: OpenedGame("snake"), note: nil, act) else {
            Issue.record("not banned")
            return
        }
        _ = try await bans.lift(player.code, from: OpenedGame("snake"), act)
        #expect(try await bans.bans(OpenedGame("snake"))?.isEmpty == true)
    }

    @Test("nothing new is taken of who is banned, and what was taken is answered as before")
    func ban() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        try await arena.addGame("chess")
        _ = try await arena.board()
        guard case .registered(let install, let player) = try await arena.register(1, name: "Ola") else {
            return
        }
        let ledger = ResultLedger(database: arena.database, mostResults: 100)
        let bans = BanStore(database: arena.database)
        let act = BanStore.Act(by: "the owner", at: noon)
        #expect(try await submit(5, key: 1, of: install.id, ledger) != .banned)
        #expect(try await bans.ban("nobody", from: OpenedGame("snake"), note: nil, act) == .noPlayer)
        #expect(try await bans.ban(player.code, from: OpenedGame("chess"), note: nil, act) == .strange)
        #expect(try await bans.ban(player.code, from: OpenedGame("go"), note: nil, act) == .noGame)
        guard
            case .done(let ban) = try await bans.ban(player.code, from: OpenedGame("snake"), note: "bot", act)
        else {
            Issue.record("not banned")
            return
        }
        #expect(ban.name == "Ola" && ban.note == "bot")
        for (note, kept) in [("a very quick bot", "a very quick bot"), (nil, "a very quick bot")] {
            guard
                case .done(let again) = try await bans.ban(
                    player.code,
                    from: OpenedGame("snake"),
                    note: note,
                    act
                )
            else {
                Issue.record("not banned again")
                return
            }
            #expect(again.note == kept && again.at == ban.at)
        }
        #expect(try await bans.bans(OpenedGame("snake"))?.map(\.code) == [player.code])
        #expect(try await submit(6, key: 2, of: install.id, ledger) == .banned)
        guard case .repeated = try await submit(5, key: 1, of: install.id, ledger) else {
            Issue.record("what was taken is not repeated")
            return
        }
        let count = try await arena.database.read("count") { db throws(SQLiteError) in
            try ResultTable.count(db)
        }
        #expect(count == 1)
        #expect(try await bans.lift(player.code, from: OpenedGame("snake"), act)?.code == player.code)
        #expect(try await bans.lift(player.code, from: OpenedGame("snake"), act) == nil)
        guard case .accepted = try await submit(6, key: 2, of: install.id, ledger) else {
            Issue.record("the ban is not lifted")
            return
        }
        #expect(
            try await bans.audit(OpenedGame("snake"), before: .max, most: 10)?.map(\.act) == [
                .unbanned, .banned,
            ]
        )
        #expect(try await bans.audit(OpenedGame("go"), before: .max, most: 10) == nil)
    }

    @Test("the audit keeps the newest of each game")
    func audit() async throws {
        let arena = try await ArenaFixture()
        try await arena.database.write("note") { db throws(SQLiteError) in
            for number in 1...(Int(ArenaRules.mostModeration) + 20) {
                for game in [1, nil] as [Int64?] {
                    try ModerationAuditTable.note(
                        ModerationEntry(
                            game: game,
                            at: ArenaFixture.noon,
                            actor: "x",
                            act: .hid,
                            count: number,
                            detail: ""
                        ),
                        db
                    )
                }
            }
        }
        for game in [1, nil] as [Int64?] {
            let found = try await arena.database.read("list") { db throws(SQLiteError) in
                try ModerationAuditTable.list(game, before: .max, most: 10_000, db)
            }
            #expect(found.count == Int(ArenaRules.mostModeration) && found.last?.count == 21)
        }
    }

    @Test("what stands out of a score says why, and few others say nothing")
    func flags() {
        let rest = BoardRest(count: 30, first: 1_000, middle: 600)
        #expect(rest.flags(1_000, own: nil, isAscending: false) == [])
        #expect(rest.flags(1_500, own: 900, isAscending: false) == [])
        #expect(rest.flags(2_000, own: nil, isAscending: false) == [.far])
        #expect(rest.flags(1_500, own: 100, isAscending: false) == [.jump])
        #expect(rest.flags(.max, own: .min, isAscending: false) == [.far], "no trap at the ends")
        #expect(BoardRest(count: 19, first: 1, middle: 1).flags(.max, own: nil, isAscending: false) == [])
        let times = BoardRest(count: 30, first: 60_000, middle: 90_000)
        #expect(times.flags(50_000, own: 70_000, isAscending: true) == [])
        #expect(times.flags(20_000, own: 70_000, isAscending: true) == [.far])
        #expect(times.flags(20_000, own: 200_000, isAscending: true) == [.far, .jump])
        #expect(times.flags(70_000, own: nil, isAscending: true) == [])
    }

    @Test("flagged and held results are listed with their reasons until somebody accepts or hides them")
    func listed() async throws {
        let fixture = try await SeasonFixture(players: 1) { ($0.holdAbove, $0.pace) = (100, 10) }
        for score in [5, 500, 90] as [Int64] {
            try await fixture.submit(score, of: fixture.players[0], at: noon)
        }
        func flagged() async throws -> [[String]] {
            let found = try await fixture.ledger.list(OpenedGame("snake"), .flagged, before: .max, most: 10)
            return try #require(found).map(\.flags.words)
        }
        #expect(try await flagged() == [["pace"], ["bounds", "pace"]])
        try await fixture.judge(2, counts: false)
        #expect(try await flagged() == [["pace"]])
        try await fixture.judge(3, counts: true)
        #expect(try await flagged() == [])
        let all = try await fixture.ledger.list(OpenedGame("snake"), .any, before: .max, most: 10)
        #expect(all?.map(\.flags.words) == [[], ["bounds", "pace"], []])
    }

    @Test("a result that is judged is in the audit once, and not again where nothing changed")
    func judged() async throws {
        let fixture = try await SeasonFixture(players: 1)
        try await fixture.submit(5, of: fixture.players[0], at: noon)
        func judge(_ number: Int64, _ counts: Bool) async throws -> ResultLedger.Hiding {
            let game = OpenedGame("snake")
            return try await fixture.ledger.judge(number, of: game, counts: counts, by: "Ola", at: noon) {
                _ in
            }
        }
        func audit() async throws -> [String] {
            let bans = BanStore(database: fixture.arena.database)
            let found = try await bans.audit(OpenedGame("snake"), before: .max, most: 10)
            return try #require(found).map { "\($0.actor) \($0.act.rawValue) \($0.count) \($0.detail)" }
        }
        for _ in 1...2 { _ = try await judge(1, false) }
        #expect(try await judge(2, false) == .unknown)
        #expect(try await audit() == ["Ola hid-result 1 result 1"])
        for _ in 1...2 { _ = try await judge(1, true) }
        #expect(try await audit() == ["Ola accepted-result 1 result 1", "Ola hid-result 1 result 1"])
    }

    @Test("a player's new name and a player's end are in the audit once, and only where they came to be")
    func players() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let player = try #require(try await arena.player(1, name: "Ola"))
        func entry(_ act: ModerationAct) -> ModerationEntry {
            ModerationEntry(
                game: nil,
                at: noon,
                actor: "the owner",
                act: act,
                detail: "player \(player.code)"
            )
        }
        for version in [player.version, player.version, player.version + 7] {
            _ = try await arena.players.change(
                player.id,
                PlayerChange(name: try PlayerName(version > player.version ? "Ewa" : "Ala")),
                version: version,
                at: noon,
                noting: entry(.renamed)
            )
        }
        for _ in 1...2 { try await arena.players.remove(player.id, at: noon, noting: entry(.removedPlayer)) }
        let audit = try await BanStore(database: arena.database).audit(nil, before: .max, most: 10)
        #expect(
            audit?.map { "\($0.act.rawValue): \($0.detail)" } == [
                "removed-player: player \(player.code)", "renamed: a player who is gone",
            ]
        )
    }
}
