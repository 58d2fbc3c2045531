import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// Random guests, phones and boards of two games against a model that folds results: who plays for whom, and what stands on the boards.
@Suite("Players join and part at random")
struct JoinModelTests {
    /// What the model has of a player.
    fileprivate struct Someone {
        var person: Int64?
        /// Whom it plays for, if it is a former guest, and until when it may come back.
        var into: Int64?
        var until: Int64 = 0
    }

    fileprivate struct Linked {
        let game: String
        var player: Int64
        var former: Int64?
        var linkedAt: Int64?
    }

    fileprivate struct Sent {
        let install: Int64
        let standing: ResultStanding
    }

    /// Everything twice: in the file, and as it ought to be.
    fileprivate struct World {
        let join: JoinFixture
        let ledger: ResultLedger
        let shelf: BoardShelf
        /// Of both games, one of each operator.
        let boards: [GameBoard]
        let games: [String: [GameBoard]]
        var random: SeededGenerator
        var now = JoinFixture.noon
        var people: [Int64: Someone] = [:]
        /// By their rows, which are their numbers, too.
        var installs: [Int64: Linked] = [:]
        var sent: [Int64: [Sent]] = [:]
        var codes = 0
        var phones: Int64 = 0
        var duels: UInt8 = 0

        var active: [Int64] { people.filter { $0.value.into == nil }.map(\.key).sorted() }

        init(_ round: Int) async throws {
            random = SeededGenerator.announced(for: "joins, round \(round)")
            join = try await JoinFixture()
            try await join.arena.addGame("chess")
            var games: [String: [GameBoard]] = [:]
            for game in ["snake", "chess"] {
                for counts in BoardOperator.allCases {
                    let board = try await join.arena.board("board-\(counts)", of: game) { rules in
                        (rules.counts, rules.isAscending) = (counts, round.isMultiple(of: 2))
                        rules.windows = [.month]
                    }
                    games[game, default: []].append(try #require(board))
                }
            }
            self.games = games
            boards = games.sorted { $0.key < $1.key }.flatMap(\.value)
            ledger = ResultLedger(database: join.arena.database, mostResults: 100_000)
            shelf = BoardShelf(database: join.arena.database, memory: 1 << 20)
        }
    }

    @Test("boards and players are always what the model says", arguments: 0..<TestEffort.rounds(2, most: 8))
    func model(round: Int) async throws {
        var world = try await World(round)
        for _ in 0..<4 { try await world.begin() }
        for step in 0..<TestEffort.rounds(40, most: 150) {
            world.now = world.now.advanced(by: Int64.random(in: 0...100_000, using: &world.random))
            switch Int.random(in: 0..<26, using: &world.random) {
            case 0, 1: try await world.begin()
            case 2..<6: try await world.joinSomebody()
            case 6, 7: try await world.separateSomething()
            case 8: try await world.linkPhones()
            case 9: _ = try await world.ledger.fold(most: 40)
            case 10: try await world.endFormer()
            case 20..<26: try await world.meet()
            default: try await world.submit()
            }
            if step % 10 == 9 { try await world.check("round \(round), step \(step)") }
        }
    }
}

extension JoinModelTests.World {
    /// A guest, or a phone.
    fileprivate mutating func begin() async throws {
        if Int.random(in: 0..<4, using: &random) == 0 {
            phones += 1
            let player = try await join.phone(phones)
            people[player.id] = JoinModelTests.Someone(person: phones)
        } else {
            let game = random.one(in: 2) ? "snake" : "chess"
            let (install, player) = try await join.guest(installs.count + 1, game: game)
            people[player.id] = JoinModelTests.Someone()
            installs[install] = JoinModelTests.Linked(game: game, player: player.id)
        }
    }

