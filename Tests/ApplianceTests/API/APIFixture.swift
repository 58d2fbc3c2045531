import Core
import Dispatch
import TestSupport
import WatchpostModel

@testable import Appliance
@testable import Serving

/// A server on a free loopback port with made-up state.
final class APIFixture {
    let publisher: Publisher
    let metrics = Metrics()
    let events: EventHub
    let server: APIServer
    /// Of the main door, then of that for tunnels.
    let ports: [UInt16]
    var port: UInt16 { ports[0] }

    static let noon = UnixTime(seconds: 1_764_504_000)
    static let retail = RealmFeed(region: .eu, flavour: .retail)
    static let classic = RealmFeed(region: .eu, flavour: GameFlavour("classic"))

    /// `instead`: routes that take the place of the appliance's own with the same pattern, with a clock of a test; `adjust`:
    /// settings that are none of a test's, whose server gives everybody time.
    init(
        newestEvent: Int64 = 0,
        maxStreams: Int = 100,
        calls: [Route] = [],
        instead: [Route] = [],
        gate: Gate? = nil,
        _ adjust: (inout HTTPSettings) -> Void = { _ in }
    ) throws {
        let regions = [PublishedRegion(region: .eu, statusPage: "https://example.org/eu")]
        publisher = Publisher(
            PublishedState(regions: regions, sources: [APIFixture.retail, APIFixture.classic])
        )
        publisher.publish(realms: [APIFixture.view, .waiting(APIFixture.classic)])
        publisher.publish(rotations: try APIFixture.rotations.get())
        publisher.publish(panel: APIFixture.panel)
        publisher.publish(readiness: .ready)
        var settings = HTTPSettings(address: "127.0.0.1", port: 0)
        settings.beSlow()
        adjust(&settings)
        let page = [
            "index.html": PageAsset(type: "text/html; charset=utf-8", bytes: Array("<p>hello</p>".utf8))
        ]
        let usual = Feature.all.filter { $0.name != "pages" }.reads(metrics)
        let reads = usual.filter { route in !instead.contains { $0.pattern == route.pattern } } + instead
        let histories = [RealmHistoriesRoute(histories: APIFixture.realmHistories).route]
        let own = PageRoutes(assets: page).routes + HistoryRoutes(history: APIFixture.history).routes
        events = EventHub(
            newest: newestEvent,
            maxStreams: maxStreams,
            registry: ConnectionRegistry(limits: settings)
        )
        server = APIServer(
            settings: settings,
            hosts: HostPolicy(machine: "watchpost", names: ["pi.example.org"]),
            publisher: publisher,
            events: events,
            routes: reads + own + histories + calls.map(\.unhurried),
            gate: gate ?? Gate(now: { .milliseconds(CoarseClock.now()) }),
            metrics: metrics
        )
        ports = try server.start().compactMap { UInt16($0.split(separator: ":").last ?? "") }
    }

    /// A test ends on the cooperative pool, whose few threads must not wait for connections to end.
    deinit {
        DispatchQueue(label: "end of a server").async { [server] in server.stop() }
    }

    /// A fresh connection.
    func client() throws(RawClient.Trouble) -> RawClient { try RawClient(port: port) }

    /// A read on a connection of its own.
    func get(_ target: String, method: String = "GET", headers: [String] = []) async -> RawClient.Answer? {
        await RawClient.ask(port, method, target, nil, headers)
    }

    /// A call on a connection of its own.
    func request(
        _ method: String,
        _ target: String,
        body: String?,
        headers: [String] = []
    ) async -> RawClient.Answer? {
        await RawClient.ask(port, method, target, body, headers)
    }

    static func realm(_ slug: String, group: Int64 = 1, state: RealmState = .up) -> RealmView {
        RealmView(
            key: RealmKey(source: retail, slug: slug),
            name: LocalizedName(["en_US": slug.uppercased(), "ru_RU": "Ревущий фьорд"]),
            category: LocalizedName(["en_US": "French", "de_DE": "Französisch"]),
            connectedRealm: group,
            state: state,
            since: noon,
            population: Population(word: "high"),
            hasQueue: true,
            isLocked: false,
            timezone: "Europe/Paris",
            type: "normal"
        )
    }

