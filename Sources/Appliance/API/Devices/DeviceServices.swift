import Core
import Serving
import WatchpostModel

/// What the routes of devices, pairing and administration work with.
struct DeviceServices: Sendable {
    let store: DeviceStore
    let disk: DiskErrorLog
    let gate: Gate
    let pairing: PairingHost
    let notices: any NoticesPort
    let settings: SettingsService
    /// Asked after each commit that may have changed what administrators watch.
    let watching: WatchedRealmsNotifier
    /// Finds what lists name and no realm is called.
    let lists: WatchListInspector
    let outlets: PersonalOutlets
    let push: PushRegistration
    /// Push services that phones name and the box does not know.
    let unknownServices: UnknownServiceList
    let about: AboutFacts
    /// What is known of the realms of a region, for finding them by their names.
    let realms: @Sendable (Region) -> [SourceView]
    /// Indices over their names; the same as those of the published state, so that each is made once.
    var realmNames = RealmNameCache()
    /// Which maps are on; nil until a schedule was read.
    var rotations: @Sendable () -> RotationSnapshot? = { nil }
    /// Both clocks; nothing is stamped while the wall clock is not set.
    var now: @Sendable () -> Moment
    /// The wall clock in milliseconds since 1970, for the time of push addresses.
    let milliseconds: @Sendable () -> Int64

    /// Understands what phones call the realms of a region.
    ///
    /// `isStrict`: flavours that are not polled are refused, too: what administrators watch is what lamps show.
    func naming(in region: Region, isStrict: Bool = false) -> RealmNaming {
        RealmNaming(
            region: region,
            isStrict: isStrict,
            sources: realms(region),
            regions: { Region.allCases.filter { !realms($0).isEmpty } },
            names: realmNames
        )
    }

    /// The time for a stamp.
    func wall() throws(Problem) -> UnixTime { try calls.wall() }

    /// What features get of these that have nothing to do with devices.
    var calls: CallServices { CallServices(gate: gate, now: now, publicURL: about.publicURL) }
}

/// Where personal requests have an effect outside the store.
struct PersonalOutlets: Sendable {
    /// Lamps and display say which box this is.
    var identify: @Sendable () -> Void
    /// Map alerts, quiet hours or mutes of some device were stored.
    var alertsChanged: @Sendable () -> Void
}

/// What `/v1/about` says beside where the request came from.
struct AboutFacts: Sendable {
    /// Which appliance this is.
    var id: String
    var version: String
    var publicURL: String?
    /// The page for people.
    var site: String
}
