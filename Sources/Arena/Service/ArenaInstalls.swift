import Core
import Serving

/// Installations of games, as callers.
struct ArenaInstalls: IdentitySource {
    let arena: ArenaService
    let kind = Caller.Kind.install

    func identity(of id: String) async throws(Problem) -> StoredIdentity? {
        let found = try await arena.use { stores throws(SQLiteError) in try await stores.installs.install(id)
        }
        return found.map { StoredIdentity(caller: Caller($0), secretHash: $0.secretHash) }
    }

    func removedSecret(of id: String) async throws(Problem) -> [UInt8]? { nil }
}

extension Caller {
    init(_ install: InstallStore.Install) {
        self = .install(
            InstallIdentity(
                id: install.id,
                install: install.install,
                player: install.player,
                person: install.person,
                key: install.game
            )
        )
    }
}
