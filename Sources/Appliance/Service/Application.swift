import Core
import Display
import Glibc
import WatchpostModel

/// All rooms and the doors between them.
///
/// Everything is built in `init`, in the order in which facts pass.
final class Application: Sendable {
    private let configuration: Configuration
    private let stores: Stores
    private let clock: SystemClock
    private let liveness: LivenessRegistry
    private let log: Log
    private let client: HTTPClient
    private let publisher: Publisher
    private let panel: PanelHost
    private let server: APIServer
    private let personal: DeviceServices
    private let push: PushAdapters
    private let mending: PushRecovery
    private let announcer: Announcer
    private let notices: NoticeDispatcher
    private let polling: RealmPolling
    private let story: DemoPolling?
    private let rotations: RotationWatch
    private let scheduleFile: ScheduleFileWatcher?

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
        let host = LocalAddresses.hostName
        var overlay = SettingsOverlay(file: configuration.panel, hostName: "\(host).local")
        for trouble in overlay.lay(stores.phoneSettings) {
            log.error("a phone changed a setting that cannot be used, the file's counts: \(trouble)")
        }
        let board = RealmMonitor(configuration, restored: stores.snapshot)
        let publisher = Publisher(PublishedState(configuration))
        let panel = PanelHost(
            configuration,
            arguments,
            settings: overlay,
            sources: board.views,
            clock: clock,
            liveness: liveness,
            log: log,
            publish: { publisher.publish(panel: $0) }
        )
        let settings = SettingsService(
            store: PhoneSettingStore(database: stores.state),
            overlay: overlay,
            show: { panel.submit(.settings($0)) }
        )
        let metrics = Metrics()
        let polls = PollMetrics(metrics, sources: configuration.realms.sources, publisher: publisher)
        let notices = NoticeDispatcher(
            store: stores.notices,
            adapters: push.all,
            inbox: inbox,
            publicURL: configuration.server.publicURL?.text,
            boxName: { settings.boxName },
            clock: clock,
            liveness: liveness,
            log: log
        )
        let personal = DeviceServices(
            configuration,
            hostName: overlay.hostName,
            stores: stores,
            clock: clock,
            log: log,
            notices: notices,
            settings: settings,
            push: PushRegistration(push),
            pairing: PairingOutlet(panel: panel, log: log),
            outlets: PersonalOutlets(
                identify: { panel.submit(.request(.identify)) },
                alertsChanged: { notices.alertsChange() }
            ),
            realms: { region in publisher.state.sources.filter { $0.source.region == region } },
            realmNames: publisher.state.names,
            watched: { panel.submit(.watched([WatchTarget]($0))) }
        )
        if arguments.simulates || configuration.panel.displayWiring != nil {
            // Refused when too many codes were asked for: the one that is shown stays.
            panel.submit(.longPress { _ = try? personal.pairing.ask(.owner) })
        }
        let server = APIServer(
            configuration,
            hostName: host,
            publisher: publisher,
            metrics: metrics,
            stores: stores,
            clock: clock,
            personal: personal,
            calls: personal.routes + (demo?.routes ?? []),
            log: log
        )
        let announcer = Announcer(
            store: stores.realms,
            liveness: liveness,
            log: log,
            restored: stores.snapshot.outages,
            tell: { stored, bodies in
                for event in stored { server.events.append(event) }
                notices.changed(bodies)
                let zone = settings.panel.timeZone
                panel.submit(.events(bodies.map { EventLine(body: $0, zone: zone).text }))
            },
            fault: { words in
                panel.submit(.fault(code: "E01", words.map { PanelFault(code: "E01", words: $0) }))
            }
        )
        let client = HTTPClient(
            progress: { liveness.expect("http client", within: .seconds(30)) },
            heard: clock.heard
        )
        polling = RealmPolling(
            configuration,
            board: board,
            client: client,
            clock: clock,
            liveness: liveness,
            log: log,
            outlets: RealmWatch.Outlets(
                show: { sources in
                    publisher.publish(realms: sources)
                    notices.saw(sources)
                    panel.submit(.sources(sources))
                    for source in sources { stores.past.observe(source, at: clock.now()) }
                },
                announce: { announcer.announce($0) },
                count: { polls.count($0, $1) }
            )
        )
        story =
            demo != nil
            ? DemoPolling(watch: polling.watch, sources: configuration.realms.sources, clock: clock) : nil
        rotations = RotationWatch(
            clock: clock,
            liveness: liveness,
            log: log,
            outlets: RotationWatch.Outlets(
                publish: { snapshot in
                    publisher.publish(rotations: PublishedRotations(snapshot))
                    notices.take(snapshot.schedules)
                    panel.submit(.rotations(snapshot.list.modes.map { PanelRotation($0) }))
                },
                announce: { announcer.announce($0) }
            )
        )
        scheduleFile = configuration.rotations.scheduleFile.map { ScheduleFileWatcher(path: $0) }
        self.configuration = configuration
        self.stores = stores
        self.clock = clock
        self.liveness = liveness
        self.log = log
        self.client = client
        self.publisher = publisher
        self.panel = panel
        self.server = server
        self.personal = personal
        self.push = push
        mending = PushRecovery(parts: push.mendable, log: log) { panel.submit(.fault(code: $0, $1)) }
        self.announcer = announcer
        self.notices = notices
    }

    /// Listens; the address.
    ///
    /// From here on requests are answered, if only with what is known so far.
    func open() async throws -> String {
        if scheduleFile == nil { await rotations.take(.loaded(try ScheduleFile.shipped())) }
        // What the last run announced is shown, marked as stale, before the first request can ask.
        await polling.watch.tick()
        await panel.publishAhead()
        let server = server
        let urls = try await BlockingCall.run { Result { try server.start() } }.get()
        publisher.publish(readiness: .ready)
        for url in urls.dropFirst() { log.notice("tunnels come in at \(url)") }
        return urls.first ?? ""
    }

    /// Every loop, until cancelled.
    func run(_ manager: ServiceManager, url: String) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.panel.run() }
            group.addTask { await self.personal.watching.tell() }
            group.addTask { await self.announcer.run() }
            group.addTask { await self.notices.run() }
            group.addTask {
                if let story = self.story { await story.run() } else { await self.polling.run() }
            }
            group.addTask { await self.rotations.run() }
            group.addTask { await self.mending.run() }
            group.addTask { await self.followScheduleFile() }
            group.addTask { await self.keepHistory() }
            group.addTask { await Watchdog(manager: manager, liveness: self.liveness, log: self.log).run() }
            guard manager.watchdogInterval != nil else { return }
            let check = SelfCheck(url: "\(url)/healthz", client: client, liveness: liveness)
            group.addTask { await check.run() }
        }
    }

    /// The end, in order: streams and requests first, then what still has to be stored, then the rest.
    ///
    /// The panel says it meanwhile: a display needs its time, and must not go on showing numbers.
    func close(_ work: Task<Void, Never>) async {
        publisher.publish(readiness: .notReady("the appliance is stopping"))
        panel.submit(.stop())
        let server = server
        await BlockingCall.run { server.stop() }
        scheduleFile?.stop()
        announcer.finish()
        work.cancel()
        client.stop()
        await work.value
        let adapters = push.all
        await BlockingCall.run { for adapter in adapters { adapter.stop() } }
        await stores.close(at: clock.now(), log: log)
    }

    private func followScheduleFile() async {
        guard let scheduleFile else { return }
        for await event in scheduleFile.events { await rotations.take(event) }
    }

    private func keepHistory() async {
        // How many commits had proved the disk when it failed: a tick with nothing to write proves nothing.
        var failingSince: Int?
        while !Task.isCancelled {
            do throws(SQLiteError) {
                try await stores.past.tick(at: clock.now())
                if let before = failingSince, stores.history.provedCommits > before {
                    log.notice("history is stored again")
                    failingSince = nil
                }
            } catch {
                if failingSince == nil { log.error("cannot store history: \(error); trying again") }
                failingSince = stores.history.provedCommits
            }
            try? await Task.sleep(for: .seconds(15))  // Cancellation is seen by the loop.
        }
    }
}
