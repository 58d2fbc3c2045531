import Core
import Display
import Serving
import SystemSupport
import WatchpostModel

extension Announcer {
    /// One that tells the event stream, the phones and the panel what was committed.
    init(_ platform: Platform, notices: NoticeDispatcher) {
        let (events, panel, settings) = (platform.events, platform.panel, platform.settings)
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
                let fault = words.map { PanelFault(code: "E01", words: $0) }
                panel.submit(.fault(code: "E01", of: "announcements", fault))
            }
        )
    }
}

extension RealmPolling {
    /// What is polled for this box, shown on its panel and told to its phones.
    init(_ parts: Assembly, _ polls: PollMetrics, _ past: History) {
        let (platform, notices, announcer) = (parts.platform, parts.notices, parts.announcer)
        let (publisher, panel, lists) = (platform.publisher, platform.panel, parts.services.lists)
        let clock = platform.clock
        self.init(
            platform.configuration,
            monitor: parts.monitor,
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
    static let events = Feature(
        name: "events",
        openAPI: [EmbeddedFiles.OpenAPI.events],
        reads: { _ in EventRoutes.routes },
        start: { parts in
            let announcer = parts.announcer
            return RunningFeature(loops: [{ await announcer.run() }], stop: { announcer.finish() })
        }
    )

    /// Realm status and its history.
    static let realms = Feature(
        name: "realms",
        tables: RealmStore.tables,
        files: [.history],
        topics: NoticeTopics.realms,
        published: [.realms],
        openAPI: [EmbeddedFiles.OpenAPI.realms],
        reads: { _ in RegionRoutes.routes + RealmRoutes.routes },
        start: startRealms
    )

    /// A function, because Swift 6.0 sees no suspension in closures within a closure.
    private static func startRealms(_ parts: Assembly) -> RunningFeature {
        let platform = parts.platform
        let (clock, sources) = (platform.clock, platform.configuration.realms.sources)
        let past = History(at: clock.now())
        let polls = PollMetrics(sources: sources, publisher: platform.publisher)
        let polling = RealmPolling(parts, polls, past)
        // The demonstration tells its own story instead of any upstream's.
        let story = parts.demo.map { _ in
            DemoPolling(watch: polling.watch, sources: sources, clock: clock)
        }
        return RunningFeature(
            routes: past.routes(clock),
            metrics: polls.series,
            files: [past.file(platform)],
            // What the last run announced is shown, marked as stale, before the first request can ask.
            prepare: { await polling.watch.tick() },
            loops: [{ if let story { await story.run() } else { await polling.run() } }]
        )
    }
}

extension History {
    /// Where it is stored; what it held is not known while that refuses.
    fileprivate func file(_ platform: Platform) -> FeatureDatabase {
        let lastEvent = platform.stores.snapshot.lastEventAt
        let use = DatabaseUse(
            open: { [self] database throws(SQLiteError) in try await keep(in: database, lastEvent: lastEvent)
            },
            tick: { [self] now throws(SQLiteError) in try await tick(at: now) },
            end: { [self] now throws(SQLiteError) in try await stop(at: now) }
        )
        return FeatureDatabase(.history, in: platform.surroundings, use: use)
    }

    fileprivate func routes(_ clock: SystemClock) -> [Route] {
        let histories = RealmHistories(now: { clock.now().wall }) { [self] view, from, to in
            list(view.realms.map(\.key.slug), of: view.source, from: from, to: to)
        }
        let some = HistoryRoutes(
            history: { [self] subject, hours in body(of: subject, hours: hours, now: clock.now().wall) },
            basis: { [self] in clock.now().wall.map { KeptHistories.Basis(changes: changes, at: $0) } }
        )
        return some.routes + [RealmHistoriesRoute(histories: histories).route]
    }

    /// The last hours of a realm or a source; nil while the clock is not set.
    private func body(of subject: HistorySubject, hours: Int, now: UnixTime?) -> HistoryBody? {
        guard let now else { return nil }
        let from = now.advanced(by: -Int64(hours) * 3_600)
        return switch subject {
        case .realm(let key): history(of: key, from: from, to: now)
        case .source(let source): history(of: source, from: from, to: now)
        }
    }
}