    fileprivate mutating func submit() async throws {
        guard let install = installs.keys.sorted().randomElement(using: &random),
            let game = installs[install]?.game, let board = games[game]?.randomElement(using: &random)
        else { return }
        let score = Int64.random(in: -9...9, using: &random)
        let key = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        let shelf = shelf
        let submitted = try await ledger.submit(
            [Submission(key: key, board: board.rules.slug, score: score)],
            of: install,
            at: now,
            standings: { shelf.standing(of: $1, on: $0) },
            then: { shelf.apply($0) }
        )
        guard case .outcomes(let outcomes) = submitted, case .accepted(let result) = outcomes.first else {
            Issue.record("not accepted: \(submitted)")
            return
        }
        #expect(result.player == installs[install]?.player)
        sent[board.id, default: []].append(JoinModelTests.Sent(install: install, standing: result.standing))
    }

    /// By an installation, or by the phone of a person.
    fileprivate mutating func joinSomebody() async throws {
        guard let maker = active.randomElement(using: &random),
            let install = installs.keys.sorted().randomElement(using: &random),
            let linked = installs[install],
            let made = try await join.arena.players.player(maker)
        else { return }
        codes += 1
        let text = "CODE-\(codes)"
        try await join.code(text, of: made, at: now)
        let person = people[linked.player]?.person
        let asPhone = Bool.random(using: &random) ? person : nil
        let shelf = shelf
        let outcome = try await join.arena.joins.join(
            JoinFixture.hash(text),
            by: asPhone.map { PlayerJoin.Caller.person($0) } ?? .install(install),
            at: now
        ) { report in for board in report.boards { shelf.leave(board) } }
        if linked.player == maker {
            #expect(outcome == .ownCode)
        } else if person != nil, asPhone == nil {
            #expect(outcome == .appOnly, "a game gives away no player that has the app")
        } else if let person, let other = people[maker]?.person, person != other {
            #expect(outcome == .otherPerson)
        } else {
            guard case .joined = outcome else {
                Issue.record("not joined: \(outcome)")
                return
            }
            merge(linked.player, into: maker)
        }
    }

    private mutating func merge(_ from: Int64, into: Int64) {
        let wereFormer = Set(people.filter { $0.value.into == from }.map(\.key))
        for (install, linked) in installs where linked.player == from {
            let former = linked.former.flatMap { wereFormer.contains($0) ? $0 : nil } ?? from
            installs[install] = JoinModelTests.Linked(
                game: linked.game,
                player: into,
                former: former,
                linkedAt: now.seconds
            )
        }
        for one in wereFormer { people[one]?.into = into }
        if let person = people[from]?.person { people[into]?.person = person }
        people[from] = JoinModelTests.Someone(person: nil, into: into, until: now.seconds + 30 * 86_400)
    }

    fileprivate mutating func separateSomething() async throws {
        guard let install = installs.keys.sorted().randomElement(using: &random),
            let linked = installs[install],
            let player = try await join.arena.players.player(linked.player)
        else { return }
        let shelf = shelf
        let outcome = try await join.arena.installs.separate(
            join.id(Int(install)),
            of: player.id,
            code: join.arena.code(random.next()),
            at: now
        ) { left in for board in left.boards { shelf.leave(board) } }
        let isOnly = installs.values.filter { $0.player == linked.player }.count == 1
        if isOnly, linked.linkedAt == nil || people[linked.player]?.person == nil {
            #expect(outcome == .onlyOne)
            return
        }
        guard case .left(let left) = outcome else {
            Issue.record("not left: \(outcome)")
            return
        }
        let former = linked.former.flatMap { id -> Int64? in
            guard let one = people[id], one.into == linked.player, one.until > now.seconds else { return nil }
            return id
        }
        #expect(left.isFormer == (former != nil) && (former == nil || former == left.player.id))
        people[left.player.id] = JoinModelTests.Someone()
        installs[install] = JoinModelTests.Linked(game: linked.game, player: left.player.id)
    }

