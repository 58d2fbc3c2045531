import TestSupport
import Testing

@testable import Arena
@testable import Core

/// The same board as a sorted array: slow, and plain to see.
private struct SortedBoard {
    let isAscending: Bool
    var standings: [UInt32: BoardIndex.Standing] = [:]

    var rows: [BoardIndex.Row] {
        let sorted = standings.values.sorted { left, right in
            if left.score == right.score { return left.sequence < right.sequence }
            return isAscending ? left.score < right.score : left.score > right.score
        }
        var rows: [BoardIndex.Row] = []
        for (index, standing) in sorted.enumerated() {
            let isTie = rows.last?.standing.score == standing.score
            let rank = isTie ? rows.last?.rank ?? 1 : index + 1
            rows.append(BoardIndex.Row(standing: standing, position: index + 1, rank: rank))
        }
        return rows
    }
}

@Suite("The order of a board")
struct BoardIndexTests {
    private static let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

    private func standing(_ player: UInt32, _ score: Int64, _ sequence: Int64) -> BoardIndex.Standing {
        BoardIndex.Standing(player: player, score: score, sequence: sequence)
    }

    @Test("equal scores share a rank, who was first is ahead, and the next rank leaves a gap")
    func ties() throws {
        let board = try BoardIndex(
            [standing(1, 50, 4), standing(2, 70, 3), standing(3, 70, 2), standing(4, 40, 1)],
            isAscending: false
        )
        let page = board.page(from: 1, most: 10)
        #expect(page.map(\.standing.player) == [3, 2, 1, 4])
        #expect(page.map(\.position) == [1, 2, 3, 4])
        #expect(page.map(\.rank) == [1, 1, 3, 4])
        #expect(board.row(of: 2)?.rank == 1)
        #expect(board.row(of: 9) == nil)
    }

    @Test("the whole range of scores has its order, both ways", arguments: [true, false])
    func range(isAscending: Bool) throws {
        let all = Self.extremes.enumerated().map { standing(UInt32($0), $1, Int64($0)) }
        var random = SeededGenerator.announced(for: "range of scores, \(isAscending)")
        let board = try BoardIndex(all.shuffled(using: &random), isAscending: isAscending)
        let scores = board.page(from: 1, most: 10).map(\.standing.score)
        #expect(scores == (isAscending ? Self.extremes : Self.extremes.reversed()))
    }

    @Test("a board without players answers, and takes the first one")
    func empty() throws {
        var board = try BoardIndex([], isAscending: true)
        #expect(board.count == 0)
        #expect(board.page(from: 1, most: 5).isEmpty)
        #expect(board.around(1, most: 5).isEmpty)
        let absent = board.remove(1)
        #expect(!absent)
        try board.place(standing(1, 5, 10))
        #expect(board.row(of: 1)?.position == 1)
        let removed = board.remove(1)
        #expect(removed && board.count == 0)
        try board.place(standing(2, 5, 1 << 40))
        #expect(board.row(of: 2)?.standing.sequence == 1 << 40, "numbers are reckoned from the first one")
    }

