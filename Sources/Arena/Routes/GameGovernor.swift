import Core
import Serving
import WatchpostModel

/// Who may govern games, where, and as whom they stand in the audit: all that routes of moderation have to know of that.
struct GameGovernor: Sendable {
    /// A game that who asks may govern.
    struct Governed: Sendable {
        let listed: GameStore.Listed
        /// Through which door it was opened.
        let door: GameDoor
        /// Who asks, for the audit.
        let actor: String

        /// For what is done to it from here on.
        var opened: OpenedGame {
            OpenedGame(listed.game.facts.slug, through: door, row: listed.game.id)
        }
    }

    /// Of one game, with `{game}`.
    let pattern: String
    let access: Access
    /// Where its calls wait.
    var bounds: @Sendable (CallBounds) -> CallBounds = { $0 }
    /// Refuses who may not govern the game of the path.
    let open: @Sendable (CallRequest) async throws(Problem) -> Governed
}

extension GameGovernor {
    /// Whoever governs games from a side: administrators and the owner all of them, developers their own.
    static func from(_ side: GameSide, _ arena: ArenaService) -> GameGovernor {
        GameGovernor(
            pattern: side.game,
            access: side.access,
            bounds: { side.bounds($0) },
            open: { request async throws(Problem) -> Governed in
                let door = try side.door(request)
                let listed = try await arena.game(request.parameter("game"), through: door)
                return Governed(listed: listed, door: door, actor: request.caller.moderator)
            }
        )
    }
}

extension Caller {
    /// As whom it stands in the audit.
    var moderator: String {
        switch self {
        case .owner: "the owner"
        case .device(let identity): "administrator \(identity.person)"
        case .developer(let identity): "developer \(identity.developer)"
        case .stranger, .install, .server: "nobody"
        }
    }
}
