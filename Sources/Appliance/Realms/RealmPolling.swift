import Core
import WatchpostModel

/// Everything that polls: one poller for each source, what they share, and the clockwork of the board.
struct RealmPolling: Sendable {
    let watch: RealmWatch
    private let pollers: [RealmPoller]
    private let tickPeriod: Duration
    private let liveness: LivenessRegistry

    init(
        _ configuration: Configuration,
        board: RealmMonitor,
        client: HTTPClient,
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log,
        outlets: RealmWatch.Outlets
    ) {
        let settings = configuration.battleNet
        let sources = configuration.realms.sources
        let now = clock.now().monotonic
        let send: @Sendable (HTTPRequest) async throws(HTTPFault) -> HTTPReply = {
            request async throws(HTTPFault) in try await client.send(request)
        }
        let budget = SharedBudget(
            RequestBudget(perHour: settings.requestsPerHour, now: now),
            sources: sources.count,
            now: { clock.now().monotonic }
        )
        let access = BattleNetAccess(
            send: send,
            tokens: AccessTokens(budget: budget, clock: clock, timeout: settings.timeout, send: send),
            budget: budget,
            clock: clock
        )
        let watch = RealmWatch(
            board: board,
            sources: sources,
            pace: (settings.interval, settings.recheck),
            clock: clock,
            probe: ConnectivityProbe(
                urls: configuration.network.probes.map(\.text),
                timeout: configuration.network.probeTimeout,
                send: send
            ),
            log: log,
            outlets: outlets
        )
        self.watch = watch
        self.liveness = liveness
        // Freshness is decided in fractions of the interval, so that stale data is marked in time.
        tickPeriod = min(max(settings.interval / 8, .milliseconds(250)), .seconds(5))
        pollers = RealmPolling.places(configuration).map { place in
            RealmPoller(
                source: BattleNetSource(place: place, access: access),
                watch: watch,
                clock: clock,
                liveness: liveness
            )
        }
    }

    /// Runs until cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            for poller in pollers { group.addTask { await poller.run() } }
            group.addTask { await tick() }
        }
    }

    private func tick() async {
        while !Task.isCancelled {
            liveness.expect("realm board", within: .seconds(30))
            await watch.tick()
            try? await Task.sleep(for: tickPeriod)  // Cancellation is seen by the loop.
        }
        liveness.rest("realm board")
    }

    /// Where each source is polled; a region without credentials is not.
    private static func places(_ configuration: Configuration) -> [BattleNetPlace] {
        configuration.realms.sources.compactMap { source in
            guard let region = configuration.regions.first(where: { $0.region == source.region }),
                let credentials = region.credentials, let namespace = region.namespaces[source.flavour]
            else { return nil }
            return BattleNetPlace(
                source: source,
                apiURL: region.apiURL.text,
                namespace: namespace,
                issuer: TokenIssuer(
                    url: region.tokenURL.text,
                    clientID: credentials.id,
                    secret: credentials.secret
                ),
                timeout: configuration.battleNet.timeout
            )
        }
    }
}

extension RealmRules {
    init(_ configuration: Configuration) {
        self.init(
            downAfter: configuration.realms.downAfter,
            upAfter: configuration.realms.upAfter,
            interval: configuration.battleNet.interval,
            includesTournamentRealms: configuration.realms.includesTournamentRealms,
            maintenance: Dictionary(
                configuration.regions.map { ($0.region, $0.maintenance) },
                uniquingKeysWith: { first, _ in first }
            )
        )
    }
}

extension RealmMonitor {
    /// A board that goes on where the last run ended.
    init(_ configuration: Configuration, restored snapshot: RealmSnapshot) {
        let sources = configuration.realms.sources
        self.init(sources: sources, rules: RealmRules(configuration))
        for source in sources {
            let realms = snapshot.realms.filter { $0.key.source == source }
            let outages = snapshot.outages.filter { $0.key.source == source }
            restore(source, realms: realms.map(\.view), outages: outages.map(\.ongoing))
            let region = configuration.regions.first { $0.region == source.region }
            if !configuration.isDemonstration, region?.credentials == nil {
                leaveOut(
                    source,
                    because: "not set up: the settings have no Battle.net client for \(source.region.name)"
                )
            }
        }
    }
}