    @Test("a result that lies too far from the others is refused, and nothing moves")
    func tooFar() throws {
        var board = try BoardIndex([standing(1, 5, 100)], isAscending: true)
        for sequence in [99, 101 + Int64(UInt32.max), .max, .min] {
            #expect(throws: BoardIndex.SequenceTooFar.self) { try board.place(standing(1, 4, sequence)) }
        }
        #expect(board.row(of: 1)?.standing == standing(1, 5, 100))
        #expect(throws: BoardIndex.SequenceTooFar.self) {
            try BoardIndex([standing(1, 0, .min), standing(2, 0, .max)], isAscending: true)
        }
    }

    @Test(
        "it is always the sorted board: random changes, small blocks and large ones",
        arguments: 0..<TestEffort.rounds(12, most: 24)
    )
    func model(round: Int) throws {
        var random = SeededGenerator.announced(for: "board, round \(round)")
        let isAscending = round.isMultiple(of: 2)
        let capacity = [4, 5, 16, 256][round % 4]
        let players = UInt32([12, 60, 700][round % 3])
        var model = SortedBoard(isAscending: isAscending)
        let spread: Int64 = round % 5 == 0 ? 3 : 1_000
        for player in 0..<(players / 2) {
            model.standings[player] = standing(player, .random(in: 0...spread, using: &random), Int64(player))
        }
        var board = try BoardIndex(
            Array(model.standings.values),
            isAscending: isAscending,
            blockCapacity: capacity
        )
        let steps = TestEffort.rounds(60, most: 600)
        for step in 0..<steps {
            let player = UInt32.random(in: 0..<players, using: &random)
            if Int.random(in: 0..<100, using: &random) < (step * 3 / steps == 1 ? 70 : 25) {
                let removed = board.remove(player)
                #expect(removed == (model.standings.removeValue(forKey: player) != nil), "round \(round)")
            } else {
                let isExtreme = Int.random(in: 0..<20, using: &random) == 0
                let score =
                    isExtreme
                    ? Self.extremes.randomElement(using: &random) ?? 0
                    : Int64.random(in: 0...spread, using: &random)
                let new = standing(player, score, Int64(players) + Int64(step))
                try board.place(new)
                model.standings[player] = new
            }
            guard step % 23 == 0 || step > steps - 10 else { continue }
            try compare(board, model.rows, "round \(round), step \(step)")
        }
    }

    private func compare(_ board: BoardIndex, _ rows: [BoardIndex.Row], _ words: Comment) throws {
        #expect(board.page(from: 1, most: rows.count + 1) == rows, words)
        #expect(board.count == rows.count, words)
        for row in rows {
            #expect(board.row(of: row.standing.player) == row, words)
            let standing = row.standing
            #expect(
                board.count(before: standing.score, sequence: standing.sequence) == row.position - 1,
                words
            )
        }
    }

    @Test("around a player stand as many as asked for, with the player in the middle where that is possible")
    func around() throws {
        let board = try BoardIndex(
            (0..<40).map { standing($0, Int64($0), Int64($0)) },
            isAscending: true,
            blockCapacity: 8
        )
        for most in 1...30 {
            for player in UInt32(0)..<40 {
                let rows = board.around(player, most: most)
                #expect(rows.count == most)
                let index = rows.firstIndex { $0.standing.player == player }
                let middle = (most - 1) / 2
                let isNearTop = Int(player) < middle
                let isNearEnd = Int(player) + most - middle > 40
                #expect(isNearTop || isNearEnd ? index != nil : index == middle)
            }
        }
        #expect(board.around(3, most: 100).count == 40)
    }

    @Test("pages one after the other are the board, wherever they begin")
    func pages() throws {
        let board = try BoardIndex(
            (0..<500).map { standing($0, Int64($0 % 7), Int64($0)) },
            isAscending: false,
            blockCapacity: 16
        )
        let all = board.page(from: 1, most: 500)
        for size in [1, 2, 7, 16, 99, 500] {
            var joined: [BoardIndex.Row] = []
            while joined.count < 500 { joined += board.page(from: joined.count + 1, most: size) }
            #expect(joined == all)
        }
        for position in [Int.min, -1, 0, 501, Int.max] {
            #expect(board.page(from: position, most: 3).isEmpty)
        }
        #expect(board.page(from: 500, most: Int.max).count == 1)
    }

    @Test("memory follows the players: what leaves is used again")
    func memory() throws {
        var board = try BoardIndex([], isAscending: true)
        let players = UInt32(TestEffort.rounds(2_000, most: 20_000))
        for player in 0..<players {
            try board.place(standing(player, Int64(player) * 7_919 % 10_007, Int64(player)))
        }
        let full = board.bytes
        #expect(full < Int(players) * 80)
        for round in 0..<3 {
            for player in 0..<players where player % 50 != 0 {
                let removed = board.remove(player)
                #expect(removed)
            }
            for player in 0..<players where player % 50 != 0 {
                try board.place(
                    standing(
                        player,
                        Int64(player) * 104_729 % 10_007,
                        Int64(players) + Int64(player) + Int64(round)
                    )
                )
            }
        }
        #expect(board.count == players)
        #expect(board.bytes < full * 3 / 2)
    }
}
