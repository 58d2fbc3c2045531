import Core
import Serving
import SystemSupport
import WatchpostModel

/// Boards, as they are read.
extension ArenaService {
    /// What somebody asks of a board.
    struct BoardQuestion: Sendable {
        var game: String
        var board: String
        var window = StandingBody.Window.all
        /// Which one of those that are over, or that which runs; nil: that which runs.
        var period: String?
        var limit: Int
        /// Nil: the first page, or `around`.
        var cursor: String?
        /// The row of a player.
        var around: Int64?

        var span: BoardSpan {
            switch window {
            case .all: .all
            case .season: .season
            case .day: .window(.day)
            case .week: .window(.week)
            case .month: .window(.month)
            }
        }
    }

    /// A page of a board as it is at an instant.
    ///
    /// `until`: when its window is over; nil: never, or it is over.
    func page(_ question: BoardQuestion, at now: UnixTime) async throws(Problem) -> (
        body: BoardPageBody, until: UnixTime?
    ) {
        let listed = try await current(question.game, at: now)
        guard let board = listed.boards.first(where: { $0.rules.slug == question.board }) else {
            throw Problem.noBoard
        }
        let key = try await use { stores throws(SQLiteError) in stores.keys.cursors }
        let cursor = try question.opened(key, board.id)
        let start = cursor?.start ?? question.around.map { .around($0) } ?? .first
        if let period = question.period, period != listed.period(of: question.span, on: board, at: now)?.id {
            let page = try await archivedPage(question, period, board, cursor, at: now)
            return (try await body(question, board, page, key), nil)
        }
        let found = try await look(at: board, at: now) { live in
            live.page(of: question.span, from: start, most: question.limit)
        }
        guard let page = found else {
            throw Problem(.notFound, "the board has no window “\(question.window.rawValue)”")
        }
        guard cursor == nil || cursor?.period == page.period?.number else {
            throw Problem(.gone, "this window is over; begin again with its first page", code: "window-over")
        }
        return (try await body(question, board, page, key), page.period?.end)
    }

    private func body(
        _ question: BoardQuestion,
        _ board: GameBoard,
        _ page: BoardPage,
        _ key: [UInt8]
    ) async throws(Problem) -> BoardPageBody {
        let rows = page.rows + (page.own.map { [$0] } ?? [])
        var lines = try await use { stores throws(SQLiteError) in try await stores.lines.lines(rows) }
        var own: BoardLine?
        if let row = page.own, lines.last?.row == row { own = lines.popLast() }
        return BoardPageBody(question, board, page, lines, own, key)
    }

    /// Something of a board, which is read first if it is not in memory.
    func look<Value: Sendable>(
        at board: GameBoard,
        at now: UnixTime,
        _ body: (LiveBoard) -> Value
    ) async throws(Problem) -> Value {
        let stores = try await use { stores throws(SQLiteError) in stores }
        // A board may leave between two looks, when many are asked for.
        for attempt in 0..<3 {
            // A season that is over makes its board leave until the next one has begun.
            if attempt > 0 || board.season?.isOver(at: now) ?? false {
                try await use { stores throws(SQLiteError) in try await stores.endSeasons(at: now) }
            }
            try await load(board, at: now)
            if let value = stores.shelf.look(at: board.id, at: now, body) { return value }
        }
        throw Problem(.unavailable, "more boards are asked for than memory has room; try again later")
    }

    /// Brings a board into memory; one that cannot be shown closes itself alone.
    func load(_ board: GameBoard, at now: UnixTime) async throws(Problem) {
        let failure = try await use { stores throws(SQLiteError) in
            try await stores.shelf.load(board, at: now)
        }
        guard let failure else { return }
        let words = "the board “\(board.rules.slug)” cannot be shown: \(failure.words)"
        tell(words, of: board.id)
        throw Problem(.unavailable, words, code: ArenaService.boardClosed)
    }

    private static let boardClosed = "board-closed"

    /// Where a player is on a board, in each span; of one that cannot be shown nothing is said.
    private func openPlaces(
        of player: Int64,
        on board: GameBoard,
        at now: UnixTime
    ) async throws(Problem) -> [BoardPlace] {
        do throws(Problem) {
            return try await look(at: board, at: now) { $0.places(of: player) }
        } catch {
            guard error.code == ArenaService.boardClosed else { throw error }
            return []
        }
    }

    /// Where a player stands on all boards of games on which it has anything.
    func games(of player: Int64, at now: UnixTime) async throws(Problem) -> MyGamesBody {
        let (listed, boards) = try await use { stores throws(SQLiteError) in
            (try await stores.games.games(), try await stores.lines.boards(of: player))
        }
        var entries: [MyGamesBody.Entry] = []
        for one in listed {
            var found: [MyGamesBody.Board] = []
            for board in one.boards where boards.contains(board.id) {
                let places = try await openPlaces(of: player, on: board, at: now)
                guard !places.isEmpty else { continue }
                let text = ScoreText(board.rules)
                let before = try await use { stores throws(SQLiteError) in
                    try await stores.archives.beginOfWeek(player, on: board.id)
                }
                let standings = places.map { place in
                    var standing = MyGamesBody.Standing(StandingBody(place, text))
                    if place.span == .all {
                        standing.change = before.map { $0.position - place.row.position }
                    }
                    return standing
                }
                found.append(
                    MyGamesBody.Board(board: board.rules.slug, name: board.rules.name, standings: standings)
                )
            }
            guard !found.isEmpty else { continue }
            let facts = one.game.facts
            entries.append(MyGamesBody.Entry(game: facts.slug, name: facts.name, boards: found))
        }
        return MyGamesBody(games: entries)
    }
}

extension Problem {
    static let noGame = Problem(.notFound, "there is no game of this name")
    static let noBoard = Problem(.notFound, "the game has no board of this name")
}

extension ArenaService.BoardQuestion {
    /// What its cursor says; nil: it has none.
    fileprivate func opened(_ key: [UInt8], _ board: Int64) throws(Problem) -> BoardCursor? {
        guard let cursor else { return nil }
        guard let opened = BoardCursor(cursor, key, board: board, window: window.rawValue) else {
            throw Problem(
                .badRequest,
                "cursor: no page of this board and window said it; begin again with the first one",
                code: "cursor-invalid"
            )
        }
        return opened
    }
}

extension BoardPageBody {
    fileprivate init(
        _ question: ArenaService.BoardQuestion,
        _ board: GameBoard,
        _ page: BoardPage,
        _ lines: [BoardLine],
        _ own: BoardLine?,
        _ key: [UInt8]
    ) {
        let text = ScoreText(board.rules)
        self.init(
            game: question.game,
            board: question.board,
            window: question.window,
            period: page.period?.id,
            total: page.total,
            rows: lines.map { BoardRowBody($0, text) }
        )
        self.own = own.map { BoardRowBody($0, text) }
        let window = question.window.rawValue
        next = BoardCursor(page.next, page.period)?.sealed(key, board: board.id, window: window)
        previous = BoardCursor(page.previous, page.period)?.sealed(key, board: board.id, window: window)
    }
}

extension BoardRowBody {
    fileprivate init(_ line: BoardLine, _ text: ScoreText) {
        let (row, score) = (line.row, line.row.standing.score)
        self.init(
            position: row.position,
            rank: row.rank,
            player: PlayerBody(code: line.code, name: line.name),
            score: score,
            scoreText: text.text(score),
            at: line.at,
            extra: line.extra
        )
    }
}
