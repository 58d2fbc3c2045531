import Core
import Display
import WatchpostModel

extension Announcer {
    /// One that tells the event stream, the phones and the panel what was committed.
    init(_ platform: Platform, events: EventHub, notices: NoticeDispatcher) {
        let (panel, settings) = (platform.panel, platform.settings)
        self.init(
            store: platform.stores.realms,
            liveness: platform.liveness,
            log: platform.log,
            restored: platform.stores.snapshot.outages,
            tell: { stored, bodies in
                for event in stored { events.append(event) }
                notices.changed(bodies)
                let zone = settings.panel.timeZone
                panel.submit(.events(bodies.map { EventLine(body: $0, zone: zone).text }))
            },
            fault: { words in
                panel.submit(.fault(code: "E01", words.map { PanelFault(code: "E01", words: $0) }))
            }
        )
    }
}

extension RealmPolling {
    /// What is polled for this box, shown on its panel and told to its phones.
    ///
    /// `lists` looks for what phones watch and no realm is called.
    init(
        _ platform: Platform,
        monitor: RealmMonitor,
        announcer: Announcer,
        notices: NoticeDispatcher,
        lists: WatchListInspector
    ) {
        let (publisher, panel) = (platform.publisher, platform.panel)
        let (past, clock) = (platform.stores.past, platform.clock)
        let polls = PollMetrics(
            platform.metrics,
            sources: platform.configuration.realms.sources,
            publisher: publisher
        )
        self.init(
            platform.configuration,
            monitor: monitor,
            client: platform.client,
            clock: clock,
            liveness: platform.liveness,
            log: platform.log,
            outlets: RealmWatch.Outlets(
                show: { sources in
                    publisher.publish(realms: sources)
                    notices.saw(sources)
                    lists.saw(sources)
                    panel.submit(.sources(sources))
                    for source in sources { past.observe(source, at: clock.now()) }
                },
                announce: { announcer.announce($0) },
                count: { polls.count($0, $1) },
                fault: { code, words in
                    let fault = words.map {
                        PanelFault(code: code, words: $0, isOfTheBox: false, isForLamps: false)
                    }
                    panel.submit(.fault(code: code, fault))
                }
            )
        )
    }
}

extension Feature {
    /// What was decided is committed and told; ends when everything is on the disk.
    static func announcements(_ announcer: Announcer) -> Feature {
        Feature(name: "announcements", loops: [{ await announcer.run() }], stop: { announcer.finish() })
    }

    /// Realm status; `story`: the demonstration's instead of any upstream's.
    static func realms(_ polling: RealmPolling, story: DemoPolling?, _ platform: Platform) -> Feature {
        let history = HistoryKeeping(stores: platform.stores, clock: platform.clock, log: platform.log)
        return Feature(
            name: "realms",
            // What the last run announced is shown, marked as stale, before the first request can ask.
            prepare: { await polling.watch.tick() },
            loops: [
                { if let story { await story.run() } else { await polling.run() } },
                { await history.run() },
            ]
        )
    }
}

/// Stores what happened to realms every few seconds; while the disk refuses, says so once and goes on trying.
private struct HistoryKeeping: Sendable {
    let stores: Stores
    let clock: SystemClock
    let log: Log

    /// Until cancelled.
    func run() async {
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
