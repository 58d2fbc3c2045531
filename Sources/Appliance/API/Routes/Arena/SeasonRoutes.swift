import Core
import Serving
import WatchpostModel

/// Beginning and ending seasons of boards, for administrators and our own command line.
struct SeasonRoutes {
    let services: DeviceServices
    let arena: ArenaService

    private static let pattern = "/v1/admin/games/{game}/boards/{board}/seasons"
    private static let largestBody = 1_024

    var routes: [Route] {
        let bounds = CallBounds.body(SeasonRoutes.largestBody).forGames
        return [
            Route(.post, SeasonRoutes.pattern, .administrator, bounds) { request async throws(Problem) in
                try await change(request)
            }
        ]
    }

    private func change(_ request: CallRequest) async throws(Problem) -> Reply {
        let (game, slug) = (request.parameter("game"), request.parameter("board"))
        let wanted = try request.json(BoardSeasonChangeBody.self)
        guard let listed = try await arena.game(game) else { throw Problem.noGame }
        guard let board = listed.boards.first(where: { $0.rules.slug == slug }) else { throw Problem.noBoard }
        let wish = try SeasonRoutes.wish(wanted, of: board.rules)
        let now = try services.wall()
        let outcome = try await arena.use { stores throws(SQLiteError) in
            try await stores.seasons.change(slug, of: game, season: wanted.season, wish, at: now) { board in
                stores.changed(board: board.id)
            }
        }
        switch outcome {
        case .begun(let board): return Reply(GameBoardBody(board), status: 201)
        case .changed(let board): return Reply(GameBoardBody(board))
        case .conflict(let board):
            let words = board.season.map { "season \($0.number) runs" } ?? "no season runs yet, which is 0"
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
        if let counts = wanted.operator { next.counts = BoardOperator(counts) }
        return .next(next)
    }
}
