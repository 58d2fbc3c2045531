import Core
import Serving
import WatchpostModel

/// Who takes the room of the arena, for the owner; and what nobody uses goes.
struct PlayerUseRoutes {
    let services: CallServices
    let arena: ArenaService

    private static let pattern = "/v1/admin/unused-players"
    /// As for phones: a leap year.
    private static let hours = 0...8_784
    private static let usualHours = 12
    /// Installations of one request.
    private static let most = 1_000
    /// A card may be slow at removing a thousand: the answer comes in time all the same.
    private static let patience = Duration.seconds(5)
    private static let senders = 10

    var routes: [Route] {
        [
            Route(.get, PlayerUseRoutes.pattern, .administrator, .bare) { request async throws(Problem) in
                try await answer(request, removes: false)
            },
            Route(.delete, PlayerUseRoutes.pattern, .administrator, .bare) {
                request async throws(Problem) in
                try await answer(request, removes: true)
            },
        ]
    }

    private func answer(_ request: CallRequest, removes: Bool) async throws(Problem) -> Reply {
        let hours = try request.query.number(
            "hours",
            in: PlayerUseRoutes.hours,
            default: PlayerUseRoutes.usualHours
        )
        let now = try services.wall()
        // One second on: what registered just now goes, too.
        let limit = now.advanced(by: 1 - Int64(hours) * 3_600)
        let (services, end) = (services, services.now().monotonic + PlayerUseRoutes.patience)
        let (pruned, players, senders) = try await arena.use { stores throws(SQLiteError) in
            (
                try await stores.installs.prune(
                    before: limit,
                    most: removes ? PlayerUseRoutes.most : 0,
                    at: now,
                    arena.following,
                    isOver: { services.now().monotonic >= end }
                ),
                try await stores.players.count(),
                try await stores.ledger.largestSenders(PlayerUseRoutes.senders)
            )
        }
        let stores = try arena.stores()
        let (kept, shares) = (stores.ledger.kept, stores.ledger.shares)
        var body = ArenaPlayersBody(
            removed: pruned.removed,
            left: pruned.left,
            kept: KeptInstallsBody(pruned),
            players: players,
            mostPlayers: stores.installs.places.most,
            results: kept?.total ?? 0,
            resultsOutside: kept?.outside ?? 0,
            mostResults: shares.most
        )
        body.senders = senders.map { ArenaSenderBody($0) }
        return Reply(body)
    }
}

extension KeptInstallsBody {
    fileprivate init(_ pruned: InstallStore.Pruned) {
        self.init(
            home: pruned.home,
            returned: pruned.returned,
            played: pruned.played,
            young: pruned.young
        )
    }
}

extension ArenaSenderBody {
    fileprivate init(_ sender: ResultLedger.Sender) {
        self.init(
            player: PlayerBody(code: sender.code, name: sender.name),
            game: sender.game,
            network: sender.network,
            results: sender.count
        )
    }
}
