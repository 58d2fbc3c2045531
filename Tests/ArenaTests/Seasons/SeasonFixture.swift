import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

extension ArchiveStore {
    /// Where a player was in the order of all time when the week began; nil: nowhere, or nobody knows.
    func beginOfWeek(_ player: Int64, on board: Int64, at now: UnixTime) async throws -> Int? {
        try await beginOfWeek([player], on: board, at: now)?.positions[player]
    }
}

/// A board that is played through seasons, beside a model of all its results.
final class SeasonFixture {
    struct Played {
        let player: Int64
        let score: Int64
        let sequence: Int64
        let at: UnixTime
    }

    let arena: ArenaFixture
    let ledger: ResultLedger
    let seasons: SeasonStore
    let archives: ArchiveStore
    let players: [Int64]
    private(set) var shelf: BoardShelf
    private(set) var board: GameBoard
    private(set) var played: [Played] = []
    /// Numbers of results that do not count.
    var hidden: Set<Int64> = []
    /// Players who are gone.
    private(set) var removed: Set<Int64> = []
    /// How often results came late, and orders had to be made again.
    let reopened = Locked(0)
    private var keys: UInt64 = 0

    init(
        players count: Int,
        observer: Database.Observer? = nil,
        _ change: (inout BoardRules) -> Void = { _ in }
    ) async throws {
        arena = try await ArenaFixture(mostPlayers: 1_000, observer: observer)
        try await arena.addGame()
        board = try #require(try await arena.board("level-1", change))
        ledger = ResultLedger(database: arena.database, mostResults: 100_000)
        seasons = SeasonStore(database: arena.database)
        archives = ArchiveStore(database: arena.database)
        shelf = BoardShelf(database: arena.database, memory: 1 << 20)
        var players: [Int64] = []
        for number in 1...count { players.append(try await arena.install(number)) }
        self.players = players
    }

    func submit(_ score: Int64, of install: Int64, at now: UnixTime) async throws {
        try await endDue(at: now)
        keys += 1
        let key =
            [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: keys >> ($0 * 8)) }
        let (shelf, reopened) = (shelf, reopened)
        let submitted = try await ledger.submit(
            [Submission(key: key, board: board.rules.slug, score: score)],
            of: install,
            at: now,
            standings: { shelf.standing(of: $1, on: $0) },
            reopened: { reopened.withLock { $0 += 1 } },
            then: { shelf.apply($0) }
        )
        guard case .outcomes(let outcomes) = submitted, case .accepted(let result) = outcomes.first else {
            Issue.record("not accepted: \(submitted)")
            return
        }
        played.append(Played(player: result.player, score: score, sequence: result.sequence, at: now))
        if result.state != .counts { hidden.insert(result.sequence) }
    }

    /// Hides a result or lets it count; one that is not kept any more stays as it is.
    func judge(_ sequence: Int64, counts: Bool) async throws {
        let shelf = shelf
        let outcome = try await ledger.judge(
            sequence,
            of: OpenedGame("snake"),
            counts: counts,
            by: "the owner"
        ) { shelf.leave($0) }
        guard case .done(let result) = outcome else { return }
        #expect((result.state == .counts) == counts)
        if counts { hidden.remove(sequence) } else { hidden.insert(sequence) }
    }

    func remove(_ install: Int64) async throws {
        let shelf = shelf
        let player = try #require(players.firstIndex(of: install)).advanced(by: 1)
        try await arena.players.remove(Int64(player)) { _ in shelf.remove(Int64(player)) }
        removed.insert(install)
        played.removeAll { $0.player == Int64(player) }
    }

    /// As the appliance does before it looks at a board.
    func endDue(at now: UnixTime) async throws {
        let shelf = shelf
        try await seasons.endDue(at: now) { _ in shelf.removeAll() }
        try await read()
    }

    func change(_ wish: SeasonStore.Wish, at now: UnixTime) async throws -> SeasonStore.Outcome {
        let shelf = shelf
        let outcome = try await seasons.change(
            "level-1",
            of: "snake",
            season: board.season?.number ?? 0,
            wish,
            at: now
        ) { _ in shelf.removeAll() }
        try await read()
        return outcome
    }

    /// Gives the game another zone.
    func zone(_ name: String) async throws {
        let shelf = shelf
        let game = try #require(try await arena.games.game("snake")?.game)
        let facts = try GameFacts(slug: "snake", name: "Snake", description: "", zone: name)
        _ = try await arena.games.put(facts, version: game.version, at: ArenaFixture.noon) { boards in
            for board in boards { shelf.leave(board) }
        }
    }

    func restart() {
        shelf = BoardShelf(database: arena.database, memory: 1 << 20)
    }

    private func read() async throws {
        board = try #require(try await arena.games.game("snake")?.boards.first)
    }

    /// Everybody's player, score, position and rank in a span, by the shelf.
    func rows(_ span: BoardSpan, at now: UnixTime) async throws -> [[Int64]] {
        try await endDue(at: now)
        for _ in 0..<2 {
            try await shelf.load(board, at: now)
            let found = shelf.look(at: board.id, at: now) { live in
                live.index(of: span)?.page(from: 1, most: 10_000) ?? []
            }
            if let found { return found.map(SeasonFixture.words) }
        }
        throw SQLiteError(code: .error, message: "no board", path: "")
    }

    /// The same of an order that is over.
    func rows(_ span: BoardSpan, _ period: String) async throws -> [[Int64]]? {
        guard let archive = try await archives.find(span, period, of: board.id), archive.count != nil else {
            return nil
        }
        let page = try await archives.page(of: archive, from: .first, most: 10_000)
        #expect(page.total == page.rows.count)
        return page.rows.map(SeasonFixture.words)
    }

    private static func words(_ row: BoardIndex.Row) -> [Int64] {
        [Int64(row.standing.player), row.standing.score, Int64(row.position), Int64(row.rank)]
    }

    /// The same by sorting what was played, as far as it is taken.
    func model(_ rules: BoardRules? = nil, _ isTaken: (Played) -> Bool) -> [[Int64]] {
        let rules = rules ?? board.rules
        var best: [Int64: Played] = [:]
        for one in played where !hidden.contains(one.sequence) && isTaken(one) {
            guard let other = best[one.player] else {
                best[one.player] = one
                continue
            }
            let isBetter = rules.isAscending ? one.score < other.score : one.score > other.score
            switch rules.counts {
            case .best: best[one.player] = isBetter ? one : other
            // What does not change a score changes nothing.
            case .latest: best[one.player] = one.score == other.score ? other : one
            case .sum where one.score == 0: break
            case .sum:
                best[one.player] = Played(
                    player: one.player,
                    score: one.score + other.score,
                    sequence: one.sequence,
                    at: one.at
                )
            }
        }
        let sorted = best.values.sorted { left, right in
            if left.score != right.score { return (left.score < right.score) == rules.isAscending }
            return left.sequence < right.sequence
        }
        return sorted.enumerated().map { place, one in
            let better = sorted.count { rules.isAscending ? $0.score < one.score : $0.score > one.score }
            return [one.player, one.score, Int64(place + 1), Int64(better + 1)]
        }
    }
}
