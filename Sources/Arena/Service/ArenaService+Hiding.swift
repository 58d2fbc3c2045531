import Core
import Serving
import WatchpostModel

/// What owners and players do with results that were taken.
extension ArenaService {
    /// Lets a result count, or count no more, as `actor` in the audit; nil: the game has none of this number.
    ///
    /// `now`: nil while the clock is not set.
    func judge(
        _ sequence: Int64,
        of game: OpenedGame,
        counts: Bool,
        by actor: String,
        at now: UnixTime?
    ) async throws(Problem) -> LedgerResult? {
        let outcome = try await use { stores throws(SQLiteError) in
            try await stores.ledger.judge(
                sequence,
                of: game,
                counts: counts,
                by: actor,
                at: now,
                then: { stores.changed(boards: [$0]) },
                duels: { [self] in follow($0) }
            )
        }
        guard case .done(let result) = outcome else { return nil }
        return result
    }

    /// Removes a player with all that it has, as `actor` in the audit; nil: there is none.
    ///
    /// `now`: nil while the clock is not set.
    func remove(_ code: String, by actor: String, at now: UnixTime?) async throws(Problem) -> Player? {
        try await use { stores throws(SQLiteError) -> Player? in
            guard let player = try await stores.players.player(code: code) else { return nil }
            let entry = ModerationEntry(
                game: nil,
                at: now ?? ModerationEntry.noTime,
                actor: actor,
                act: .removedPlayer,
                detail: "player \(player.code)"
            )
            // Told by the commit: what goes wrong behind it takes nothing back.
            try await stores.players.remove(player.id, at: now, noting: entry) { [self] installs in
                for install in installs { identities(.install(install)) }
                stores.gone(player.id)
                holds.change()
            } duels: { [self] in
                follow($0)
            }
            return player
        }
    }

    /// A player's newest and best results on the boards of a game; `board`: on this one alone.
    func results(
        of player: Int64,
        in listed: GameStore.Listed,
        board slug: String? = nil
    ) async throws(Problem) -> OwnResultsBody {
        let wanted = listed.boards.filter { slug == nil || $0.rules.slug == slug }
        let found = try await use { stores throws(SQLiteError) in
            try await stores.ledger.own(player, on: wanted)
        }
        var boards: [OwnResultsBody.Board] = []
        for board in wanted {
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
            state: result.state
        )
        (achieved, extra) = (result.achieved, result.extra)
    }
}
