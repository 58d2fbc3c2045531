import Core
import Display
import Serving
import SystemSupport
import WatchpostModel

extension Feature {
    /// All of them, in the order in which facts pass.
    ///
    /// New ones come last: migrations and the parts of the API's description are joined in this order.
    static let all: [Feature] = [
        .realms, .rotations, .panel, .events, .mapTimer, .service, .pages, .devices, .watching, .notices,
        .administration, .settings, .persons, .demonstration, .widget, .calendar, .arena, .files,
        .manual,
    ]
}

/// The appliance as a list of features, served by one API.
final class Application: Sendable {
    private let platform: Platform
    private let features: [RunningFeature]
    private let server: APIServer
    /// Every line of the route table.
    let routes: [Route]

    /// `demo`: what the demonstration's phones are sent instead of pushes.
    init(
        _ configuration: Configuration,
        _ arguments: Arguments,
        _ stores: Stores,
        _ features: [Feature],
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
            published: features.flatMap(\.published),
            shares: features.flatMap(\.shares),
            sources: monitor.views,
            clock: clock,
            liveness: liveness,
            log: log
        )
        let parts = Assembly(
            platform,
            features,
            monitor: monitor,
            inbox: inbox,
            push: push,
            demo: demo
        )
        let (services, metrics) = (parts.services, Metrics())
        let running = features.map { $0.start(parts) }
        metrics.add(running.flatMap(\.metrics))
        services.gate.add(running.flatMap(\.identities))
        services.store.persons.include(running.flatMap(\.exports))
        let calls = features.flatMap { $0.calls(services) }
        routes = features.reads(metrics) + calls + running.flatMap(\.routes)
        server = APIServer(platform, routes, gate: services.gate, metrics: metrics)
        self.features = running
        self.platform = platform
    }

    /// Listens; the address.
    ///
    /// From here on requests are answered, if only with what is known so far.
    func open() async throws -> String {
        for feature in features {
            for file in feature.files { await file.open() }
            try await feature.prepare?()
        }
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
            for file in features.flatMap(\.files) { group.addTask { await file.keep() } }
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
        platform.publisher.publish(readiness: .notReady("the box is stopping"))
        for feature in features { feature.farewell?() }
        let (server, features) = (server, features)
        await BlockingCall.run { server.stop() }
        for feature in features { feature.stop?() }
        work.cancel()
        platform.client.stop()
        await work.value
        for feature in features { await feature.close?() }
        for file in features.flatMap(\.files) { await file.close() }
        await platform.stores.close()
    }
}
