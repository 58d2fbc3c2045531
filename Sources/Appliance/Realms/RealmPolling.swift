import Core
import SystemSupport
import WatchpostModel

/// Everything that polls: one poller for each source, what they share, and the timer of the monitor.
struct RealmPolling: Sendable {
    let watch: RealmWatch
    private let pollers: [RealmPoller]
    private let tickPeriod: Duration
    private let liveness: LivenessRegistry

    init(
        _ configuration: Configuration,
        monitor: RealmMonitor,
        client: HTTPClient,
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log,
        outlets: RealmWatch.Outlets
    ) {
        let send: @Sendable (HTTPRequest) async throws(HTTPFault) -> HTTPReply = {
            request async throws(HTTPFault) in try await client.send(request)
        }
        let paces = RealmPolling.paces(configuration)
        let watch = RealmWatch(
            monitor: monitor,
            paces: paces,
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
        let shortest = paces.values.map(\.interval).min() ?? configuration.battleNet.interval
        tickPeriod = min(max(shortest / 8, .milliseconds(250)), .seconds(5))
        let tools = UpstreamTools(
            send: send,
            clock: clock,
            error: { log.error($0) },
            notice: { log.notice($0) },
            fault: outlets.fault
        )
        pollers = RealmUpstreams.sources(configuration, tools).map { source in
            RealmPoller(source: source, watch: watch, clock: clock, liveness: liveness)
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
            liveness.expect("realm monitor", within: .seconds(30))
            await watch.tick()
            try? await Task.sleep(for: tickPeriod)  // Cancellation is seen by the loop.
        }
        liveness.rest("realm monitor")
    }

    /// How often each feed is polled; nobody asks those that are left out, and nothing is due for them.
    private static func paces(_ configuration: Configuration) -> [RealmFeed: PollPace] {
        let standard = PollPace(
            interval: configuration.battleNet.interval,
            recheck: configuration.battleNet.recheck
        )
        let paces = configuration.realms.sources.map { feed in
            (feed, RealmUpstreams.upstream(of: feed, configuration)?.pace(configuration) ?? standard)
        }
        return Dictionary(paces) { first, _ in first }
    }
}

extension RealmRules {
    init(_ configuration: Configuration) {
        self.init(
            downAfter: configuration.realms.downAfter,
            upAfter: configuration.realms.upAfter,
            interval: configuration.battleNet.interval,
            intervals: RealmRules.intervals(configuration),
            includesTournamentRealms: configuration.realms.includesTournamentRealms,
            maintenance: Dictionary(
                configuration.regions.map { ($0.region, $0.maintenance) },
                uniquingKeysWith: { first, _ in first }
            )
        )
    }

    /// Those of feeds that are polled from somewhere.
    private static func intervals(_ configuration: Configuration) -> [RealmFeed: Duration] {
        let intervals = configuration.realms.sources.compactMap { feed in
            RealmUpstreams.upstream(of: feed, configuration).map { (feed, $0.pace(configuration).interval) }
        }
        return Dictionary(intervals) { first, _ in first }
    }
}

extension RealmMonitor {
    /// A monitor that goes on where the last run ended.
    init(_ configuration: Configuration, restored snapshot: RealmSnapshot) {
        let sources = configuration.realms.sources
        self.init(sources: sources, rules: RealmRules(configuration))
        for source in sources {
            let realms = snapshot.realms.filter { $0.key.source == source }
            let outages = snapshot.outages.filter { $0.key.source == source }
            restore(source, realms: realms.map(\.view), outages: outages.map(\.ongoing))
            if configuration.isDemonstration {
                expect(source, from: .demonstration)
            } else if let upstream = RealmUpstreams.upstream(of: source, configuration) {
                expect(source, from: upstream.origin)
            } else {
                leaveOut(
                    source,
                    because: "not set up: the settings have no Battle.net client for \(source.region.name)"
                )
            }
        }
    }
}

extension RealmOrigin {
    /// `run --demo`.
    fileprivate static let demonstration = RealmOrigin(
        name: "demonstration",
        words: "a made-up story",
        isOfficial: false
    )
}
