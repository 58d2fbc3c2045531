import Core
import Serving
import WatchpostModel

/// Duels of the player who asks; everybody else's are not there.
struct DuelRoutes {
    let services: CallServices
    let arena: ArenaService

    private static let pattern = "/v1/me/duels"
    private static let largestBody = 1_024
    private static let keyField = "idempotency-key"
    /// Rows of a list.
    private static let limits = 1...50
    private static let usualLimit = 20

    var routes: [Route] {
        let players = Access([.install, .device])
        let one = "\(DuelRoutes.pattern)/{duel}"
        return [
            route(.accept), route(.decline), route(.cancel), route(.giveUp),
            Route(.get, DuelRoutes.pattern, players, .bare.forGames) { request async throws(Problem) in
                try await list(request)
            },
            Route(
                .post,
                DuelRoutes.pattern,
                players,
                .body(DuelRoutes.largestBody).forGames,
                fields: [DuelRoutes.keyField]
            ) { request async throws(Problem) in try await create(request) },
            Route(.get, one, players, .bare.forGames) { request async throws(Problem) in
                let player = try await arena.playerRow(of: request, services)
                let code = request.parameter("duel")
                let found = try await arena.duel(code, of: player, at: try services.wall())
                guard let found else { throw DuelRoutes.noDuel }
                return Reply(DuelBody(found, for: player)).tagged(Reply.ownCacheControl)
            },
            Route(.post, "\(one)/rematch", players, .bare.forGames) { request async throws(Problem) in
                try await rematch(request)
            },
        ]
    }

    /// A function, because Swift 6.0 sees no suspension in closures within a closure.
    private func route(_ action: DuelStore.Action) -> Route {
        let path = "\(DuelRoutes.pattern)/{duel}/\(action.rawValue)"
        return Route(.post, path, Access([.install, .device]), .bare.forGames) {
            request async throws(Problem) in try await act(action, request)
        }
    }

    private func list(_ request: CallRequest) async throws(Problem) -> Reply {
        let words = DuelStore.List.allCases.map(\.rawValue)
        let word = try request.query.choice("state", of: words, default: words[0])
        let most = try request.query.number("limit", in: DuelRoutes.limits, default: DuelRoutes.usualLimit)
        let player = try await arena.playerRow(of: request, services)
        let found = try await arena.duels(
            DuelStore.List(rawValue: word) ?? .running,
            of: player,
            after: request.query["cursor"],
            most: most,
            at: try services.wall()
        )
        guard let page = found else {
            throw Problem(
                .badRequest,
                "cursor: it does not belong to this list; start again without it",
                code: "cursor-invalid"
            )
        }
        let bodies = page.duels.map { DuelBody($0, for: player) }
        return Reply(DuelListBody(duels: bodies, next: page.next)).tagged(Reply.ownCacheControl)
    }

    private func create(_ request: CallRequest) async throws(Problem) -> Reply {
        guard let text = request.field(DuelRoutes.keyField), let key = IdempotencyKey(text) else {
            throw Problem(
                .badRequest,
                "the field Idempotency-Key is not a UUID: a new one for each challenge, the same one when it is sent again",
                code: "key-missing"
            )
        }
        let body = try request.json(DuelWishBody.self)
        let player = try await arena.playerRow(of: request, services)
        let now = try services.wall()
        try services.gate.count(.challenge, of: [.player(player)])
        let wish = DuelStore.Wish(
            creator: player,
            opponent: body.player,
            game: body.game,
            board: body.board,
            goal: body.goal,
            seconds: body.seconds,
            key: key.bytes
        )
        return try DuelRoutes.reply(try await arena.create(wish, at: now), for: player)
    }

    private func rematch(_ request: CallRequest) async throws(Problem) -> Reply {
        let player = try await arena.playerRow(of: request, services)
        let now = try services.wall()
        try services.gate.count(.challenge, of: [.player(player)])
        let created = try await arena.rematch(request.parameter("duel"), by: player, at: now)
        guard let created else { throw DuelRoutes.noDuel }
        return try DuelRoutes.reply(created, for: player)
    }

    private func act(_ action: DuelStore.Action, _ request: CallRequest) async throws(Problem) -> Reply {
        let player = try await arena.playerRow(of: request, services)
        let now = try services.wall()
        switch try await arena.act(action, on: request.parameter("duel"), by: player, at: now) {
        case .done(let view): return Reply(DuelBody(view, for: player))
        case .unknown: throw DuelRoutes.noDuel
        case .banned(let isOwn): throw Problem(bannedFromDuel: isOwn)
        case .refused(let view):
            throw Problem(
                .conflict,
                "this duel is not yours to \(action.words), or not any more; current is how it stands",
                code: "duel-state",
                extra: .duel(DuelBody(view, for: player))
            )
        }
    }

    private static let noDuel = Problem(.notFound, "you have no duel with this code")

    private static func reply(_ created: DuelStore.Created, for player: Int64) throws(Problem) -> Reply {
        switch created {
        case .made(let view): return Reply(DuelBody(view, for: player), status: 201)
        case .repeated(let view): return Reply(DuelBody(view, for: player))
        case .notOver(let view):
            throw Problem(
                .conflict,
                "a duel is asked for once more when it is over, and this one is not; current is how it stands",
                code: "duel-state",
                extra: .duel(DuelBody(view, for: player))
            )
        case .otherContent, .isSelf, .notFriend, .noGame, .closedGame, .noBoard, .badSeconds,
            .goalOutOfBounds, .full, .banned:
            throw Problem(created)
        }
    }
}

extension DuelStore.Action {
    /// For people.
    fileprivate var words: String {
        switch self {
        case .accept, .decline, .cancel: rawValue
        case .giveUp: "give up"
        }
    }
}

extension Problem {
    /// A game takes nothing of one of the two; who asks is told so of themselves alone.
    fileprivate init(bannedFromDuel isOwn: Bool) {
        if isOwn {
            self.init(
                .forbidden,
                "this player is banned from the game and plays no new duels there",
                code: "player-banned"
            )
        } else {
            self.init(
                .unprocessable,
                "this friend cannot play a duel on this board; choose another game",
                code: "friend-unavailable"
            )
        }
    }

    /// Why there is no duel.
    fileprivate init(_ created: DuelStore.Created) {
        switch created {
        case .otherContent:
            self.init(.unprocessable, "this Idempotency-Key was used for another duel", code: "key-used")
        case .isSelf: self.init(.unprocessable, "player: that is you; challenge a friend", code: "self")
        case .closedGame: self.init(.gone, "this game is closed", code: "game-closed")
        case .noGame: self = .noGame
        case .noBoard: self = .noBoard
        case .banned(let isOwn): self.init(bannedFromDuel: isOwn)
        case .badSeconds:
            let (least, most) = (ArenaRules.duelSeconds.lowerBound, ArenaRules.duelSeconds.upperBound)
            self.init(
                .unprocessable,
                "seconds: a duel runs for \(least) to \(most), an hour to 30 days",
                code: "seconds"
            )
        case .goalOutOfBounds:
            self.init(
                .unprocessable,
                "goal: this score is not possible on the board",
                code: "goal-out-of-bounds"
            )
        case .full(let isOwn):
            let words = isOwn ? "you have" : "your friend has"
            self.init(
                .conflict,
                "\(words) \(ArenaRules.mostDuels) duels that wait or run, which is the limit; end one first",
                code: "duels-full"
            )
        case .notFriend, .made, .repeated, .notOver:
            self.init(
                .unprocessable,
                "player: you can challenge only friends; invite this player first",
                code: "not-a-friend"
            )
        }
    }
}
