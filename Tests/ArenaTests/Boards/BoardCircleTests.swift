import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Boards of friends alone")
struct BoardCircleTests {
    private let noon = ArenaFixture.noon

    @Test(
        "some players are ordered as all are, with positions and ranks of their own",
        arguments: 0..<TestEffort.rounds(8, most: 10)
    )
    func model(round: Int) throws {
        var random = SeededGenerator.announced(for: "circles, round \(round)")
        let isAscending = round.isMultiple(of: 2)
        let count = [0, 1, 7, 60, 700][round / 2]
        let standings = (0..<count).map { number in
            BoardIndex.Standing(
                player: UInt32(number + 1),
                // Few scores, so that many are equal.
                score: .random(in: -3...Int64(max(1, count / 4)), using: &random),
                sequence: Int64(number + 1)
            )
        }
        let index = try BoardIndex(standings.shuffled(using: &random), isAscending: isAscending)
        let whole = standings.sorted { left, right in
            if left.score != right.score { return (left.score < right.score) == isAscending }
            return left.sequence < right.sequence
        }
        for size in [0, 1, 5, 500] {
            let players = (0..<size).map { _ in Int64.random(in: -1...Int64(count + 3), using: &random) }
            let circle = BoardCircle(index.rows(of: players + players))
            let wanted = Set(players)
            let model = whole.enumerated().filter { wanted.contains(Int64($0.element.player)) }
            #expect(circle.rows.map(\.overall.position) == model.map { $0.offset + 1 })
            #expect(circle.rows.map(\.overall.standing.player) == model.map(\.element.player))
            #expect(circle.rows.map(\.position) == Array(1..<(model.count + 1)))
            let ranks = model.map { one -> Int in
                let ahead = model.filter { other in
                    let (score, mine) = (other.element.score, one.element.score)
                    return isAscending ? score < mine : score > mine
                }
                return 1 + ahead.count
            }
            #expect(circle.rows.map(\.rank) == ranks)
            for most in [1, 2, 11, 1_000] {
                for row in circle.rows {
                    let player = Int64(row.overall.standing.player)
                    let part = circle.around(player, most: most)
                    #expect(part.count == min(most, circle.rows.count) && part.contains(row))
                    #expect(circle.row(of: player) == row)
                }
                #expect(circle.around(-5, most: most).first == circle.rows.first)
            }
        }
    }

    @Test("among friends somebody moves by friends alone, also where one of them is gone from the board")
    func changes() throws {
        let standings = [(5, 90), (2, 80), (9, 70), (4, 60), (7, 50)].map { player, score in
            BoardIndex.Standing(player: UInt32(player), score: Int64(score), sequence: Int64(player))
        }
        let circle = BoardCircle(try BoardIndex(standings, isAscending: false).rows(of: [2, 4, 7, 9]))
        // 8 is nowhere now, 9 was nowhere then.
        let before: [Int64: Int] = [4: 3, 8: 4, 2: 200, 7: 1_000]
        #expect(circle.changes(since: before) == [2: 2, 4: -2, 7: 0])
        #expect(circle.changes(since: [:]).isEmpty)
    }

    @Test(
        "in every window, also in those that are over, friends stand as they do among all",
        arguments: 1...UInt64(TestEffort.rounds(1, most: 4))
    )
    func windows(round: UInt64) async throws {
        var random = SeededGenerator.announced(for: "friends over borders, round \(round)")
        let fixture = try await SeasonFixture(players: 25) { rules in
            rules.windows = [.day, .week, .month]
            rules.isAscending = round.isMultiple(of: 2)
        }
        var now = noon
        let steps = TestEffort.rounds(50, most: 200)
        for _ in 0..<steps {
            now = now.advanced(by: .random(in: 0...20_000, using: &random))
            _ = try await fixture.archives.keep(at: now)
            let player = fixture.players.randomElement(using: &random) ?? 1
            try await fixture.submit(.random(in: 0...9, using: &random), of: player, at: now)
        }
        _ = try await fixture.archives.keep(at: now)
        let friends = (1...25).filter { _ in Bool.random(using: &random) }.map { Int64($0) } + [99]
        for span in [BoardSpan.all] + BoardWindow.allCases.map({ .window($0) }) {
            let rows = try await fixture.rows(span, at: now)
            let live = try #require(
                fixture.shelf.look(at: fixture.board.id, at: now) {
                    $0.index(of: span)?.rows(of: friends) ?? []
                }
            )
            expect(BoardCircle(live), friends, rows)
        }
        var seen = 0
        for period in try await fixture.archives.list(fixture.board.id) {
            let rows = try #require(try await fixture.rows(period.period.span, period.period.id))
            let found = try await fixture.archives.rows(of: friends + friends, in: period)
            expect(BoardCircle(found), friends, rows)
            seen += 1
        }
        #expect(seen > 12 || steps < 200)
        let week = try await fixture.archives.beginOfWeek(friends, on: fixture.board.id, at: now)
        for friend in friends {
            let alone = try await fixture.archives.beginOfWeek(friend, on: fixture.board.id, at: now)
            #expect(week?.positions[friend] == alone)
        }
    }

    /// `rows`: everybody's player, score, position and rank.
    private func expect(_ circle: BoardCircle, _ friends: [Int64], _ rows: [[Int64]]) {
        let model = rows.filter { friends.contains($0[0]) }
        let found = circle.rows.map { row in
            [Int64(row.overall.standing.player), row.overall.standing.score, Int64(row.overall.position)]
        }
        #expect(found == model.map { Array($0.prefix(3)) })
        for (place, row) in circle.rows.enumerated() {
            let first = model.firstIndex { $0[1] == model[place][1] } ?? 0
            #expect(row.position == place + 1 && row.rank == first + 1)
        }
    }
}
