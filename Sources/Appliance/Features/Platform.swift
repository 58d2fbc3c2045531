import Core
import Display
import Serving
import SystemSupport
import WatchpostModel

/// What every feature may use: the settings, the stores, the clock, and the places where things are shown.
struct Platform: Sendable {
    let configuration: Configuration
    let arguments: Arguments
    let stores: Stores
    let clock: SystemClock
    let liveness: LivenessRegistry
    let log: Log
    /// What the machine is called.
    let hostName: String
    /// The same in the home's network.
    var localName: String { "\(hostName).local" }
    /// What the API shows of the world.
    let publisher: Publisher
    /// The doors, as many connections as this process can have.
    let http: HTTPSettings
    /// Where events go after they were committed.
    let events: EventHub
    /// For questions to the outside.
    let client: HTTPClient
    let panel: PanelHost
    /// The file's settings with what paired phones laid over them.
    let settings: SettingsService

    /// `published` and `shares`: what features publish; `sources`: what the last run announced, for the panel's first page.
    init(
        _ configuration: Configuration,
        _ arguments: Arguments,
        _ stores: Stores,
        published: [PublishedPart],
        shares: [CacheShare],
        sources: [SourceView],
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log
    ) {
        self.configuration = configuration
        self.arguments = arguments
        self.stores = stores
        self.clock = clock
        self.liveness = liveness
        self.log = log
        hostName = LocalAddresses.hostName
        var overlay = SettingsOverlay(file: configuration.panel, hostName: "\(hostName).local")
        for problem in overlay.lay(stores.phoneSettings) {
            log.error("a phone changed a setting that cannot be used, the file's counts: \(problem)")
        }
        let publisher = Publisher(PublishedState(configuration), parts: published, shares: shares)
        self.publisher = publisher
        let panel = PanelHost(
            configuration,
            arguments,
            settings: overlay,
            sources: sources,
            clock: clock,
            liveness: liveness,
            log: log,
            publish: { publisher.publish(panel: $0) }
        )
        self.panel = panel
        settings = SettingsService(
            store: PhoneSettingStore(database: stores.state),
            overlay: overlay,
            show: { panel.submit(.settings($0)) }
        )
        var http = HTTPSettings(configuration)
        if let words = http.fit(descriptors: OpenFiles.limit) { log.error(words) }
        self.http = http
        events = EventHub(configuration, http, remembering: stores)
        client = HTTPClient(
            progress: { liveness.expect("http client", within: .seconds(30)) },
            heard: clock.heard,
            answered: clock.answered
        )
    }
}

extension Platform {
    /// What a feature's file of its own needs of the box.
    var surroundings: FeatureDatabase.Surroundings {
        let panel = panel
        return FeatureDatabase.Surroundings(
            directory: stores.directory,
            files: stores.files,
            known: stores.known,
            clock: clock,
            liveness: liveness,
            log: log,
            show: { panel.submit(.fault(code: $0, $1)) }
        )
    }

    /// Shows that the disk refuses what a part of the box stores in `state.db`, and that it no longer does.
    ///
    /// Lamps promise nothing of it: what they show is stored by the announcer, which speaks for itself.
    func diskFault(of part: String) -> @Sendable (String?) -> Void {
        let panel = panel
        return { words in
            let fault = words.map { PanelFault(code: "E01", words: $0, isOfTheBox: false, isForLamps: false) }
            panel.submit(.fault(code: "E01", of: part, fault))
        }
    }
}
