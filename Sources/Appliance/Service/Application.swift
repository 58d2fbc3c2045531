import Core
import Display
import WatchpostModel

/// The appliance as a list of features, served by one API: made in the order in which facts pass.
final class Application: Sendable {
    private let platform: Platform
    private let features: [Feature]
    private let server: APIServer

    /// `demo`: what the demonstration's phones are sent instead of pushes.
    init(
        _ configuration: Configuration,
        _ arguments: Arguments,
        _ stores: Stores,
        inbox: NoticeInbox,
        push: PushAdapters,
        demo: DemoNotices?,
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log
    ) {
        let monitor = RealmMonitor(configuration, restored: stores.snapshot)
        let platform = Platform(
            configuration,
            arguments,
            stores,
            sources: monitor.views,
            clock: clock,
            liveness: liveness,
            log: log
        )
        let notices = NoticeDispatcher(platform, push: push, inbox: inbox)
        let services = DeviceServices(platform, notices: notices, push: push)
        var served: [Feature] = [.notices(notices, push: push, platform), .devices(services)]
        if let demo { served.append(Feature(name: "demonstration", routes: demo.routes)) }
        let server = APIServer(platform, services, calls: served.flatMap(\.routes))
        let announcer = Announcer(platform, events: server.events, notices: notices)
        let polling = RealmPolling(
            platform,
            monitor: monitor,
            announcer: announcer,
            notices: notices,
            lists: services.lists
        )
        let story = demo.map { _ in
            DemoPolling(watch: polling.watch, sources: configuration.realms.sources, clock: clock)
        }
        let rotations = RotationWatch(platform, announcer: announcer, notices: notices)
        let facts: [Feature] = [
            .announcements(announcer), .rotations(rotations, platform),
            .realms(polling, story: story, platform),
        ]
        // The panel last: it shows what the others have brought back.
        features = facts + served + [.panel(platform, arguments, pairing: services.pairing)]
        self.platform = platform
        self.server = server
    }

    /// Listens; the address.
    ///
    /// From here on requests are answered, if only with what is known so far.
    func open() async throws -> String {
        for feature in features { try await feature.prepare?() }
        let server = server
        let urls = try await BlockingCall.run { Result { try server.start() } }.get()
        platform.publisher.publish(readiness: .ready)
        for url in urls.dropFirst() { platform.log.notice("tunnels come in at \(url)") }
        return urls.first ?? ""
    }

    /// Every loop, until cancelled.
    func run(_ manager: ServiceManager, url: String) async {
        let (liveness, log, client) = (platform.liveness, platform.log, platform.client)
        await withTaskGroup(of: Void.self) { group in
            for loop in features.flatMap(\.loops) { group.addTask { await loop() } }
            group.addTask { await Watchdog(manager: manager, liveness: liveness, log: log).run() }
            guard manager.watchdogInterval != nil else { return }
            let check = SelfCheck(url: "\(url)/healthz", client: client, liveness: liveness)
            group.addTask { await check.run() }
        }
    }

    /// The end, in order: streams and requests first, then what still has to be stored, then the rest.
    ///
    /// What every feature has to say is said meanwhile.
    func close(_ work: Task<Void, Never>) async {
        platform.publisher.publish(readiness: .notReady("the appliance is stopping"))
        for feature in features { feature.farewell?() }
        let (server, features) = (server, features)
        await BlockingCall.run { server.stop() }
        for feature in features { feature.stop?() }
        work.cancel()
        platform.client.stop()
        await work.value
        await BlockingCall.run { for feature in features { feature.close?() } }
        await platform.stores.close(at: platform.clock.now(), log: platform.log)
    }
}
