import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Pages of a board")
struct BoardPageTests {
    /// A board of all time and of a day, with players 1 and up.
    private static func board(
        players: Int,
        isAscending: Bool = false,
        score: (Int) -> Int64
    ) throws -> LiveBoard {
        var rules = BoardRules(slug: "level-1", name: "Level 1")
        rules.isAscending = isAscending
        rules.windows = [.day]
        let zone = try #require(CivilZone(named: "UTC"))
        let standings = (0..<players).map { number in
            BoardIndex.Standing(player: UInt32(number + 1), score: score(number), sequence: Int64(number + 1))
        }
        let day = BoardPeriod(.day, at: UnixTime(seconds: 1_764_504_000), in: zone)
        return try LiveBoard(
            rules,
            in: zone,
            upTo: Int64(players),
            all: standings,
            periods: [(period: day, standings: Array(standings.prefix(players / 2)))]
        )
    }

    private func page(_ board: LiveBoard, _ start: BoardStart, _ most: Int) throws -> BoardPage {
        try #require(board.page(of: .all, from: start, most: most))
    }

    @Test("pages joined in either direction are the board", arguments: [1, 2, 3, 7, 20, 100])
    func joined(most: Int) throws {
        let board = try Self.board(players: 53) { Int64($0 % 5) }
        let whole = try page(board, .first, 100).rows
        #expect(whole.map(\.position) == Array(1...53))
        var pages = [try page(board, .first, most)]
        #expect(pages[0].previous == nil)
        while let next = pages.last?.next { pages.append(try page(board, next, most)) }
        #expect(pages.flatMap(\.rows) == whole)
        #expect(pages.allSatisfy { $0.total == 53 })
        var back = [try #require(pages.last)]
        while let previous = back.last?.previous { back.append(try page(board, previous, most)) }
        #expect(back.reversed().flatMap(\.rows) == whole)
    }

    @Test(
        "while others move, who stays is on one page, and on one alone",
        arguments: 0..<TestEffort.rounds(6, most: 12)
    )
    func moving(round: Int) throws {
        var random = SeededGenerator.announced(for: "pages, round \(round)")
        let isAscending = round.isMultiple(of: 2)
        var board = try Self.board(players: 120, isAscending: isAscending) { Int64($0 * 7 % 40) }
        var sequence: Int64 = 121
        var moved: Set<UInt32> = []
        var seen: [UInt32] = []
        var start: BoardStart? =
            round % 3 == 0 ? .before(BoardEdge(score: isAscending ? .max : .min, sequence: .max)) : .first
        let isBack = round % 3 == 0
        while let from = start {
            let page = try page(board, from, 9)
            seen += isBack ? page.rows.reversed().map(\.standing.player) : page.rows.map(\.standing.player)
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let player = UInt32.random(in: 1...120, using: &random)
                moved.insert(player)
                if Bool.random(using: &random) {
                    board.remove(Int64(player))
                } else {
                    let result = LedgerResult(
                        sequence: sequence,
                        board: 1,
                        install: 1,
                        player: Int64(player),
                        score: .random(in: -5...60, using: &random),
                        at: UnixTime(seconds: 1_764_504_000)
                    )
                    board.apply(result)
                }
                sequence += 1
            }
            start = isBack ? page.previous : page.next
        }
        let stayed = seen.filter { !moved.contains($0) }
        #expect(Set(stayed).count == stayed.count, "round \(round): shown twice")
        #expect(Set(stayed).count == 120 - moved.count, "round \(round): left out")
    }

    @Test("a page goes on where its last row stood, also when that row has gone")
    func edgeGone() throws {
        var board = try Self.board(players: 10) { _ in 5 }
        let first = try page(board, .first, 4)
        board.remove(4)
        let next = try #require(first.next)
        #expect(try page(board, next, 3).rows.map(\.standing.player) == [5, 6, 7])
        let last = try page(board, .after(BoardEdge(score: 5, sequence: .max)), 3)
        #expect(last.rows.isEmpty && last.next == nil && last.previous == nil && last.total == 9)
    }

    @Test(
        "around a player is full for every size, and names the player",
        arguments: 1...TestEffort.rounds(10, most: 30)
    )
    func around(most: Int) throws {
        let board = try Self.board(players: 40) { Int64($0) }
        for player in Int64(1)...40 {
            let page = try page(board, .around(player), most)
            #expect(page.rows.count == most)
            #expect(page.own?.standing.player == UInt32(player))
            #expect(page.rows.contains { $0 == page.own })
        }
    }

    @Test(
        "around each player of a board of any size is as full as the board allows, unbroken, and names the player's place",
        arguments: 0...TestEffort.rounds(10, most: 30)
    )
    func aroundEach(players: Int) throws {
        // Threes share a score: who was first is ahead.
        let board = try Self.board(players: players) { Int64($0 / 3) }
        let order = (0..<players).sorted { (one: Int, other: Int) in (other / 3, one) < (one / 3, other) }.map
        { UInt32($0 + 1) }
        for most in 1...TestEffort.rounds(12, most: 30) {
            for (index, player) in order.enumerated() {
                let page = try page(board, .around(Int64(player)), most)
                let positions = page.rows.map(\.position)
                let first = try #require(positions.first)
                #expect(positions == Array(first..<first + min(players, most)))
                #expect(page.rows.map(\.standing.player) == positions.map { order[$0 - 1] })
                #expect(page.rows.filter { $0.standing.player == player }.count == 1)
                #expect(page.own?.standing.player == player && page.own?.position == index + 1)
                #expect(page.total == players)
            }
            #expect(try page(board, .around(Int64(players + 1)), most).own == nil)
        }
    }

    @Test("who is not on the board sees its first rows, and is not named")
    func stranger() throws {
        let board = try Self.board(players: 5) { Int64($0) }
        for player in [Int64(6), -1, .max] {
            let page = try page(board, .around(player), 3)
            #expect(page.own == nil && page.rows.map(\.position) == [1, 2, 3])
        }
    }

    @Test("a window has its own order and period, and one that the board lacks has none")
    func windows() throws {
        let board = try Self.board(players: 10) { Int64($0) }
        let day = try #require(board.page(of: .window(.day), from: .first, most: 20))
        #expect(day.total == 5 && day.period?.id == "2025-11-30")
        #expect(board.page(of: .window(.week), from: .first, most: 20) == nil)
        #expect(board.page(of: .all, from: .first, most: 20)?.period == nil)
    }
}
