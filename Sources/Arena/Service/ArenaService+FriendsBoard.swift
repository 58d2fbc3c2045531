import Core
import Serving
import WatchpostModel

/// Boards of friends alone.
extension ArenaService {
    /// The player who asks and its friends on a board, in its order, as it is or was in a period.
    ///
    /// `most`: rows around the player; nil: all.
    func friendsPage(
        _ question: BoardQuestion,
        of player: Int64,
        most: Int?,
        at now: UnixTime
    ) async throws(Problem) -> BoardPageBody {
        let listed = try await current(question.game, at: now)
        guard let board = listed.boards.first(where: { $0.rules.slug == question.board }) else {
            throw Problem.noBoard
        }
        let friends = try await use { stores throws(SQLiteError) in
            try await stores.friends.friendRows(of: player)
        }
        let players = [player] + friends
        let found = try await rows(of: players, question, listed, board, at: now)
        let circle = BoardCircle(found.rows)
        let rows = most.map { circle.around(player, most: $0) } ?? circle.rows[...]
        let own = circle.row(of: player)
        let begin = try await begin(of: question.span, for: players, on: board, at: now)
        let changes = begin.map { circle.changes(since: $0.positions) } ?? [:]
        let asked = rows.map(\.overall) + (own.map { [$0.overall] } ?? [])
        var lines = try await use { stores throws(SQLiteError) in
            try await stores.lines.lines(asked, for: player)
        }
        var ownLine: BoardLine?
        if let own, lines.last?.row == own.overall { ownLine = lines.popLast() }
        let text = ScoreText(board.rules)
        var body = BoardPageBody(
            game: question.game,
            board: question.board,
            window: question.window,
            period: found.period?.id,
            total: circle.rows.count,
            rows: []
        )
        body.scope = .friends
        let byPlayer = Dictionary(rows.map { ($0.overall.standing.player, $0) }) { first, _ in first }
        body.rows = lines.compactMap { line in
            byPlayer[line.row.standing.player].map { BoardRowBody(line, text, among: $0, changes) }
        }
        if let own, let ownLine { body.own = BoardRowBody(ownLine, text, among: own, changes) }
        return body
    }

    /// Rows of players in the window that is asked for, that which runs or one that is over.
    private func rows(
        of players: [Int64],
        _ question: BoardQuestion,
        _ listed: GameStore.Listed,
        _ board: GameBoard,
        at now: UnixTime
    ) async throws(Problem) -> (rows: [BoardIndex.Row], period: BoardPeriod?) {
        let span = question.span
        if question.period == nil || question.period == listed.period(of: span, on: board, at: now)?.id {
            let live = try await look(at: board, at: now) { shown in
                (rows: shown.index(of: span)?.rows(of: players), period: shown.period(of: span))
            }
            // One that ran when it was asked for may have ended since.
            if question.period == nil || question.period == live.period?.id {
                guard let rows = live.rows else { throw question.noWindow }
                return (rows, live.period)
            }
        }
        let archive = try await archive(question, question.period ?? "", board, at: now)
        let rows = try await use { stores throws(SQLiteError) in
            try await stores.archives.rows(of: players, in: archive)
        }
        return (rows, archive.period)
    }

    /// Rows of players of all time, and how many there are; nil: the board cannot be shown.
    func openRows(
        of players: [Int64],
        on board: GameBoard,
        at now: UnixTime
    ) async throws(Problem) -> (rows: [BoardIndex.Row], total: Int)? {
        do throws(Problem) {
            return try await look(at: board, at: now) { shown in
                let index = shown.index(of: .all)
                return (rows: index?.rows(of: players) ?? [], total: index?.count ?? 0)
            }
        } catch {
            guard error.code == ArenaService.boardClosed else { throw error }
            return nil
        }
    }
}

extension BoardRowBody {
    /// With its place among friends; `changes`: since the week began, by the rows of players.
    fileprivate init(
        _ line: BoardLine,
        _ text: ScoreText,
        among row: BoardCircle.Row,
        _ changes: [Int64: Int]
    ) {
        self.init(line, text)
        change = changes[Int64(row.overall.standing.player)]
        (position, rank, overall) = (row.position, row.rank, row.overall.position)
    }
}
