import Core
import Serving
import WatchpostModel

/// What owners and players do with results that were taken.
extension ArenaService {
    /// Lets a result count, or count no more; nil: the game has none of this number.
    func judge(_ sequence: Int64, of game: String, counts: Bool) async throws(Problem) -> LedgerResult? {
        let outcome = try await use { stores throws(SQLiteError) in
            try await stores.ledger.judge(sequence, of: game, counts: counts) { board in
                stores.changed(board: board)
            }
        }
        guard case .done(let result) = outcome else { return nil }
        return result
    }

    /// Removes a player with all that it has; nil: there is none.
    func remove(_ code: String) async throws(Problem) -> Player? {
        let removed = try await use { stores throws(SQLiteError) -> Player? in
            guard let player = try await stores.players.player(code: code) else { return nil }
            try await stores.players.remove(player.id) { stores.gone(player.id) }
            return player
        }
        if removed != nil { forgetCallers() }
        return removed
    }

    /// A player's newest and best results on the boards of a game.
    func results(
        of player: Int64,
        in listed: GameStore.Listed
    ) async throws(Problem) -> OwnResultsBody {
        let found = try await use { stores throws(SQLiteError) in
            try await stores.ledger.own(player, on: listed.boards)
        }
        var boards: [OwnResultsBody.Board] = []
        for board in listed.boards {
            guard let own = found[board.id] else { continue }
            boards.append(
                OwnResultsBody.Board(
                    board: board.rules.slug,
                    name: board.rules.name,
                    newest: own.newest.map { OwnResultsBody.Entry($0, board) },
                    best: own.best.map { OwnResultsBody.Entry($0, board) }
                )
            )
        }
        return OwnResultsBody(game: listed.game.facts.slug, boards: boards)
    }
}

extension OwnResultsBody.Entry {
    fileprivate init(_ result: LedgerResult, _ board: GameBoard) {
        self.init(
            score: result.score,
            scoreText: ScoreText(board.rules).text(result.score),
            at: result.at,
            state: ResultBody.State(result.state)
        )
        (achieved, extra) = (result.achieved, result.extra)
    }
}
