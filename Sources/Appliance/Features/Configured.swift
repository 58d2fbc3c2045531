import Core
import Display
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
    /// What everybody may read, and the `calls` that features brought along.
    convenience init(_ platform: Platform, _ services: DeviceServices, calls: [Route]) {
        let (configuration, stores, clock) = (platform.configuration, platform.stores, platform.clock)
        let publicHost = configuration.server.publicURL.map { [$0.host] } ?? []
        var features = APIFeatures(
            history: { subject, hours in
                stores.past.body(of: subject, hours: hours, now: clock.now().wall)
            },
            page: PageFiles().assets
        )
        features.calls = calls
        features.realmHistories = RealmHistories(now: { clock.now().wall }) { view, from, to in
            stores.past.list(view.realms.map(\.key.slug), of: view.source, from: from, to: to)
        }
        features.gate = services.gate
        var settings = HTTPSettings(configuration)
        if let words = settings.fit(descriptors: OpenFiles.limit) { platform.log.error(words) }
        self.init(
            settings: settings,
            hosts: HostPolicy(machine: platform.hostName, names: configuration.server.hosts + publicHost),
            publisher: platform.publisher,
            features: features,
            metrics: platform.metrics,
            newestEvent: (stores.recentEvents.first?.sequence).map { $0 - 1 } ?? stores.snapshot.lastEvent,
            maxStreams: configuration.server.maxStreams
        )
        for event in stores.recentEvents { events.append(event) }
    }
}

extension APIServer {
    /// One that has nothing to serve yet but the pages and what the panel shows.
    convenience init(waiting configuration: Configuration, hostName: String, publisher: Publisher) {
        let publicHost = configuration.server.publicURL.map { [$0.host] } ?? []
        self.init(
            settings: HTTPSettings(configuration),
            hosts: HostPolicy(machine: hostName, names: configuration.server.hosts + publicHost),
            publisher: publisher,
            features: APIFeatures(history: { _, _ in nil }, page: PageFiles().assets),
            metrics: Metrics(),
            maxStreams: configuration.server.maxStreams
        )
    }
}

extension History {
    /// The last hours of a realm or a source; nil while the clock is not set.
    fileprivate func body(of subject: HistorySubject, hours: Int, now: UnixTime?) -> HistoryBody? {
        guard let now else { return nil }
        let from = now.advanced(by: -Int64(hours) * 3_600)
        return switch subject {
        case .realm(let key): history(of: key, from: from, to: now)
        case .source(let source): history(of: source, from: from, to: now)
        }
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
