import Core
import Serving
import SystemSupport

/// Online boards for games, in a file of their own.
extension Feature {
    /// Players, games and boards.
    static let arena = Feature(
        name: "arena",
        isWanted: { $0.arena.isEnabled },
        tables: PersonMarks.tables,
        files: [.arena],
        keptFiles: [.arenaKey],
        topics: NoticeTopics.arenaNews,
        participants: { _ in [PersonMarksParticipant()] },
        openAPI: [
            EmbeddedFiles.OpenAPI.arena, EmbeddedFiles.OpenAPI.people, EmbeddedFiles.OpenAPI.friends,
            EmbeddedFiles.OpenAPI.duels, EmbeddedFiles.OpenAPI.embed, EmbeddedFiles.OpenAPI.developers,
            EmbeddedFiles.OpenAPI.moderation, EmbeddedFiles.OpenAPI.site, EmbeddedFiles.OpenAPI.games,
        ],
        reads: { _ in [GameModuleRoute().route] },
        limits: { AccessLimits.arena($0.arena) },
        start: { parts in
            let (services, settings) = (parts.services, parts.platform.configuration.arena)
            let (directory, log) = (parts.platform.stores.directory, parts.platform.log)
            // Not the services: their gate keeps the arena, as one that knows callers, and would keep itself so.
            let identities = services.gate.identities
            let arena = ArenaService(
                settings,
                persons: services.store.persons,
                marks: PersonMarks(database: parts.platform.stores.state),
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
            let watch = DuelWatch(arena, parts)
            let post = PostOffice(arena, parts)
            let office = DeveloperOffice(arena, post?.desk, parts)
            let carriers = post.map { [$0.loop] } ?? []
            let clock = parts.platform.clock
            return RunningFeature(
                routes: arena.routes(services) + office.routes,
                metrics: arena.series,
                identities: [
                    ArenaInstalls(arena: arena),
                    DeveloperSessions(arena: arena, now: { clock.now().wall }),
                    GameServers(arena: arena, now: { clock.now().wall }),
                ],
                exports: [arena.exportSource],
                files: [database],
                loops: arena.newsLoops(parts) + [watch.loop] + carriers,
                stop: post?.stop
            )
        }
    )
}

extension AccessLimits {
    /// What the arena counts: newcomers by their game, challenges and wishes by player, and tries of codes by who says them and from
    /// which network outside.
    fileprivate static func arena(_ settings: ArenaSection) -> Table {
        let tries = RateLimit(burst: 5, every: .seconds(120))
        let exports = RateLimit(burst: 3, every: .seconds(600))
        let own: Table = [
            .key: [.registration: .anHour(settings.registrationsPerHour)],
            .player: [.challenge: .anHour(30), .moving: .anHour(30)],
            .install: [.joining: tries, .export: exports],
            .device: [.joining: tries, .export: exports],
            .network: [
                .joining: RateLimit(burst: 20, every: .seconds(120)), .export: .anHour(60),
                .moving: .anHour(120),
            ],
        ]
        return AccessLimits.join([own, FriendRoutes.limits, DeveloperOffice.limits])
    }
}

extension ArenaService {
    /// What moves news, and hides results, until it is cancelled.
    fileprivate func newsLoops(_ parts: Assembly) -> [@Sendable () async -> Void] {
        let (platform, notices) = (parts.platform, parts.notices)
        let relay = NewsRelay(
            arena: self,
            outbox: NewsOutbox(database: platform.stores.state),
            clock: platform.clock,
            liveness: platform.liveness,
            log: platform.log,
            tell: { notices.ring() },
            fault: platform.diskFault(of: "news of the arena")
        )
        let watch = PassingWatch(arena: self, clock: platform.clock, liveness: platform.liveness)
        let hidings = HidingWatch(arena: self, clock: platform.clock, liveness: platform.liveness)
        return [{ await relay.run() }, { await watch.run() }, { await hidings.run() }]
    }

    fileprivate func routes(_ services: DeviceServices) -> [Route] {
        // One list, and no long sum: the compiler would try all that each sign could mean.
        let loads = StrangersLoads()
        let routes: [[Route]] = [
            PlayerRoutes(services: services, arena: self).routes,
            PeopleRoutes(services: services, arena: self).routes,
            PictureRoutes(services: services, arena: self).routes,
            ResultRoutes(services: services, arena: self).routes,
            BoardRoutes(services: services, arena: self, loads: loads).routes,
            EmbedRoutes(services: services, arena: self, loads: loads).routes,
            FriendRoutes(services: services, arena: self).routes,
            PlayerAdminRoutes(services: services, arena: self).routes,
            governing(services),
            DuelRoutes(services: services, arena: self).routes,
            SiteRoutes(services: services, arena: self, loads: loads).routes,
        ]
        return routes.flatMap { $0 }
    }

    /// Its part of what a person may read of itself.
    fileprivate var exportSource: PersonExport.Source {
        // Weak: the store of persons keeps the source, and the arena keeps that store.
        PersonExport.Source("arena") { [weak self] person async throws(SQLiteError) in
            guard let self else { throw ArenaService.closedError }
            return try await export(person)
        }
    }
}

extension DuelWatch {
    /// Shows duels on this box's panel, if the settings want it.
    fileprivate init(_ arena: ArenaService, _ parts: Assembly) {
        let platform = parts.platform
        let panel = platform.panel
        var show: Show?
        if platform.configuration.panel.showsDuels { show = { panel.submit(.duels($0)) } }
        self.init(
            arena: arena,
            persons: parts.services.store.persons,
            clock: platform.clock,
            liveness: platform.liveness,
            show: show
        )
    }
}

extension DeveloperOffice {
    /// Codes are shown on this box's display.
    fileprivate init(_ arena: ArenaService, _ mail: MailDesk?, _ parts: Assembly) {
        let (platform, clock) = (parts.platform, parts.platform.clock)
        let log = platform.log
        self.init(
            services: parts.services,
            arena: arena,
            passwords: PasswordDesk(),
            reset: ResetDesk(
                outlet: PairingOutlet("Reset code", panel: platform.panel, log: log),
                now: { clock.now().monotonic }
            ),
            mail: mail,
            log: { log.notice($0) }
        )
    }
}
