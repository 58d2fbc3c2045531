import Core
import Serving
import SystemSupport

/// Online boards for games, in a file of their own.
extension Feature {
    /// Players, games and boards.
    static let arena = Feature(
        name: "arena",
        isWanted: { $0.arena.isEnabled },
        files: [.arena],
        keptFiles: [.arenaKey],
        openAPI: EmbeddedFiles.OpenAPI.arena,
        limits: { [.key: [.registration: .anHour($0.arena.registrationsPerHour)]] },
        start: { parts in
            let (services, settings) = (parts.services, parts.platform.configuration.arena)
            let (directory, log) = (parts.platform.stores.directory, parts.platform.log)
            // Not the services: their gate keeps the arena, as one that knows callers, and would keep itself so.
            let identities = services.gate.identities
            let arena = ArenaService(
                settings,
                persons: services.store.persons,
                key: { () throws(FileError) in try ArenaKeyFile.open(in: directory) },
                log: { log.error($0) },
                identities: { identities.forget($0) }
            )
            let database = FeatureDatabase(
                .arena,
                in: parts.platform.surroundings,
                pause: .seconds(5),
                use: arena.databaseUse
            )
            return RunningFeature(
                routes: PlayerRoutes(services: services, arena: arena).routes
                    + ResultRoutes(services: services, arena: arena).routes
                    + BoardRoutes(services: services, arena: arena).routes
                    + SeasonRoutes(services: services, arena: arena).routes
                    + ResultAdminRoutes(services: services, arena: arena).routes
                    + GameAdminRoutes(services: services, arena: arena).routes
                    + GameKeyRoutes(services: services, arena: arena).routes,
                metrics: arena.series,
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
        // Weak: the store of persons keeps the source, and the arena keeps that store.
        PersonExport.Source("arena") { [weak self] person async throws(SQLiteError) in
            guard let self else { throw ArenaService.closedError }
            return try await export(person)
        }
    }
}
