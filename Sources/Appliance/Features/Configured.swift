import Core
import Display
import Serving
import SystemSupport
import WatchpostModel

/// What each feature is given by the configuration.
extension PublishedState {
    init(_ configuration: Configuration) {
        self.init(
            regions: configuration.regions.map {
                PublishedRegion(region: $0.region, statusPage: StatusPage.url(of: $0.region))
            },
            sources: configuration.realms.sources
        )
    }
}

/// Blizzard's own status pages.
enum StatusPage {
    /// Where people of a region look; China's is run by another company.
    static func url(of region: Region) -> String {
        switch region {
        case .us, .eu, .kr, .tw: "https://worldofwarcraft.blizzard.com/en-us/game/status/\(region.rawValue)"
        case .cn: "https://wow.blizzard.cn/"
        }
    }
}

extension APIServer {
    /// Serves `routes` to this box's doors.
    convenience init(_ platform: Platform, _ routes: [Route], gate: Gate, metrics: Metrics) {
        self.init(
            settings: platform.http,
            hosts: HostPolicy(platform.configuration, hostName: platform.hostName),
            publisher: platform.publisher,
            events: platform.events,
            routes: routes,
            gate: gate,
            metrics: metrics
        )
    }

    /// One that has nothing to serve yet but what everybody may read.
    convenience init(
        waiting configuration: Configuration,
        _ features: [Feature],
        hostName: String,
        publisher: Publisher
    ) {
        let (settings, metrics) = (HTTPSettings(configuration), Metrics())
        self.init(
            settings: settings,
            hosts: HostPolicy(configuration, hostName: hostName),
            publisher: publisher,
            events: EventHub(configuration, settings),
            routes: features.reads(metrics),
            metrics: metrics
        )
    }
}

extension HostPolicy {
    init(_ configuration: Configuration, hostName: String) {
        let publicHost = configuration.server.publicURL.map { [$0.host] } ?? []
        self.init(machine: hostName, names: configuration.server.hosts + publicHost)
    }
}

extension EventHub {
    /// `stores`: the newest events, for readers who come back after a restart.
    convenience init(
        _ configuration: Configuration,
        _ settings: HTTPSettings,
        remembering stores: Stores? = nil
    ) {
        let recent = stores?.recentEvents ?? []
        self.init(
            newest: (recent.first?.sequence).map { $0 - 1 } ?? stores?.snapshot.lastEvent ?? 0,
            maxStreams: configuration.server.maxStreams,
            registry: ConnectionRegistry(limits: settings)
        )
        for event in recent { append(event) }
    }
}

extension PanelHost {
    init(
        _ configuration: Configuration,
        _ arguments: Arguments,
        settings overlay: SettingsOverlay,
        faults: [PanelFault] = [],
        sources: [SourceView],
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log,
        publish: @escaping @Sendable (PanelBody) -> Void
    ) {
        let settings = Display.PanelSettings(overlay.panel, hostName: overlay.hostName)
        var input = PanelInput()
        input.sources = sources
        input.isSetUp = configuration.isSetUp
        var dependencies = Dependencies(configuration, arguments, settings, hostName: overlay.hostName)
        for fault in faults { dependencies.faults[fault.code] = fault }
        self.init(
            settings: settings,
            input: input,
            dependencies: dependencies,
            clock: clock,
            liveness: liveness,
            log: log,
            publish: publish
        )
    }
}

extension PanelHost.Dependencies {
    /// A terminal takes the place of every wire.
    init(
        _ configuration: Configuration,
        _ arguments: Arguments,
        _ settings: Display.PanelSettings,
        hostName: String
    ) {
        let port = configuration.server.listen.port
        self.hostName = hostName
        status.address = "http://localhost:\(port)/"
        status.logFile = arguments.logFile
        addresses = { ([hostName] + LocalAddresses.ipv4).map { "\($0):\(port)" } }
        if let output = arguments.simulates ? TerminalOutput.standard() : nil {
            terminal = TerminalPanel(settings: settings, output: output)
        } else if !arguments.simulates {
            wiring = PanelWiring(configuration)
            faults["E12"] = configuration.panel.display.problem.map {
                PanelFault(code: "E12", words: $0, isOfTheBox: false)
            }
        }
    }
}
