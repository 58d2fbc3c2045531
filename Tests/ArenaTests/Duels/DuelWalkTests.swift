import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Duels and the ledger")
struct DuelWalkTests {
    private let noon = ArenaFixture.noon
    private let day: Int64 = 86_400

    /// Everything that was sent, beside the ledger.
    private struct Sent {
        let player: Int64
        let score: Int64
        let sequence: Int64
        let at: UnixTime
        var counts = true
    }

    /// What the results of a duel's time come to, by going through all of them.
    private func fold(_ view: DuelView, _ sent: [Sent]) -> (DuelSides<ResultStanding?>, String) {
        let duel = view.duel
        var bests = DuelSides<ResultStanding?>(creator: nil, opponent: nil)
        let isBetter: (Int64, Int64) -> Bool = { duel.terms.isAscending ? $0 < $1 : $0 > $1 }
        for one in sent where one.counts {
            guard let side = view.record.side(of: one.player), let from = duel.startedAt,
                let to = duel.endsAt,
                let after = duel.startedSequence, one.sequence > after, one.at >= from, one.at < to
            else { continue }
            if let best = bests[side], !isBetter(one.score, best.score) { continue }
            bests[side] = ResultStanding(score: one.score, sequence: one.sequence)
            if let goal = duel.terms.goal, one.score == goal || isBetter(one.score, goal) {
                return (bests, "\(side) goal")
            }
        }
        switch (bests.creator?.score, bests.opponent?.score) {
        case (nil, nil): return (bests, "void")
        case (_?, nil): return (bests, "creator")
        case (nil, _?): return (bests, "opponent")
        case (let creator?, let opponent?):
            return (
                bests, creator == opponent ? "draw" : isBetter(creator, opponent) ? "creator" : "opponent"
            )
        }
    }

    private func check(_ code: String, _ sent: [Sent], _ fixture: DuelFixture) async throws {
        let view = try await fixture.view(code)
        let duel = view.duel
        let (bests, words) = fold(view, sent)
        switch duel.state {
        case .waiting: #expect(duel.bests == DuelSides(creator: nil, opponent: nil))
        case .running: #expect(duel.bests == bests && !words.hasSuffix("goal"), "\(code)")
        case .over:
            guard duel.reason?.isByResults == true else { return }
            #expect(duel.bests == bests, "\(code)")
            let outcome = duel.outcome.map { "\($0)" } ?? "none"
            #expect(words.hasPrefix(outcome), "\(code): \(duel), \(words)")
            if duel.reason != .hidden {
                #expect((duel.reason == .goal) == words.hasSuffix("goal"), "\(code)")
            }
        }
    }

