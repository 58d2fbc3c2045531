import Core
import Serving
import WatchpostModel

/// Results and players as administrators and our own command line see and judge them.
struct ResultAdminRoutes {
    let services: DeviceServices
    let arena: ArenaService

    private static let pattern = "/v1/admin/games/{game}/results"
    /// Rows of a list.
    private static let limits = 1...100

    var routes: [Route] {
        let one = "\(ResultAdminRoutes.pattern)/{number}"
        return [
            Route(.get, ResultAdminRoutes.pattern, .administrator, .bare.forGames) {
                request async throws(Problem) in try await list(request)
            },
            Route(.post, "\(one)/hide", .administrator, .bare.forGames) { request async throws(Problem) in
                try await judge(request, counts: false)
            },
            Route(.post, "\(one)/restore", .administrator, .bare.forGames) { request async throws(Problem) in
                try await judge(request, counts: true)
            },
            Route(.delete, "/v1/admin/players/{player}", .administrator, .bare.forGames) {
                request async throws(Problem) in
                guard let player = try await arena.remove(request.parameter("player")) else {
                    throw Problem(.notFound, "there is no player with this code")
                }
                return Reply(PlayerBody(code: player.code, name: player.name, since: player.since))
            },
        ]
    }

    private func list(_ request: CallRequest) async throws(Problem) -> Reply {
        let slug = request.parameter("game")
        guard let listed = try await arena.game(slug) else { throw Problem.noGame }
        let states = ResultBody.State.allCases.map(\.rawValue)
        let wanted = try request.query.choice("state", of: ["any"] + states, default: "any")
        let most = try request.query.number("limit", in: ResultAdminRoutes.limits, default: 20)
        let before = try request.query.number("before", in: 1...Int.max, default: .max)
        let state = ResultState(word: wanted)
        let sent = try await arena.use { stores throws(SQLiteError) in
            try await stores.ledger.list(slug, state: state, before: Int64(before), most: most)
        }
        let rules = Dictionary(listed.boards.map { ($0.rules.slug, $0.rules) }) { first, _ in first }
        let bodies = sent.compactMap { one in rules[one.board].map { SentResultBody(one, ScoreText($0)) } }
        let isFull = sent.count == most
        return Reply(SentResultListBody(results: bodies, next: isFull ? sent.last?.result.sequence : nil))
    }

    private func judge(_ request: CallRequest, counts: Bool) async throws(Problem) -> Reply {
        guard let number = Int64(request.parameter("number")) else { throw ResultAdminRoutes.noResult }
        let game = request.parameter("game")
        guard let result = try await arena.judge(number, of: game, counts: counts) else {
            throw ResultAdminRoutes.noResult
        }
        let body = JudgedResultBody(number: result.sequence, state: ResultBody.State(result.state))
        return Reply(body)
    }

    private static let noResult = Problem(
        .notFound,
        "the game has no result of this number, or does not keep it any more"
    )
}

extension SentResultBody {
    fileprivate init(_ sent: ResultLedger.Sent, _ text: ScoreText) {
        let result = sent.result
        self.init(
            number: result.sequence,
            board: sent.board,
            player: PlayerBody(code: sent.code, name: sent.name),
            score: result.score,
            scoreText: text.text(result.score),
            at: result.at,
            state: ResultBody.State(result.state)
        )
        (achieved, extra) = (result.achieved, result.extra)
    }
}

extension ResultState {
    /// As it is sent; nil: any.
    fileprivate init?(word: String) {
        switch word {
        case "counts": self = .counts
        case "held": self = .held
        case "hidden": self = .hidden
        default: return nil
        }
    }
}
