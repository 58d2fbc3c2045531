package import Core
package import Serving
import SystemSupport

/// The arena at work: what the box serves, asks, opens and runs for it.
package struct RunningArena: Sendable {
    package let routes: [Route]
    package let metrics: [MetricSeries]
    /// The callers whom it knows by their credentials.
    package let identities: [any IdentitySource]
    /// What it keeps of persons.
    package let exports: [PersonExport.Source]
    /// What it does with `arena.db`.
    package let databaseUse: DatabaseUse
    /// Side by side, each until it is cancelled.
    package let loops: [@Sendable () async -> Void]
    /// Once nothing is served any more, while the loops still run; must not wait.
    package let stop: (@Sendable () -> Void)?

    package init(_ box: ArenaSurroundings) {
        let (directory, log, clock) = (box.directory, box.log, box.clock)
        // Not the services: their gate keeps the arena, as one that knows callers, and would keep itself so.
        let known = box.calls.gate.identities
        let arena = ArenaService(
            box.settings,
            persons: box.persons,
            marks: PersonMarks(database: box.state),
            key: { () throws(FileError) in try ArenaKeyFile.open(in: directory) },
            log: { log.error($0) },
            identities: { known.forget($0) },
            roomFault: box.roomFault
        )
        let post = PostOffice(arena, box)
        routes = arena.routes(box, post?.desk) + DeveloperOffice(arena, post?.desk, box).routes
        metrics = arena.series
        identities = [
            ArenaInstalls(arena: arena),
            DeveloperSessions(arena: arena, now: { clock.now().wall }),
            GameServers(arena: arena, now: { clock.now().wall }),
        ]
        exports = [arena.exportSource]
        databaseUse = arena.databaseUse
        loops = arena.loops(box) + (post.map { [$0.loop] } ?? [])
        stop = post?.stop
    }
}

extension ArenaService {
    /// What moves news, decides duels and hides results, until it is cancelled.
    fileprivate func loops(_ box: ArenaSurroundings) -> [@Sendable () async -> Void] {
        let (clock, liveness) = (box.clock, box.liveness)
        let relay = NewsRelay(
            arena: self,
            outbox: NewsOutbox(database: box.state),
            clock: clock,
            liveness: liveness,
            log: box.log,
            tell: box.noticesWait,
            fault: box.newsFault
        )
        let passing = PassingWatch(arena: self, clock: clock, liveness: liveness)
        let hidings = HidingWatch(arena: self, clock: clock, liveness: liveness)
        let duels = DuelWatch(
            arena: self,
            persons: box.persons,
            clock: clock,
            liveness: liveness,
            show: box.showDuels
        )
        return [{ await relay.run() }, { await passing.run() }, { await hidings.run() }, duels.loop]
    }

    fileprivate func routes(_ box: ArenaSurroundings, _ mail: MailDesk?) -> [Route] {
        // One list, and no long sum: the compiler would try all that each sign could mean.
        let (services, loads) = (box.calls, StrangersLoads())
        let routes: [[Route]] = [
            PlayerRoutes(services: services, arena: self).routes,
            PeopleRoutes(services: services, arena: self, mail: mail).routes,
            PictureRoutes(services: services, arena: self).routes,
            ResultRoutes(services: services, arena: self).routes,
            BoardRoutes(services: services, arena: self, loads: loads).routes,
            EmbedRoutes(services: services, arena: self, loads: loads, languages: box.languages).routes,
            FriendRoutes(services: services, arena: self).routes,
            PlayerAdminRoutes(services: services, arena: self).routes,
            PlayerUseRoutes(services: services, arena: self).routes,
            governing(services),
            DuelRoutes(services: services, arena: self).routes,
            SiteRoutes(
                services: services,
                arena: self,
                loads: loads,
                languages: box.languages,
                documents: box.documents
            ).routes,
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

extension DeveloperOffice {
    /// Codes are shown at this box.
    fileprivate init(_ arena: ArenaService, _ mail: MailDesk?, _ box: ArenaSurroundings) {
        let (clock, log) = (box.clock, box.log)
        self.init(
            services: box.calls,
            arena: arena,
            passwords: PasswordDesk(),
            reset: ResetDesk(outlet: box.codes, now: { clock.now().monotonic }),
            mail: mail,
            log: { log.notice($0) }
        )
    }
}