    @Test(
        "whatever is submitted, hidden, restored, answered and decided, an outcome is what the ledger comes to",
        arguments: 1...UInt64(TestEffort.rounds(2, most: 8))
    )
    func walk(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "duels, round \(round)")
        let fixture = try await DuelFixture(players: 4) { rules in
            rules.isAscending = round.isMultiple(of: 2)
            rules.counts = BoardOperator.allCases[Int(round % 3)]
            rules.holdAbove = round.isMultiple(of: 2) ? -18 : 18
        }
        var (now, sent, codes) = (noon, [Sent](), [String]())
        var frozen: Set<String> = []
        let steps = TestEffort.rounds(50, most: 400)
        for _ in 0..<steps {
            now = now.advanced(by: .random(in: 0...(day / 4), using: &random))
            let player = Int64.random(in: 1...4, using: &random)
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<40:
                let score = Int64.random(in: -20...20, using: &random)
                let number = try await fixture.submit(score, of: player, at: now)
                let isHeld = round.isMultiple(of: 2) ? score < -18 : score > 18
                sent.append(Sent(player: player, score: score, sequence: number, at: now, counts: !isHeld))
            case 40..<60:
                guard let place = sent.indices.suffix(60).randomElement(using: &random) else { continue }
                sent[place].counts.toggle()
                try await fixture.judge(sent[place].sequence, counts: sent[place].counts, at: now)
                for code in codes {
                    if let over = try await fixture.view(code).duel.overAt, now.since(over) >= 30 * day {
                        frozen.insert(code)
                    }
                }
            case 60..<75:
                let other = player % 4 + 1
                let goal = Bool.random(using: &random) ? nil : Int64.random(in: -20...20, using: &random)
                let seconds = Int64.random(in: 3_600...(6 * day), using: &random)
                let created = try await fixture.create(
                    fixture.wish(player, other, goal: goal, seconds: seconds),
                    at: now
                )
                guard case .made(let view) = created else { continue }
                codes.append(view.record.code)
                if random.one(in: 4) { continue }
                try await fixture.act(.accept, view.record.code, other, at: now)
            case 75..<85:
                guard let code = codes.randomElement(using: &random) else { continue }
                let action = DuelStore.Action.allCases.randomElement(using: &random) ?? .accept
                try await fixture.act(action, code, player, at: now)
            case 85..<95: while try await fixture.duels.decideDue(at: now, most: 3, then: { _ in }) == 3 {}
            default: try await fixture.duels.decideDue(of: player, at: now, then: fixture.following)
            }
            for code in codes where !frozen.contains(code) { try await check(code, sent, fixture) }
        }
        while try await fixture.duels.decideDue(at: now.advanced(by: 40 * day), most: 3, then: { _ in }) == 3
        {}
        for code in codes {
            if !frozen.contains(code) { try await check(code, sent, fixture) }
            #expect(try await fixture.view(code).duel.state == .over)
        }
        #expect(codes.count > steps / 20 || steps < 200)
        #expect(try await fixture.duels.nextDue() == nil)
    }

    @Test("a held result counts when it is taken, if it arrived in time", arguments: [true, false])
    func held(isInTime: Bool) async throws {
        let fixture = try await DuelFixture(players: 2) { $0.holdAbove = 100 }
        let code = try await fixture.begin(1, 2, seconds: 3_600, at: noon)
        let sent = try await fixture.submit(500, of: 1, at: noon.advanced(by: isInTime ? 3_599 : 3_600))
        try await fixture.submit(50, of: 2, at: noon)
        _ = try await fixture.duels.decideDue(at: noon.advanced(by: 3_600), most: 9, then: { _ in })
        #expect(try await fixture.words(code) == "opponent alone -:50")
        try await fixture.judge(sent, counts: true, at: noon.advanced(by: 7_200))
        #expect(try await fixture.words(code) == (isInTime ? "creator better 500:50" : "opponent alone -:50"))
    }

    @Test("a claim of a time in it is none, nor one of a time before it: what arrives counts")
    func claims() async throws {
        let fixture = try await DuelFixture(players: 2)
        let code = try await fixture.begin(1, 2, seconds: 3_600, at: noon)
        for (player, at, achieved) in [(1, 60, -86_400), (2, 3_600, 60)] as [(Int64, Int64, Int64)] {
            _ = try await fixture.ledger.submit(
                [
                    Submission(
                        key: fixture.key(),
                        board: "level-1",
                        score: 9,
                        achieved: noon.advanced(by: achieved)
                    )
                ],
                of: player,
                at: noon.advanced(by: at),
                standings: { _, _ in .notLoaded },
                then: { _ in }
            )
        }
        #expect(try await fixture.words(code) == "running 9:-")
    }

    @Test("several at once count in their order, and a batch may win")
    func batch() async throws {
        let fixture = try await DuelFixture(players: 2)
        let code = try await fixture.begin(1, 2, goal: 10, at: noon)
        let batch = [3, 10, 12].map { Submission(key: fixture.key(), board: "level-1", score: $0) }
        _ = try await fixture.ledger.submit(
            batch,
            of: 1,
            at: noon,
            standings: { _, _ in .notLoaded },
            then: { _ in }
        )
        #expect(try await fixture.words(code) == "creator goal 10:-")
    }

    @Test("a best that the ledger no longer keeps stays; with the clock not set nothing is lost")
    func forgotten() async throws {
        let fixture = try await DuelFixture(players: 2)
        let code = try await fixture.begin(1, 2, at: noon)
        let first = try await fixture.submit(9, of: 1, at: noon)
        let second = try await fixture.submit(12, of: 2, at: noon)
        try await fixture.submit(4, of: 2, at: noon)
        try await fixture.arena.database.write("forget") { db throws(SQLiteError) in
            try db.execute("DELETE FROM results WHERE seq = ?1", .integer(first))
        }
        try await fixture.judge(second, counts: false, at: nil)
        #expect(try await fixture.words(code) == "running 9:4")
        try await fixture.judge(second, counts: true, at: noon)
        #expect(try await fixture.words(code) == "running 9:12")
    }

    @Test(
        "results of other boards, other players and before the answer do nothing, and cost nothing but a look"
    )
    func others() async throws {
        let fixture = try await DuelFixture(players: 3)
        _ = try await fixture.arena.board("level-2")
        let code = try await fixture.begin(1, 2, at: noon)
        let version = try await fixture.view(code).record.version
        fixture.changes.withLock { $0 = DuelChanges() }
        try await fixture.submit(9, of: 1, on: "level-2", at: noon)
        try await fixture.submit(9, of: 3, at: noon)
        #expect(try await fixture.words(code) == "running -:-")
        #expect(try await fixture.view(code).record.version == version)
        #expect(fixture.changes.withLock { $0.isEmpty })
        try await fixture.submit(9, of: 1, at: noon)
        #expect(fixture.changes.withLock { $0.players } == [1, 2])
    }
}
