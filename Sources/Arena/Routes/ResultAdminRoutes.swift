import Core
import Serving
import WatchpostModel

/// Results as those see and judge them who govern a game.
struct ResultAdminRoutes {
    let services: CallServices
    let arena: ArenaService
    let governor: GameGovernor

    /// Rows of a list.
    private static let limits = 1...100

    var routes: [Route] {
        let (pattern, bare) = ("\(governor.pattern)/results", governor.bounds(.bare))
        return [
            Route(.get, pattern, governor.access, bare) { request async throws(Problem) in
                try await list(request)
            },
            Route(.post, "\(pattern)/{number}/hide", governor.access, bare) {
                request async throws(Problem) in
                try await judge(request, counts: false)
            },
            Route(.post, "\(pattern)/{number}/restore", governor.access, bare) {
                request async throws(Problem) in
                try await judge(request, counts: true)
            },
        ]
    }

    private func list(_ request: CallRequest) async throws(Problem) -> Reply {
        let game = try await governor.open(request)
        let states = ResultState.allCases.map(\.rawValue)
        let word = try request.query.choice("state", of: ["any", "flagged"] + states, default: "any")
        let most = try request.query.number("limit", in: ResultAdminRoutes.limits, default: 20)
        let before = try request.query.number("before", in: 1...Int.max, default: .max)
        let wanted = ResultLedger.Wanted(word: word)
        let sent = try await arena.use { stores throws(SQLiteError) in
            try await stores.ledger.list(game.opened, wanted, before: Int64(before), most: most)
        }
        guard let sent else { throw Problem.noGame }
        let rules = Dictionary(game.listed.boards.map { ($0.rules.slug, $0.rules) }) { first, _ in first }
        let bodies = sent.compactMap { one in rules[one.board].map { SentResultBody(one, ScoreText($0)) } }
        let isFull = sent.count == most
        return Reply(SentResultListBody(results: bodies, next: isFull ? sent.last?.result.sequence : nil))
    }

    private func judge(_ request: CallRequest, counts: Bool) async throws(Problem) -> Reply {
        let game = try await governor.open(request)
        guard let number = Int64(request.parameter("number")) else { throw Problem.noResult }
        let now = services.now().wall
        let judged = try await arena.judge(
            number,
            of: game.opened,
            counts: counts,
            by: game.actor,
            at: now
        )
        guard let result = judged else { throw Problem.noResult }
        return Reply(JudgedResultBody(number: result.sequence, state: result.state))
    }
}

/// Players as administrators remove and rename them, and what was done about all games.
struct PlayerAdminRoutes {
    let services: CallServices
    let arena: ArenaService

    private static let pattern = "/v1/admin/players/{player}"
    private static let largestBody = 1_024

    var routes: [Route] {
        [
            Route(.delete, PlayerAdminRoutes.pattern, .administrator, .bare) {
                request async throws(Problem) in try await remove(request)
            },
            Route(.put, PlayerAdminRoutes.pattern, .administrator, .body(PlayerAdminRoutes.largestBody)) {
                request async throws(Problem) in try await rename(request)
            },
            Route(.get, "/v1/admin/audit", .administrator, .bare) { request async throws(Problem) in
                try await arena.audit(of: nil, request)
            },
        ]
    }

    private func remove(_ request: CallRequest) async throws(Problem) -> Reply {
        let now = services.now().wall
        let (code, actor) = (request.parameter("player"), request.caller.moderator)
        guard let player = try await arena.remove(code, by: actor, at: now) else { throw Problem.noPlayer }
        return Reply(PlayerBody(whole: player))
    }

    private func rename(_ request: CallRequest) async throws(Problem) -> Reply {
        let code = request.parameter("player")
        let text = try request.json(PlayerRenamingBody.self).name
        let name: PlayerName
        do throws(PlayerName.Refusal) {
            if let text { name = try PlayerName(text) } else { name = PlayerName.plain(code) }
        } catch {
            throw Problem(.badRequest, "name: \(error.words)", code: "name-not-allowed")
        }
        let (now, actor) = (try services.wall(), request.caller.moderator)
        let outcome = try await arena.use { stores throws(SQLiteError) -> PlayerStore.Renaming in
            guard let player = try await stores.players.player(code: code) else { return .gone }
            let (change, detail) = (PlayerChange(name: name), "player \(player.code), now “\(name.text)”")
            let entry = ModerationEntry(game: nil, at: now, actor: actor, act: .renamed, detail: detail)
            return try await stores.players.change(
                player.id,
                change,
                version: player.version,
                at: now,
                noting: entry
            )
        }
        switch outcome {
        case .renamed(let player), .unchanged(let player): return Reply(PlayerBody(whole: player))
        case .conflict:
            throw Problem(.conflict, "the player was changed meanwhile; try again", code: .changedMeanwhile)
        case .taken:
            throw Problem(
                .conflict,
                "name: this name, or one that looks like it, is taken",
                code: "name-taken"
            )
        case .gone: throw Problem.noPlayer
        }
    }
}

extension ResultLedger.Wanted {
    /// As it is sent.
    fileprivate init(word: String) {
        switch word {
        case "counts": self = .state(.counts)
        case "held": self = .state(.held)
        case "hidden": self = .state(.hidden)
        case "flagged": self = .flagged
        default: self = .any
        }
    }
}