    static let view = SourceView(
        source: retail,
        freshness: FreshnessBody(state: .fresh, since: noon),
        realms: [
            realm("area-52"), realm("chants-éternels"), realm("kazzak", group: 2, state: .down),
            realm("kelthuzad"),
        ],
        groups: 2,
        outages: [OutageBody(scope: .category, category: "French", since: noon, realms: 1)],
        inMaintenanceWindow: true,
        origin: RealmOrigin(name: "battlenet", words: "a test", isOfficial: true)
    )

    static func rotations(map: String) throws(RotationProblem) -> PublishedRotations {
        let slot = MapSlotBody(code: "OL", map: map, start: noon, end: noon.advanced(by: 5_400))
        let mode = RotationBody(
            mode: "pubs",
            name: "Pubs",
            state: .running,
            current: slot,
            next: nil,
            takeover: nil,
            validUntil: nil,
            schedules: []
        )
        var ranked = mode
        ranked.mode = "ranked"
        let list = RotationListBody(source: "a test", modes: [mode, ranked])
        let legacy = ["/hash": Array("abc".utf8)]
        return PublishedRotations(try snapshot(map: map), list: list, legacy: legacy) { modes, hours in
            TimelineBody(
                generatedAt: noon,
                validUntil: nil,
                reloadAfter: noon,
                source: "\(hours) hours",
                entries: modes.map {
                    TimelineEntryBody(mode: $0, start: noon, end: nil, code: nil, map: map, takeover: nil)
                }
            )
        }
    }

    /// Pubs with two maps by turns, ranked with a third one that ends an hour and a half after noon.
    static func snapshot(map: String) throws(RotationProblem) -> RotationSnapshot {
        let pubs = try mode("pubs", [("OL", map), ("SP", "Storm Point")], until: nil)
        let ranked = try mode("ranked", [("KC", "Kings Canyon")], until: noon.advanced(by: 5_400))
        return RotationSnapshot(
            schedules: try RotationSchedules(source: "a test", modes: [pubs, ranked]),
            at: noon
        )
    }

    private static func mode(
        _ key: String,
        _ maps: [(code: String, name: String)],
        until end: UnixTime?
    ) throws(RotationProblem) -> RotationMode {
        let entries = maps.map {
            RotationCycle.Entry(map: GameMap(code: $0.code, name: $0.name), minutes: 90)
        }
        let schedule = try RotationSchedule(cycle: RotationCycle(entries), anchor: noon, usableTo: end)
        return try RotationMode(key: key, name: key.uppercased(), schedules: [schedule])
    }

    /// Those of every server; one that cannot be read fails the tests that use it, and ends no process.
    static let rotations: Result<PublishedRotations, RotationProblem> = Result {
        () throws(RotationProblem) in try APIFixture.rotations(map: "Olympus")
    }

    static let panel = PanelBody(
        lamps: [],
        display: DisplayBody(columns: 16, rows: 2, lines: ["a", "b"], backlight: true, page: "clock")
    )

    static let realmHistories = RealmHistories(now: { noon }) { view, from, to in
        RealmHistoryListBody(
            region: view.source.region,
            flavour: view.source.flavour.name,
            from: from,
            to: to,
            usual: [HistorySegmentBody(state: .up, from: from, to: to)],
            realms: []
        )
    }

    static let history: HistoryProvider = { subject, hours in
        let (source, slug): (RealmFeed, String?) =
            switch subject {
            case .realm(let key): (key.source, key.slug)
            case .source(let source): (source, nil)
            }
        return HistoryBody(
            region: source.region,
            flavour: source.flavour.name,
            slug: slug,
            from: noon.advanced(by: Int64(-3_600 * hours)),
            to: noon,
            uptime: 1,
            segments: []
        )
    }
}

extension Route {
    /// The same, where no test says how long it takes, with more time than a slow machine needs.
    fileprivate var unhurried: Route {
        guard case .call(var bounds, let handler) = action, bounds.time == CallBounds.bare.time else {
            return self
        }
        bounds.time = .seconds(300)
        return Route(verb, pattern, access, bounds, fields: fields, handler: handler)
    }
}

extension HTTPSettings {
    /// Longer than any test waits: what ends before does so for another reason than a slow machine.
    mutating func beSlow() {
        inactivitySeconds = 300
        (requestTime, answerTime, refusalTime) = (.seconds(300), .seconds(300), .seconds(300))
        commentTime = .seconds(300)
        farewellTime = Patience.time
    }
}
