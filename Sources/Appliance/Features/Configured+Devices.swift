import CLinux
import Core
import Display
import Glibc
import WatchpostModel

/// What devices, pairing and administration are given by the configuration.
extension DeviceServices {
    init(
        _ configuration: Configuration,
        hostName: String,
        stores: Stores,
        clock: SystemClock,
        log: Log,
        notices: any NoticesPort,
        settings: SettingsService,
        push: PushRegistration,
        pairing: PairingOutlet,
        outlets: PersonalOutlets,
        realms: @escaping @Sendable (Region) -> [SourceView],
        realmNames: RealmNameCache,
        watched: @escaping @Sendable ([Region: [String]]) -> Void
    ) {
        let identities = KnownIdentities()
        let store = DeviceStore(
            database: stores.state,
            mostDevices: configuration.devices.most,
            identities: identities.forget
        )
        let state = stores.state
        let disk = DiskErrorLog(provedCommits: { state.provedCommits }, log: { log.error($0) })
        let monotonic = { @Sendable in clock.now().monotonic }
        let watching = WatchedRealmsNotifier(store: store, disk: disk, outlet: watched)
        self.init(
            store: store,
            disk: disk,
            gate: Gate(
                sources: [DeviceIdentitySource(store: store, disk: disk)],
                identities: identities,
                ownerKey: stores.ownerKey,
                limits: AccessLimits(
                    registrationsPerHour: configuration.devices.registrationsPerHour,
                    requestsPerMinute: configuration.devices.requestsPerMinute
                ),
                now: monotonic
            ),
            pairing: PairingHost(outlet: pairing, now: monotonic),
            notices: notices,
            settings: settings,
            watching: watching,
            lists: WatchListInspector(store, disk, names: realmNames, clock, watching, log),
            outlets: outlets,
            push: push,
            about: AboutFacts(
                version: Version.text,
                publicURL: configuration.server.publicURL?.text,
                site: configuration.server.publicURL?.text
                    ?? "http://\(hostName):\(configuration.server.listen.port)"
            ),
            realms: realms,
            realmNames: realmNames,
            now: clock.now,
            milliseconds: SystemClock.wallMilliseconds
        )
    }
}

extension WatchListInspector {
    init(
        _ store: DeviceStore,
        _ disk: DiskErrorLog,
        names: RealmNameCache,
        _ clock: SystemClock,
        _ watching: WatchedRealmsNotifier,
        _ log: Log
    ) {
        self.init(
            store: store,
            disk: disk,
            names: names,
            now: clock.now,
            changed: { await watching.tell() },
            log: { log.notice($0) }
        )
    }
}

extension PairingOutlet {
    /// On the panel's display; without one, or while it does not work, the log has the code.
    init(panel: PanelHost, log: Log) {
        self.init(
            show: { code, lasts in
                panel.submit(.request(.code(title: "Pairing code", code: code, lasts: lasts)))
                if panel.showsText.withLock({ $0 }) { return .display }
                log.notice("pairing code \(code), for \(lasts.components.seconds / 60) minutes")
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
    /// The doors and who is believed about whom.
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
