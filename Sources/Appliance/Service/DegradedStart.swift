import Core
import Display
import Serving
import SystemSupport
import WatchpostModel

/// What the box shows and answers while its state cannot be opened: lamps and display say E01, the API says 503 with the
/// reason, and the watchdog is fed.
///
/// Nothing is polled and nothing is taken in: what could not be stored must not be promised.
struct DegradedStart: Sendable {
    private let panel: PanelHost
    private let publisher: Publisher
    private let server: APIServer
    private let work: Task<Void, Never>
    private let log: Log
    private let isListening = Locked(false)

    /// `words`: why the disk refuses, shown before anything else; `features`: what may be read meanwhile is theirs.
    init(
        _ words: String,
        _ configuration: Configuration,
        _ arguments: Arguments,
        _ features: [Feature],
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log,
        manager: ServiceManager
    ) {
        let host = LocalAddresses.hostName
        let publisher = Publisher(PublishedState(configuration))
        let panel = PanelHost(
            configuration,
            arguments,
            settings: SettingsOverlay(file: configuration.panel, hostName: "\(host).local"),
            faults: [DegradedStart.fault(words)],
            sources: configuration.realms.sources.map(SourceView.waiting),
            clock: clock,
            liveness: liveness,
            log: log,
            publish: { publisher.publish(panel: $0) }
        )
        self.panel = panel
        self.publisher = publisher
        self.log = log
        server = APIServer(waiting: configuration, features, hostName: host, publisher: publisher)
        work = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await panel.run() }
                group.addTask { await Watchdog(manager: manager, liveness: liveness, log: log).run() }
            }
        }
    }

    /// Listens, if it can: a box without its port still has its lamps.
    func open() async {
        let server = server
        do {
            _ = try await BlockingCall.run { Result { try server.start() } }.get()
            isListening.withLock { $0 = true }
        } catch {
            log.error("nobody is answered meanwhile: \(error)")
        }
    }

    /// Says why the disk refuses.
    func show(_ words: String) {
        let fault = DegradedStart.fault(words)
        panel.submit(.fault(code: fault.code, fault))
        publisher.publish(
            readiness: .notReady("the box cannot open its state, and tries again: \(fault.words)")
        )
    }

    private static func fault(_ words: String) -> PanelFault {
        PanelFault(code: "E01", words: "the disk refuses: \(words)")
    }

    /// Gives back the port and every line.
    func close(_ ending: Panel.Ending) async {
        panel.submit(.stop(ending))
        let server = server
        if isListening.withLock({ $0 }) { await BlockingCall.run { server.stop() } }
        work.cancel()
        await work.value
    }
}