    fileprivate mutating func linkPhones() async throws {
        guard phones > 1 else { return }
        let (gone, stays) = (
            Int64.random(in: 1...phones, using: &random), Int64.random(in: 1...phones, using: &random)
        )
        guard gone != stays else { return }
        let cursor = PersonLogCursor(era: 1, sequence: Int64(codes))
        let entry = PersonLogEntry(sequence: Int64(codes), person: gone, kind: .joined(into: stays))
        let followed = try await join.arena.players.follow([entry], to: cursor, at: now)
        for board in followed.boards { shelf.leave(board) }
        guard let from = people.first(where: { $0.value.person == gone })?.key else { return }
        if let into = people.first(where: { $0.value.person == stays })?.key {
            people[from]?.person = nil
            merge(from, into: into)
        } else {
            people[from]?.person = stays
        }
    }

    /// Two are friends, block each other or play a duel.
    fileprivate mutating func meet() async throws {
        guard let one = active.randomElement(using: &random), let two = active.randomElement(using: &random),
            one != two, let player = try await join.arena.players.player(one),
            let other = try await join.arena.players.player(two)
        else { return }
        let friends = FriendStore(database: join.arena.database)
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: _ = try await friends.change(.block, by: one, with: other.code, at: now)
        case 2: _ = try await friends.change(.unwant, by: one, with: other.code, at: now)
        default:
            for (me, them) in [(player, other), (other, player)] {
                _ = try await friends.change(.unblock, by: me.id, with: them.code, at: now)
                _ = try await friends.change(.want, by: me.id, with: them.code, at: now)
            }
            guard let board = boards.randomElement(using: &random), duels < .max else { return }
            duels += 1
            let state: Int64 = random.one(in: 2) ? 1 : 0
            try await join.duel(player, other, state: state, key: duels, board: board.id)
        }
    }

    /// Nobody has an open duel with somebody blocked or with a former guest, and none waits but of friends.
    private func checkDuels(_ words: Comment) async throws {
        let wrong = try await join.arena.database.read("duels") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT duels.id FROM duels
                LEFT JOIN friends ON low = min(creator, opponent) AND high = max(creator, opponent)
                WHERE state < 2 AND (friends.blocked <> 0 OR (state = 0 AND type IS NOT 2) OR EXISTS
                    (SELECT 1 FROM players WHERE id IN (creator, opponent) AND merged_into IS NOT NULL))
                """
            ) { row throws(SQLiteError) in try row.integer(0) }
        }
        #expect(wrong == [], words)
    }

    fileprivate mutating func endFormer() async throws {
        while try await join.arena.joins.endFormer(at: now) {}
        for (id, one) in people where one.into != nil && one.until <= now.seconds { people[id] = nil }
        for (install, linked) in installs {
            if let former = linked.former, people[former] == nil { installs[install]?.former = nil }
        }
    }

    fileprivate func check(_ words: Comment) async throws {
        try await checkDuels(words)
        for (install, linked) in installs {
            let player = try await join.player(ofInstall: install)
            #expect(player?.id == linked.player && player?.person == people[linked.player]?.person, words)
        }
        for board in boards {
            try await shelf.load(board, at: now)
            let shown = shelf.look(at: board.id, at: now) { live in
                live.index(of: .all)?.page(from: 1, most: 1_000).map(\.standing) ?? []
            }
            let rules = BoardOrdering(board.rules)
            var model: [Int64: ResultStanding] = [:]
            for one in sent[board.id] ?? [] {
                let player = try #require(installs[one.install]?.player)
                model[player] = model[player]?.adding(one.standing, by: rules) ?? one.standing
            }
            // Where players joined whose results were put together, one brings the place that its latest score had there.
            let (isPlain, isSum) = (rules.counts != .latest, rules.counts == .sum)
            let found = try #require(shown)
            let rows = Set(found.map { [Int64($0.player), $0.score, isPlain ? $0.sequence : 0] })
            let wanted = Set(model.map { [$0.key, $0.value.score, isPlain ? $0.value.sequence : 0] })
            #expect(found.count == model.count && rows == wanted, words)
            let all = Set((sent[board.id] ?? []).map { [$0.standing.score, $0.standing.sequence] })
            #expect(found.allSatisfy { isSum || all.contains([$0.score, $0.sequence]) }, words)
        }
    }
}
