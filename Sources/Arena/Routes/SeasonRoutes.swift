import Core
import Serving
import WatchpostModel

/// Beginning and ending seasons of boards, for whoever governs their game.
struct SeasonRoutes {
    let services: CallServices
    let arena: ArenaService
    var side = GameSide.administrators

    private static let largestBody = 1_024

    var routes: [Route] {
        let bounds = CallBounds.body(SeasonRoutes.largestBody)
        return [
            side.route(.post, "\(side.game)/boards/{board}/seasons", bounds) {
                request,
                door async throws(Problem) in try await change(request, door)
            }
        ]
    }

    private func change(_ request: CallRequest, _ door: GameDoor) async throws(Problem) -> Reply {
        let (game, slug) = (request.parameter("game"), request.parameter("board"))
        let wanted = try request.json(BoardSeasonChangeBody.self)
        let listed = try await arena.game(game, through: door)
        guard let board = listed.boards.first(where: { $0.rules.slug == slug }) else { throw Problem.noBoard }
        let wish = try SeasonRoutes.wish(wanted, of: board.rules)
        let now = try services.wall()
        let outcome = try await arena.use { stores throws(SQLiteError) -> SeasonStore.Outcome in
            // What is over until now is put together by the rules that held until now.
            try await stores.keepArchives(of: board.id, at: now)
            return try await stores.seasons.change(
                slug,
                of: game,
                season: wanted.season,
                wish,
                through: door,
                at: now
            ) { board in
                stores.changed(boards: [board.id])
            } duels: { [arena] in
                arena.follow($0)
            }
        }
        switch outcome {
        case .begun(let board): return Reply(GameBoardBody(board), status: 201)
        case .changed(let board): return Reply(GameBoardBody(board))
        case .conflict(let board):
            let words =
                board.season.map {
                    "season \($0.number) runs, not \(wanted.season); send the number of the one that runs"
                }
                ?? "no season runs yet; send 0 to begin the first one"
            throw Problem(.conflict, words, extra: .board(GameBoardBody(board)))
        case .refused(let refusal): throw Problem(.badRequest, "\(refusal.field): \(refusal.words)")
        case .noGame: throw Problem.noGame
        case .noBoard: throw Problem.noBoard
        }
    }

    private static func wish(
        _ wanted: BoardSeasonChangeBody,
        of rules: BoardRules
    ) throws(Problem) -> SeasonStore.Wish {
        let isPlain = wanted.order == nil && wanted.operator == nil
        let keeps = wanted.keep ?? false
        guard wanted.at == nil && !keeps || isPlain && (wanted.at == nil || !keeps) else {
            throw Problem(
                .badRequest,
                "order and operator change when a season ends at once; send at and keep alone, and not both"
            )
        }
        if keeps { return .keep }
        if let at = wanted.at { return .end(at) }
        var next = BoardOrdering(rules)
        if let order = wanted.order { next.isAscending = order == .less }
        if let counts = wanted.operator { next.counts = counts }
        return .next(next)
    }
}
