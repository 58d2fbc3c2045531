import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Which boards are in memory")
struct ShelfTableTests {
    private func live(players: Int64 = 0) throws -> LiveBoard {
        let zone = try #require(CivilZone(named: "UTC"))
        let rules = BoardRules(slug: "b", name: "B")
        var live = try LiveBoard(rules, in: zone, upTo: 0, all: [], periods: [])
        for player in 0..<players { live.apply(result(player + 1, player + 1)) }
        return live
    }

    private func result(_ sequence: Int64, _ player: Int64) -> LedgerResult {
        LedgerResult(
            sequence: sequence,
            board: 1,
            install: 1,
            player: player,
            score: sequence,
            at: ArenaFixture.noon
        )
    }

    /// A table in which these boards were read, in this order.
    private func table(most: Int, _ boards: [Int64]) throws -> ShelfTable {
        var table = ShelfTable(most: most)
        for board in boards {
            _ = table.begin(board)
            _ = table.put(try live(players: 1), board)
            _ = table.end(board)
        }
        return table
    }

    @Test("what is committed while a board is read is given to its reader until nothing more comes")
    func aside() throws {
        var table = ShelfTable(most: 1 << 20)
        let turns = [table.begin(1), table.begin(1)]
        #expect(turns == [.read, .wait])
        var steps: [ShelfTable.Step] = []
        for sequence in Int64(5)...6 {
            let board = table.board(for: result(sequence, 1))
            #expect(board == nil)
            steps.append(table.put(try live(), 1).step)
            #expect(table.count == 0, "nobody sees it before that is applied")
        }
        steps.append(table.put(try live(), 1).step)
        #expect(steps == [.apply([result(5, 1)]), .apply([result(6, 1)]), .done])
        _ = table.end(1)
        let turn = table.begin(1)
        #expect(turn == .isLoaded && table.count == 1)
    }

    @Test(
        "a board that changes in another way while it is read is read once more",
        arguments: ["all", "player", "board"]
    )
    func void(change: String) throws {
        var table = ShelfTable(most: 1 << 20)
        _ = table.begin(1)
        switch change {
        case "all": _ = table.removeAll()
        case "player": _ = table.boardsForRemoval()
        default: _ = table.leave(1)
        }
        let steps = [table.put(try live(), 1).step, table.put(try live(), 1).step]
        #expect(steps == [.again, .done])
    }

    @Test("a board that leaves is read again, and takes no other along")
    func leaves() throws {
        var table = try table(most: 1 << 20, [1, 2])
        let bytes = table.bytes
        let gone = table.leave(1)
        let nobody = table.leave(3)
        #expect(gone != nil && nobody == nil && table.find(1) == nil && table.find(2) != nil)
        #expect(table.bytes < bytes && table.count == 1)
    }

    @Test("a board that was read again is not dropped or measured for the one before")
    func replaced() throws {
        var table = try table(most: 1 << 20, [1])
        let old = try #require(table.find(1))
        _ = table.removeAll()
        _ = table.begin(1)
        _ = table.put(try live(), 1)
        _ = table.end(1)
        let bytes = table.bytes
        table.drop(1, old)
        _ = table.measure(1, old, bytes: 1 << 30)
        #expect(table.count == 1 && table.bytes == bytes)
        table.drop(1, try #require(table.find(1)))
        #expect(table.count == 0 && table.bytes == 0)
    }

    @Test("a board that grows makes the least used ones leave, and stays itself")
    func growth() throws {
        // Arrays may have somewhat more room than they need.
        let size = try live(players: 1).bytes
        let most = 3 * size + size / 2
        var table = try table(most: most, [1, 2, 3])
        _ = table.use(1)
        #expect(table.count == 3)
        let grown = try #require(table.find(3))
        let gone = table.measure(3, grown, bytes: 2 * size)
        #expect(gone.count == 1 && table.find(2) == nil && table.bytes <= most)
        let more = table.measure(3, grown, bytes: 9 * size)
        #expect(more.count == 1 && table.count == 1 && table.find(3) === grown)
    }
}
