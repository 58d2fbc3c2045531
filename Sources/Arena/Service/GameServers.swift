import Core
import Serving
import SystemSupport
import WatchpostModel

/// Servers of games, as callers: their keys are stored nowhere, and follow from the game.
struct GameServers: IdentitySource {
    let arena: ArenaService
    /// Nil before the clock is set: then a key in its grace counts.
    let now: @Sendable () -> UnixTime?
    let kind = Caller.Kind.server

    func identity(of id: String) async throws(Problem) -> StoredIdentity? {
        guard let named = ServerKeyID(id) else { return nil }
        let (found, keys) = try await arena.use { stores throws(SQLiteError) in
            (try await stores.games.game(row: named.game), stores.keys)
        }
        guard let game = found, GameServers.accepts(named.version, of: game, at: now()) else { return nil }
        guard let credential = Credential(keys.serverKey(named.version, of: game).exposed) else { return nil }
        return StoredIdentity(
            caller: .server(ServerIdentity(game: game.id, version: named.version)),
            secretHash: SecretHash.of(credential.parts.secret)
        )
    }

    func removedSecret(of id: String) async throws(Problem) -> [UInt8]? { nil }

    /// Whether a key counts, also of one that was found good a while ago.
    static func accepts(_ version: Int64, of game: Game, at now: UnixTime?) -> Bool {
        game.keys.accepted(at: now ?? UnixTime(seconds: 0)).contains(version)
    }
}
