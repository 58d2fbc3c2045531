import Core
import Serving

/// Online boards for games, in a file of their own.
extension Feature {
    /// Players, games and boards.
    static let arena = Feature(
        name: "arena",
        isWanted: { $0.arena.isEnabled },
        files: [.arena],
        openAPI: EmbeddedFiles.OpenAPI.arena,
        limits: { [.key: [.registration: .anHour($0.arena.registrationsPerHour)]] },
        start: { parts in
            let (services, settings) = (parts.services, parts.platform.configuration.arena)
            // Not the services: their gate keeps the arena, as one that knows callers, and would keep itself so.
            let identities = services.gate.identities
            let arena = ArenaService(
                settings,
                persons: services.store.persons,
                identities: { identities.forget($0) }
            )
            let database = FeatureDatabase(
                .arena,
                in: parts.platform.surroundings,
                pause: .seconds(5),
                use: arena.use
            )
            return RunningFeature(
                routes: PlayerRoutes(services: services, arena: arena).routes
                    + GameAdminRoutes(services: services, arena: arena).routes,
                identities: [ArenaInstalls(arena: arena)],
                exports: [arena.exportSource],
                files: [database]
            )
        }
    )
}

extension ArenaService {
    /// Its part of what a person may read of itself.
    fileprivate var exportSource: PersonExport.Source {
        PersonExport.Source("arena") { [self] person async throws(SQLiteError) in try await export(person) }
    }
}
