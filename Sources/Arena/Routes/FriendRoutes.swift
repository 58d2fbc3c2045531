import Core
import Serving
import SystemSupport
import WatchpostModel

/// Friends, invitations and blocks of the player who asks, and players whom it looks for.
struct FriendRoutes {
    let services: CallServices
    let arena: ArenaService
    /// How often one player may want something of one other, who may be told of it each time.
    private let pairs = Locked(BucketTable<FriendWish>(.anHour(20)))

    init(services: CallServices, arena: ArenaService) {
        (self.services, self.arena) = (services, arena)
    }

    /// Of a player, in bytes.
    private static let longestCode = 16

    /// A player who wants something of another one.
    private struct FriendWish: Hashable {
        let player: Int64
        let other: String
    }

    /// What a player may do, whatever it plays on, and all strangers of a network outside together.
    static let limits: AccessLimits.Table = [
        .player: [.want: .anHour(60), .unwant: .anHour(240), .search: .aMinute(30)],
        .network: [.want: .anHour(240), .unwant: .anHour(960), .search: .aMinute(120)],
    ]

    var routes: [Route] {
        let friend = "/v1/me/friends/{player}"
        let block = "/v1/me/blocks/{player}"
        return [
            route(.get, "/v1/players") { request, player async throws(Problem) in
                try await search(request, player)
            },
            route(.get, "/v1/me/friends") { request, player async throws(Problem) in
                try await friends(of: player)
            },
            route(.get, "/v1/me/invitations") { request, player async throws(Problem) in
                try await invitations(of: player)
            },
            route(.get, "/v1/me/blocks") { request, player async throws(Problem) in
                try await blocks(of: player)
            },
            route(.get, "/v1/me/waiting") { request, player async throws(Problem) in
                try await waiting(for: player)
            },
            route(.get, friend) { request, player async throws(Problem) in
                let code = request.parameter("player")
                return FriendRoutes.own(
                    try await arena.friend(code, of: player, at: try services.wall())
                )
            },
            change(.put, friend, .want), change(.delete, friend, .unwant),
            change(.put, block, .block), change(.delete, block, .unblock),
        ]
    }

    private typealias Handler = @Sendable (CallRequest, Int64) async throws(Problem) -> Reply

    /// For players; the handler is given the row of the one who asks.
    private func route(_ verb: Verb, _ pattern: String, _ handler: @escaping Handler) -> Route {
        Route(verb, pattern, Access([.install, .device]), .bare.forGames) { request async throws(Problem) in
            try await handler(request, try await arena.playerRow(of: request, services))
        }
    }

    private func change(_ verb: Verb, _ pattern: String, _ event: Friendship.Event) -> Route {
        route(verb, pattern) { request, player async throws(Problem) in
            let code = request.parameter("player")
            guard code.utf8.count <= FriendRoutes.longestCode else { throw Problem.noPlayer }
            try count(event == .want ? .want : .unwant, of: player, request)
            if event == .want { try count(FriendWish(player: player, other: code)) }
            return Reply(
                try await arena.befriend(event, by: player, with: code, at: try services.wall())
            )
        }
    }

    private func search(_ request: CallRequest, _ player: Int64) async throws(Problem) -> Reply {
        guard let text = request.query["name"], let name = NameSearch(text) else {
            throw Problem(.badRequest, "name: the name of a player, or at least three letters of it")
        }
        try count(.search, of: player, request)
        let found = try await arena.use { stores throws(SQLiteError) in
            try await stores.friends.search(name, for: player)
        }
        let players = found.map {
            RelationBody(player: PlayerBody($0.player), relation: PlayerRelation($0.relation))
        }
        return Reply(PlayerSearchBody(players: players))
    }

    private func friends(of player: Int64) async throws(Problem) -> Reply {
        let friends = try await arena.use { stores throws(SQLiteError) in
            try await stores.friends.friends(of: player)
        }
        let entries = friends.map {
            FriendListBody.Entry(player: PlayerBody($0.player), since: $0.since)
        }
        return FriendRoutes.own(FriendListBody(friends: entries))
    }

    private func invitations(of player: Int64) async throws(Problem) -> Reply {
        let found = try await arena.use { stores throws(SQLiteError) in
            try await stores.friends.invitations(of: player)
        }
        return FriendRoutes.own(
            InvitationListBody(
                received: found.received.map { InvitationListBody.Entry($0) },
                sent: found.sent.map { InvitationListBody.Entry($0) }
            )
        )
    }

    private func blocks(of player: Int64) async throws(Problem) -> Reply {
        let blocked = try await arena.use { stores throws(SQLiteError) in
            try await stores.friends.blocks(of: player)
        }
        return FriendRoutes.own(BlockListBody(players: blocked.map { PlayerBody($0) }))
    }

    private func waiting(for player: Int64) async throws(Problem) -> Reply {
        let waiting = try await arena.use { stores throws(SQLiteError) in
            try await stores.friends.waiting(for: player)
        }
        return FriendRoutes.own(
            WaitingBody(
                invitations: waiting.invitations,
                duels: waiting.duels,
                running: waiting.running
            )
        )
    }

    /// For whoever asked alone, who may keep it and asks whether it still holds.
    private static func own(_ body: some Encodable) -> Reply { Reply(body).tagged(Reply.ownCacheControl) }
}

/// Limits.
extension FriendRoutes {
    /// By the player, and outside by the network: strangers there make as many players as they like.
    private func count(
        _ action: AccessLimits.Action,
        of player: Int64,
        _ request: CallRequest
    ) throws(Problem) {
        try services.gate.count(action, of: [.player(player)])
        try services.gate.count(action, of: request.client, as: .stranger)
    }

    private func count(_ wish: FriendWish) throws(Problem) {
        let now = Duration.milliseconds(CoarseClock.now())
        if let wait = pairs.withLock({ $0.take(wish, at: now) }) { throw Problem(tooEarlyBy: wait) }
    }
}

extension InvitationListBody.Entry {
    fileprivate init(_ invitation: FriendStore.Invitation) {
        self.init(player: PlayerBody(invitation.player), type: invitation.type, at: invitation.at)
    }
}
