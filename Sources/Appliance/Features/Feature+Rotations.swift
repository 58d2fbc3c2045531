import Core
import Display
import Serving
import SystemSupport
import WatchpostModel

extension RotationWatch {
    /// Shows and tells in this box which map is on.
    ///
    /// `checking`: how the schedule is compared with an upstream; `ends`: who tells that it ends.
    init(_ parts: Assembly, checking: Checking?, ends: ScheduleEndTeller) {
        let (platform, announcer, notices) = (parts.platform, parts.announcer, parts.notices)
        let (publisher, panel, settings) = (platform.publisher, platform.panel, platform.settings)
        let liked = Set(platform.configuration.panel.likedMaps)
        self.init(
            clock: platform.clock,
            liveness: platform.liveness,
            log: platform.log,
            checking: checking,
            editing: Editing(
                store: ScheduleEditStore(database: platform.stores.state),
                zone: { settings.panel.timeZone }
            ),
            outlets: Outlets(
                publish: { snapshot in
                    publisher.publish(rotations: PublishedRotations(snapshot))
                    notices.take(snapshot.inForce)
                    ends.take(snapshot.schedules)
                    let good = snapshot.nextGood(liked)
                    panel.submit(
                        .rotations(snapshot.list.modes.map { PanelRotation($0, good: good[$0.mode]) })
                    )
                },
                announce: { announcer.announce($0) },
                fault: { panel.submit(.fault(code: "E33", $0)) }
            )
        )
    }
}

extension Feature {
    /// Map rotations, from the schedule file that the settings name, or from the one that is shipped.
    static let rotations = Feature(
        name: "rotations",
        tables: StateTables(joining: [ScheduleEditStore.tables, ScheduleEndStore.tables]),
        topics: NoticeTopics.mapAlerts + NoticeTopics.scheduleEnds,
        published: [.rotations],
        openAPI: [EmbeddedFiles.OpenAPI.rotations],
        reads: { _ in RotationRoutes.routes + [TimelineRoute().route] },
        start: startRotations
    )

    /// A function, because Swift 6.0 sees no suspension in closures within a closure.
    private static func startRotations(_ parts: Assembly) -> RunningFeature {
        let platform = parts.platform
        let upstream = RotationUpstreamMetrics()
        let checking = RotationWatch.Checking(platform, upstream)
        let ends = ScheduleEndTeller(parts)
        let watch = RotationWatch(parts, checking: checking, ends: ends)
        var running = RunningFeature(metrics: RotationMetrics(publisher: platform.publisher).series)
        if checking != nil { running.metrics += upstream.series }
        running.routes = ScheduleEditRoutes(services: parts.services, watch: watch).routes
        running.loops = [{ await watch.run() }, { await ends.run() }]
        if let poller = RotationPoller(platform, watch, upstream) {
            running.loops.append { await poller.run() }
        }
        guard let path = platform.configuration.rotations.scheduleFile else {
            running.prepare = {
                try await watch.beginEditing()
                try await watch.useShipped()
            }
            return running
        }
        let kept = KeptSchedule(in: platform.configuration.state.directory)
        let file = ScheduleFileWatcher(path: path, kept: kept, log: platform.log)
        // Whoever asks as soon as the appliance is ready learns which map is on.
        running.prepare = {
            try await watch.beginEditing()
            if let event = await file.first(within: .seconds(2)) { await watch.take(event) }
        }
        running.loops.append { for await event in file.events { await watch.take(event) } }
        running.stop = { file.stop() }
        return running
    }

    /// The Map Timer app's own paths, made of the rotations.
    static let mapTimer = Feature(
        name: "Map Timer app",
        openAPI: [EmbeddedFiles.OpenAPI.legacy],
        reads: { _ in LegacyRoutes.routes }
    )
}

extension RotationWatch.Checking {
    /// Nil when the settings name no key: then nobody is asked.
    init?(_ platform: Platform, _ metrics: RotationUpstreamMetrics) {
        guard let settings = platform.configuration.rotations.upstream else { return nil }
        self.init(
            rules: RotationCrossCheck(
                ApexStatusSource.upstream,
                interval: settings.interval,
                appliesAnchors: settings.appliesAnchors,
                now: platform.clock.now().monotonic
            ),
            metrics: metrics
        )
    }
}

extension ScheduleEndTeller {
    init(_ parts: Assembly) {
        let (platform, notices) = (parts.platform, parts.notices)
        self.init(
            store: ScheduleEndStore(database: platform.stores.state),
            clock: platform.clock,
            liveness: platform.liveness,
            log: platform.log,
            ring: { notices.ring() },
            fault: platform.diskFault(of: "schedule ends")
        )
    }
}

extension RotationPoller {
    /// Nil when the settings name no key.
    init?(_ platform: Platform, _ watch: RotationWatch, _ metrics: RotationUpstreamMetrics) {
        guard let settings = platform.configuration.rotations.upstream else { return nil }
        let client = platform.client
        self.init(
            source: ApexStatusSource(settings: settings) { request async throws(HTTPFault) in
                try await client.send(request)
            },
            watch: watch,
            metrics: metrics,
            clock: platform.clock,
            liveness: platform.liveness
        )
    }
}
