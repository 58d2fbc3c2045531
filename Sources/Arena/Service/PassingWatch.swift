import Core
import Serving
import SystemSupport
import WatchpostModel

/// Tells players that a friend passed them on a board, if they asked for it.
///
/// Commits of results leave no more than who went up (`BoardMoves`). It looks at all of them together every two seconds at
/// most, in the orders in memory, so that a result costs the same whoever plays; of a board that is not in memory nothing is
/// told.
actor PassingWatch {
    private let arena: ArenaService
    private let clock: SystemClock
    private let liveness: LivenessRegistry
    private var memory = PassingMemory()

    private static let name = "passing"
    private static let pause = Duration.seconds(2)
    /// Players whose friends are read at a time.
    private static let step = 100

    init(arena: ArenaService, clock: SystemClock, liveness: LivenessRegistry) {
        (self.arena, self.clock, self.liveness) = (arena, clock, liveness)
    }

    /// Looks until cancelled.
    func run() async {
        while !Task.isCancelled {
            await arena.passing.bell.wait(nil)
            liveness.expect(PassingWatch.name, within: .seconds(60))
            await look()
            liveness.rest(PassingWatch.name)
            try? await Task.sleep(for: PassingWatch.pause)  // Cancellation is seen by the loop.
        }
    }

    /// What goes wrong with the arena's file is shown by whoever looks after it; who was passed then is not told.
    func look() async {
        let moves = arena.passing.moves.take()
        arena.metrics.note(movesDropped: arena.passing.moves.dropped)
        guard let now = clock.now().wall else { return }
        for start in stride(from: 0, to: moves.count, by: PassingWatch.step) {
            let some = moves[start..<min(start + PassingWatch.step, moves.count)]
            do throws(Problem) {
                try await look(at: Array(some), now)
            } catch {
                return
            }
        }
    }

    private func look(at moves: [BoardMove], _ now: UnixTime) async throws(Problem) {
        let players = Set(moves.map(\.player)).sorted()
        let (circles, shelf) = try await arena.use { stores throws(SQLiteError) in
            (try await stores.passing.circles(of: players), stores.shelf)
        }
        var telling = PassingStore.Telling()
        for move in moves {
            guard let circle = circles[move.player], circle.isListening || !circle.friends.isEmpty else {
                continue
            }
            let passed = shelf.glance(at: move.board) { Passing.passed(move, circle.friends, on: $0) }
            let news = (passed ?? []).filter { memory.tells($0.friend, on: move.board, at: now) }
            let clears = circle.isListening && memory.clears(move.player, on: move.board, at: now)
            guard clears || !news.isEmpty else { continue }
            try await add(move, circle, news, clears: clears, to: &telling, at: now)
        }
        guard !telling.isEmpty else { return }
        let all = telling
        try await arena.use { stores throws(SQLiteError) in try await stores.passing.tell(all, at: now) }
        arena.ringNews()
    }

    private func add(
        _ move: BoardMove,
        _ circle: PassingStore.Circle,
        _ passed: [Passing.Passed],
        clears: Bool,
        to telling: inout PassingStore.Telling,
        at now: UnixTime
    ) async throws(Problem) {
        let place = try await arena.use { stores throws(SQLiteError) in
            try await stores.passing.place(of: move.board)
        }
        guard let place else { return }
        if clears {
            let subject = News.subject(ofBoard: place.board.rules.slug, of: place.game)
            telling.withdrawn.append((move.player, subject))
        }
        let text = ScoreText(place.board.rules)
        telling.told += passed.map { one in
            (one.friend, News.passed(one, by: circle, at: place, text: { text.text($0) }, at: now))
        }
    }
}
