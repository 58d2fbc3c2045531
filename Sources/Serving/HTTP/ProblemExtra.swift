import SystemSupport
package import WatchpostModel

/// What some refusals say beyond RFC 9457's members.
package enum ProblemExtra: Hashable, Sendable {
    /// The list as it stands, for a client whose own one is older.
    case watchList(WatchListBody)
    case alerts(AlertListBody)
    case settings(SettingsBody)
    case mapLikes(MapLikesBody)
    case player(MeBody)
    case game(GameBody)
    case board(GameBoardBody)
    case duel(DuelBody)
    case developer(DeveloperBody)
    /// How often a code may still be tried.
    case triesLeft(Int)

    package func encode(_ problem: ProblemBody) -> [UInt8] {
        switch self {
        case .watchList(let current): JSONBody.encode(ConflictBody(problem, current: current))
        case .alerts(let current): JSONBody.encode(ConflictBody(problem, current: current))
        case .settings(let current): JSONBody.encode(ConflictBody(problem, current: current))
        case .mapLikes(let current): JSONBody.encode(ConflictBody(problem, current: current))
        case .player(let current): JSONBody.encode(ConflictBody(problem, current: current))
        case .game(let current): JSONBody.encode(ConflictBody(problem, current: current))
        case .board(let current): JSONBody.encode(ConflictBody(problem, current: current))
        case .duel(let current): JSONBody.encode(ConflictBody(problem, current: current))
        case .developer(let current): JSONBody.encode(ConflictBody(problem, current: current))
        case .triesLeft(let tries): JSONBody.encode(WrongCodeBody(problem, triesLeft: tries))
        }
    }
}
