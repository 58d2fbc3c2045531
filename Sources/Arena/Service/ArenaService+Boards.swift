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
        /// For strangers outside: how boards are read that are not in memory; nil: at once.
        var loads: StrangersLoads?
        /// The row of the player who asks; nil: nobody known does.
        var viewer: Int64?

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
    /// `until`: when its window is over, or the week since which it says changes; nil: never, or it is over.
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
        var live: BoardPage?
        if question.period == nil
            || question.period == listed.period(of: question.span, on: board, at: now)?.id
        {
            live = try await look(at: board, at: now, question.loads) { shown in
                shown.page(of: question.span, from: start, most: question.limit)
            }
        }
        // One that ran when it was asked for may have ended since.
        if let period = question.period, period != live?.period?.id {
            let page = try await archivedPage(question, period, board, cursor, at: now)
            return (try await body(question, board, page, nil, key), nil)
        }
        guard let page = live else { throw question.noWindow }
        guard cursor == nil || cursor?.period == page.period?.number else {
            throw Problem(.gone, "this window is over; begin again with its first page", code: "window-over")
        }
        let shown = (page.rows + [page.own].compactMap { $0 }).map { Int64($0.standing.player) }
        let begin = try await begin(of: question.span, for: shown, on: board, at: now)
        return (try await body(question, board, page, begin, key), page.period?.end ?? begin?.end)
    }

    private func body(
        _ question: BoardQuestion,
        _ board: GameBoard,
        _ page: BoardPage,
        _ begin: WeekBegin?,
        _ key: [UInt8]
    ) async throws(Problem) -> BoardPageBody {
        let rows = page.rows + (page.own.map { [$0] } ?? [])
        var lines = try await use { stores throws(SQLiteError) in
            try await stores.lines.lines(rows, for: question.viewer)
        }
        var own: BoardLine?
        if let row = page.own, lines.last?.row == row { own = lines.popLast() }
        let text = ScoreText(board.rules)
        var body = BoardPageBody(question, board, page, key)
        body.rows = lines.map { BoardRowBody($0, text, since: begin) }
        body.own = own.map { BoardRowBody($0, text, since: begin) }
        return body
    }

    /// Something of a board, which is read first if it is not in memory.
    func look<Value: Sendable>(
        at board: GameBoard,
        at now: UnixTime,
        _ loads: StrangersLoads? = nil,
        _ body: (LiveBoard) -> Value
    ) async throws(Problem) -> Value {
        let stores = try await use { stores throws(SQLiteError) in stores }
        // A board may leave between two looks, when many are asked for.
        for attempt in 0..<3 {
            // A season that is over makes its board leave until the next one has begun.
            if attempt > 0 || board.season?.isOver(at: now) ?? false {
                try await use { stores throws(SQLiteError) in try await stores.endSeasons(at: now) }
            }
            let isAtHand = { stores.shelf.isAtHand(board.id, at: now) }
            if let loads, !isAtHand() {
                try await loads.run(unless: isAtHand) { () async throws(Problem) in
                    try await load(board, at: now)
                }
            } else {
                try await load(board, at: now)
            }
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

    static let boardClosed = "board-closed"

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
        let (listed, boards, begins) = try await use { stores throws(SQLiteError) in
            let boards = try await stores.lines.boards(of: player)
            return (
                try await stores.book.all(), boards,
                try await stores.archives.beginsOfWeek([player], on: boards.sorted(), at: now)
            )
        }
        var entries: [MyGamesBody.Entry] = []
        for one in listed {
            var found: [MyGamesBody.Board] = []
            for board in one.boards where boards.contains(board.id) {
                let places = try await openPlaces(of: player, on: board, at: now)
                guard !places.isEmpty else { continue }
                let text = ScoreText(board.rules)
                let before = begins[board.id]?.positions[player]
                let standings = places.map { place in
                    var standing = MyGamesBody.Standing(StandingBody(place, text))
                    if place.span == .all {
                        standing.change = before.map { $0 - place.row.position }
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
    /// The board lacks what was asked for.
    var noWindow: Problem {
        let words =
            span == .season
            ? "no season of this board was begun" : "the board has no window “\(window.rawValue)”"
        return Problem(.notFound, words)
    }

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
        _ key: [UInt8]
    ) {
        self.init(
            game: question.game,
            board: question.board,
            window: question.window,
            period: page.period?.id,
            total: page.total,
            rows: []
        )
        let window = question.window.rawValue
        next = BoardCursor(page.next, page.period)?.sealed(key, board: board.id, window: window)
        previous = BoardCursor(page.previous, page.period)?.sealed(key, board: board.id, window: window)
    }
}

extension BoardRowBody {
    /// `begin`: where players were as the week began; nil: nothing is said of it.
    init(_ line: BoardLine, _ text: ScoreText, since begin: WeekBegin? = nil) {
        let (row, score) = (line.row, line.row.standing.score)
        self.init(
            position: row.position,
            rank: row.rank,
            player: PlayerBody(code: line.code, name: line.name, picture: PicturePath.text(line.picture)),
            score: score,
            scoreText: text.text(score),
            at: line.at,
            extra: line.extra
        )
        change = begin?.positions[Int64(row.standing.player)].map { $0 - row.position }
        isMe = line.viewed.map { $0 == .oneself }
        isFriend = line.viewed.map { $0 == .friend }
    }
}
