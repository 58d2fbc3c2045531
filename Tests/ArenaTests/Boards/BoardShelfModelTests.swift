import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// A board in memory, beside what SQL counts from the ledger alone.
@Suite("Boards in memory and SQL")
struct BoardShelfModelTests {
    @Test(
        "it is always what SQL counts, whoever plays, is hidden, comes back, goes or is renamed, over folds, seasons and restarts",
        arguments: 0..<TestEffort.rounds(3, most: 12)
    )
    func model(round: Int) async throws {
        var random = SeededGenerator.announced(for: "shelf, round \(round)")
        var played = try await PlayedBoard(players: 14) { rules in
            rules.counts = BoardOperator.allCases[round % 3]
            rules.isAscending = round % 2 == 1
            rules.windows = Set(BoardWindow.allCases)
        }
        // Two installations of one player, as after a join.
        try await played.arena.database.write("join") { db throws(SQLiteError) in
            try db.execute("UPDATE installs SET player = 1 WHERE id = 2")
        }
        var now = UnixTime(seconds: 1_774_900_000 + Int64(round) * 86_400)
        var removals = 0
        for step in 0..<TestEffort.rounds(30, most: 160) {
            now = UnixTime(seconds: now.seconds + .random(in: 0...20_000, using: &random))
            try await Self.play(played, &random, at: now)
            switch Int.random(in: 0..<20, using: &random) {
            case 0: _ = try await played.ledger.fold(most: Int.random(in: 1...40, using: &random))
            case 1: played.shelf.removeAll()
            case 2, 3, 4: try await played.judge(&random, at: now)
            case 5 where removals < 3:
                removals += 1
                try await played.remove(&random)
            case 6: try await played.rename(&random, "Player\(step)", at: now)
            case 7 where random.one(in: 3): try await played.season(at: now)
            default: break
            }
            guard step % 10 == 9 else { continue }
            try await played.compare(played.shelf, at: now, "round \(round), step \(step)")
            let shelf = BoardShelf(database: played.arena.database, memory: 1 << 20)
            try await played.compare(shelf, at: now, "round \(round), step \(step), after a restart")
        }
    }

    /// Somebody plays; now and then with the most extreme score that the board takes.
    private static func play(
        _ played: PlayedBoard,
        _ random: inout SeededGenerator,
        at now: UnixTime
    ) async throws {
        let extremes: [Int64] = played.board.rules.counts == .sum ? [-1, 0] : [.min, .max, -1, 0]
        let install = try await played.playing().randomElement(using: &random)
        let score =
            random.one(in: 10)
            ? extremes.randomElement(using: &random) ?? 0 : Int64.random(in: -5...5, using: &random)
        guard let install else { return }
        try await played.submit(score, of: install, at: now)
    }
}
