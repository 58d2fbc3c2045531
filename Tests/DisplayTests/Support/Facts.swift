import Core
import Display
import WatchpostModel

/// Facts for the tests, told from a morning in Warsaw: 2026-11-21, when the clock there is an hour ahead of
/// UTC.
enum Facts {
    static let zone = CivilZone(named: "Europe/Warsaw") ?? .local
    static let european = RealmFeed(region: .eu, flavour: .retail)
    static let american = RealmFeed(region: .us, flavour: .retail)

    /// `hour:minute` in Warsaw on the day.
    static func at(_ hour: Int, _ minute: Int, second: Int = 0, day: Int = 21) -> UnixTime {
        zone.instants(year: 2026, month: 11, day: day, hour: hour, minute: minute, second: second).earliest
    }

    static func moment(_ wall: UnixTime?, after seconds: Double = 1_000) -> Moment {
        Moment(wall: wall, monotonic: .seconds(seconds))
    }

    static func clock(_ now: UnixTime? = at(17, 48), _ style: ClockText.Style = .hours24) -> ClockText {
        ClockText(zone: zone, style: style, now: now)
    }

    static func realm(
        _ slug: String,
        _ state: RealmState = .up,
        name: String? = nil,
        since: UnixTime? = nil,
        category: String = "English",
        queue: Bool = false,
        locked: Bool = false,
        source: RealmFeed = european
    ) -> RealmView {
        RealmView(
            key: RealmKey(source: source, slug: slug),
            name: LocalizedName(["en_US": name ?? slug.prefix(1).uppercased() + slug.dropFirst()]),
            category: LocalizedName(["en_US": category]),
            connectedRealm: 1_305,
            state: state,
            since: since,
            population: .unknown,
            hasQueue: queue,
            isLocked: locked,
            timezone: "Europe/Paris",
            type: "normal"
        )
    }

    static func source(
        _ realms: [RealmView],
        _ freshness: FreshnessBody.State = .fresh,
        since: UnixTime? = nil,
        reason: String? = nil,
        outages: [OutageBody] = [],
        of source: RealmFeed = european
    ) -> SourceView {
        SourceView(
            source: source,
            freshness: FreshnessBody(state: freshness, since: since, reason: reason),
            realms: realms,
            groups: realms.count,
            outages: outages,
            inMaintenanceWindow: false
        )
    }

    /// Six realms, the first ones in the given states.
    static func six(_ states: RealmState..., since: UnixTime? = at(12, 31)) -> [RealmView] {
        ["aerie", "blackmoore", "chromaggus", "draenor", "eonar", "frostmane"].enumerated().map {
            index,
            slug in
            let state = index < states.count ? states[index] : .up
            return realm(slug, state, since: state == .up ? nil : since)
        }
    }

    static let pubs = PanelRotation(
        mode: "pubs",
        name: "Casual",
        state: .running,
        current: .init(map: "Storm Point", start: at(17, 0), end: at(18, 30)),
        next: .init(map: "E-District", start: at(18, 30), end: at(20, 0))
    )
    static let ranked = PanelRotation(
        mode: "ranked",
        name: "Ranked",
        state: .running,
        current: .init(map: "Olympus", start: at(18, 0, day: 20), end: at(19, 0)),
        next: .init(map: "Kings Canyon", start: at(19, 0), end: at(19, 0, day: 22))
    )

    static func settings(
        _ geometry: DisplayGeometry = .sixteenByTwo,
        watch: [String] = [],
        lamps: [LampSettings] = []
    ) -> PanelSettings {
        var settings = PanelSettings(zone: zone)
        settings.geometry = geometry
        settings.watch = watch.compactMap { try? WatchTarget(parsing: $0) }
        settings.lamps = lamps
        return settings
    }
}
