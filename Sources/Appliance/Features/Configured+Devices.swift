import CLinux
import Core
import Display
import Glibc
import Serving
import SystemSupport
import WatchpostModel

/// What devices, pairing and administration are given in this box.
extension DeviceServices {
    /// `features`: who takes part in what happens to persons, and how often whom may ask.
    init(
        _ platform: Platform,
        _ features: [Feature],
        notices: NoticeDispatcher,
        push: PushAdapters
    ) {
        let (configuration, state, clock) = (platform.configuration, platform.stores.state, platform.clock)
        let (panel, publisher, log) = (platform.panel, platform.publisher, platform.log)
        let (identities, names) = (KnownIdentities(), publisher.state.names)
        let store = DeviceStore(
            database: state,
            mostDevices: configuration.devices.most,
            participants: features.participants(platform.stores.notices.topics),
            identities: identities.forget,
            shortage: { log.notice($0.words) }
        )
        let disk = DiskErrorLog(platform)
        let monotonic = { @Sendable in clock.now().monotonic }
        let watching = WatchedRealmsNotifier(store: store, disk: disk) {
            panel.submit(.watched([WatchTarget]($0)))
        }
        self.init(
            store: store,
            disk: disk,
            gate: Gate(
                identities: identities,
                ownerKey: platform.stores.ownerKey,
                limits: AccessLimits(
                    registrationsPerHour: configuration.devices.registrationsPerHour,
                    requestsPerMinute: configuration.devices.requestsPerMinute,
                    features: features.limits(configuration)
                ),
                now: monotonic
            ),
            pairing: PairingHost(outlet: CodeOutlet(panel: panel, log: log), now: monotonic),
            notices: notices,
            settings: platform.settings,
            watching: watching,
            lists: WatchListInspector(
                store: store,
                disk: disk,
                names: names,
                now: clock.now,
                changed: { await watching.tell() },
                log: { log.notice($0) }
            ),
            outlets: PersonalOutlets(
                identify: { panel.submit(.request(.identify)) },
                alertsChanged: { notices.alertsChange() }
            ),
            push: PushRegistration(push),
            unknownServices: UnknownServiceList { log.notice($0) },
            about: AboutFacts(configuration, hostName: platform.localName, box: notices.inbox.box),
            realms: { region in publisher.state.sources.filter { $0.source.region == region } },
            realmNames: names,
            rotations: { publisher.state.rotations?.snapshot },
            now: clock.now,
            milliseconds: SystemClock.wallMilliseconds
        )
    }
}

extension DiskErrorLog {
    /// That of what phones ask for.
    fileprivate convenience init(_ platform: Platform) {
        let (state, log) = (platform.stores.state, platform.log)
        self.init(
            provedCommits: { state.provedCommits },
            log: { log.error($0) },
            fault: platform.diskFault(of: "phones")
        )
    }
}

extension AboutFacts {
    /// `box`: the number by which this appliance's notices are told from those of another.
    init(_ configuration: Configuration, hostName: String, box: UInt64) {
        let address = configuration.server.publicURL?.text
        self.init(
            // Not the number itself: whoever knows it could make up ids of our notices.
            id: String(SHA256Digest.hexadecimal(of: Array("watchpost appliance \(box)".utf8)).prefix(32)),
            version: Version.text,
            publicURL: address,
            site: SiteAddress(configuration, hostName: hostName).base(asked: nil)
        )
    }
}

extension PlaceShortage {
    /// For the log, with what the owner can do.
    var words: String {
        let remedy =
            "`watchpost devices prune` removes those that were registered half a day ago and never used, "
            + "with `--hours 0` the newer ones, too"
        guard isFull else {
            return "\(taken) of the \(places) places for phones from outside are taken: \(remedy)"
        }
        return
            "all \(places) places for phones from outside are taken, and newcomers from there are refused while none "
            + "makes room; phones at home have places of their own: \(remedy)"
    }
}

extension CodeOutlet {
    /// On the panel's display; without one, or while it does not work, the log has the code.
    init(_ title: String = "Pairing code", panel: PanelHost, log: Log) {
        self.init(
            show: { code, lasts in
                panel.submit(.request(.code(title: title, code: code, lasts: lasts)))
                if panel.showsText.withLock({ $0 }) { return .display }
                log.notice("\(title.lowercased()) \(code), for \(lasts.components.seconds / 60) minutes")
                return .journal
            },
            hide: { panel.submit(.request(.codeDone)) }
        )
    }
}

extension [WatchTarget] {
    /// Realms by region, `flavour/slug`, as watch lists have them.
    init(_ realms: [Region: [String]]) {
        self = realms.sorted { $0.key < $1.key }.flatMap { region, names in
            names.compactMap { name in
                let parts = name.split(separator: "/", maxSplits: 1)
                guard parts.count == 2 else { return nil }
                let source = RealmFeed(region: region, flavour: GameFlavour(String(parts[0])))
                return WatchTarget.realm(RealmKey(source: source, slug: String(parts[1])))
            }
        }
    }
}

extension HTTPSettings {
    /// The listeners and who is believed about whom.
    init(_ configuration: Configuration) {
        let server = configuration.server
        self.init(address: server.listen.host, port: server.listen.port)
        tunnel = configuration.tunnel.listen.map { ($0.host, $0.port) }
        clients = ClientRule(
            trustedProxies: Set(server.trustedProxies),
            publicHost: server.publicURL?.host.lowercased(),
            ownAddress: ClientAddress(server.listen.host),
            lacksTrustInOwn: server.publicURL != nil || tunnel != nil || !server.hosts.isEmpty
                || !server.trustedProxies.isEmpty
        )
        clientHeader = configuration.tunnel.clientAddress
        maxConnections = server.maxConnections
        maxCalls = server.maxCalls
        // On one core a second thread only takes turns with the first.
        threads = min(threads, Int(clinux_usable_cores()))
    }
}

extension SystemClock {
    /// The machine's clock in milliseconds since 1970, whether it is set or not.
    static let wallMilliseconds: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
