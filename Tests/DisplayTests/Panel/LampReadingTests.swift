import Core
import Display
import Testing
import WatchpostModel

/// What holds, and what a lamp must say then.
struct LampCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var sources: [SourceView]
    var target = ["eu/retail/aerie"]
    var prepare: @Sendable (inout LampConditions) -> Void = { _ in }
    var meaning: LampMeaning
    var words: String

    init(
        _ name: String,
        _ sources: [SourceView],
        target: [String] = ["eu/retail/aerie"],
        _ meaning: LampMeaning,
        _ words: String,
        prepare: @escaping @Sendable (inout LampConditions) -> Void = { _ in }
    ) {
        testDescription = name
        self.sources = sources
        self.target = target
        self.prepare = prepare
        self.meaning = meaning
        self.words = words
    }
}

@Suite("What a lamp says")
struct LampReadingTests {
    private static let noon = Facts.at(12, 31)
    private static let aeriePlain = [Facts.source([Facts.realm("aerie")])]

    private static var lacking: SourceView {
        var view = SourceView.waiting(Facts.american)
        view.needsSetUp = true
        return view
    }

    /// Six realms, and one that answers have not listed for long.
    private static let withGone: SourceView = {
        var realm = Facts.realm("renamed", .unknown)
        (realm.isVanished, realm.isGone) = (true, true)
        return Facts.source(Facts.six() + [realm])
    }()

    private static func aerie(_ state: RealmState) -> [SourceView] {
        [Facts.source([Facts.realm("aerie", state, since: noon)])]
    }

    static let oneRealm: [LampCase] = [
        LampCase("up", aeriePlain, .allUp, "up"),
        LampCase("suspected is still up", aerie(.suspected), .suspected, "suspected"),
        LampCase("down", aerie(.down), .down, "down since 12:31"),
        LampCase("recovering is still down", aerie(.recovering), .down, "down since 12:31"),
        LampCase("maintenance", aerie(.maintenance), .maintenance, "maintenance since 12:31"),
        LampCase("not known", aerie(.unknown), .waiting, "status unknown"),
        LampCase("queue", [Facts.source([Facts.realm("aerie", queue: true)])], .someDown, "with a queue"),
        LampCase("locked", [Facts.source([Facts.realm("aerie", locked: true)])], .someDown, "locked"),
        LampCase("not listed", [Facts.source([])], .waiting, "not listed by Blizzard"),
        LampCase("before the first data", [.waiting(Facts.european)], .waiting, "waiting for data"),
        LampCase(
            "stale",
            [Facts.source([Facts.realm("aerie")], .stale, since: noon, reason: "eu/retail answers 503")],
            .stale,
            "stale since 12:31: eu/retail answers 503"
        ),
        LampCase(
            "the source lost the network",
            [Facts.source([Facts.realm("aerie")], .noNetwork, since: noon)],
            .noNetwork,
            "no network since 12:31"
        ),
    ]

    static let lists: [LampCase] = [
        LampCase("all up", [Facts.source(Facts.six())], target: ["eu"], .allUp, "all 6 up"),
        LampCase("all up but for one that is gone", [withGone], target: ["eu"], .allUp, "all 6 up"),
        LampCase(
            "one that is gone, named by somebody",
            [withGone],
            target: ["eu/retail/renamed"],
            .waiting,
            "status unknown"
        ),
        LampCase(
            "one that left the list just now",
            [Facts.source(Facts.six() + [Facts.realm("renamed", .unknown)])],
            target: ["eu"],
            .someDown,
            "1 of 7 unknown"
        ),
        LampCase(
            "some down",
            [Facts.source(Facts.six(.down, .recovering))],
            target: ["eu/retail"],
            .someDown,
            "2 of 6 down"
        ),
        LampCase(
            "all down",
            [Facts.source(Facts.six(.down, .down, .down, .down, .down, .recovering))],
            target: ["eu"],
            .down,
            "all 6 down since 12:31"
        ),
        LampCase(
            "all down, most of them as expected",
            [
                Facts.source(
                    Facts.six(.down, .maintenance, .maintenance, .maintenance, .maintenance, .maintenance)
                )
            ],
            target: ["eu"],
            .down,
            "all 6 down since 12:31"
        ),
        LampCase(
            "some in maintenance",
            [Facts.source(Facts.six(.maintenance))],
            target: ["eu"],
            .someDown,
            "1 of 6 in maintenance"
        ),
        LampCase(
            "some suspected",
            [Facts.source(Facts.six(.suspected))],
            target: ["eu"],
            .suspected,
            "1 of 6 suspected"
        ),
        LampCase(
            "one stale source spoils the list",
            [
                Facts.source(Facts.six(.down)),
                Facts.source(
                    [Facts.realm("tichondrius", source: Facts.american)],
                    .stale,
                    of: Facts.american
                ),
            ],
            target: ["eu", "us"],
            .stale,
            "stale"
        ),
        LampCase(
            "a region that is all down does not hide behind one that is stale",
            [
                Facts.source([Facts.realm("aerie", .down, since: noon)]),
                Facts.source(
                    [Facts.realm("tichondrius", source: Facts.american)],
                    .stale,
                    of: Facts.american
                ),
            ],
            target: ["eu", "us"],
            .down,
            "1 of 2 down since 12:31, stale"
        ),
        LampCase(
            "a region that is all down does not hide behind one that was never heard of",
            [Facts.source([Facts.realm("aerie", .down, since: noon)]), .waiting(Facts.american)],
            target: ["eu", "us"],
            .down,
            "down since 12:31, waiting for data"
        ),
        LampCase(
            "a region without anybody to ask",
            [Facts.source([Facts.realm("aerie")]), lacking],
            target: ["eu", "us"],
            .notSetUp,
            "not set up"
        ),
        LampCase(
            "one realm down is all where that is set",
            [Facts.source(Facts.six(.down))],
            target: ["eu"],
            .down,
            "1 of 6 down since 12:31",
            prepare: { $0.anyDownIsAll = true }
        ),
        LampCase(
            "a realm that is named twice counts once",
            [Facts.source(Facts.six(.down))],
            target: ["eu", "eu/retail/aerie", "eu/retail"],
            .someDown,
            "1 of 6 down"
        ),
        LampCase("nothing to watch", [Facts.source(Facts.six())], target: [], .notSetUp, "nothing to watch"),
        LampCase(
            "a missing realm among others",
            [Facts.source(Facts.six())],
            target: ["eu/retail/aerie", "eu/retail/gone"],
            .someDown,
            "1 of 2 unknown"
        ),
    ]

    static let box: [LampCase] = [
        LampCase("identify", aerie(.down), .identify, "this is the box") {
            $0.isIdentifying = true
            $0.fault = PanelFault(code: "E12", words: "disk is full")
        },
        LampCase("fault", aerie(.down), .internalFault, "E12: disk is full") {
            $0.fault = PanelFault(code: "E12", words: "disk is full")
            $0.isSetUp = false
        },
        LampCase("not set up", aerie(.down), .notSetUp, "not set up") {
            $0.isSetUp = false
            $0.network = .down(since: nil)
        },
        LampCase("no network", aerie(.down), .noNetwork, "no network since 12:31") {
            $0.network = .down(since: Facts.at(12, 31))
        },
        LampCase("stopping", aerie(.down), .dark, "not running") {
            $0.isStopping = true
            $0.isIdentifying = true
        },
    ]

    static let quiet: [LampCase] = [
        LampCase("all up", aeriePlain, .quietHours, "quiet hours; up") { $0.isQuiet = true },
        LampCase("suspected", aerie(.suspected), .quietHours, "quiet hours; suspected") { $0.isQuiet = true },
        LampCase(
            "some down",
            [Facts.source(Facts.six(.down))],
            target: ["eu"],
            .quietHours,
            "quiet hours; 1 of 6 down"
        ) {
            $0.isQuiet = true
        },
        LampCase("confirmed down", aerie(.down), .down, "down since 12:31") { $0.isQuiet = true },
        LampCase("maintenance", aerie(.maintenance), .maintenance, "maintenance since 12:31") {
            $0.isQuiet = true
        },
        LampCase("stale", [Facts.source([], .stale)], .stale, "stale") { $0.isQuiet = true },
        LampCase("waiting", [.waiting(Facts.european)], .waiting, "waiting for data") { $0.isQuiet = true },
    ]

    @Test("one realm", arguments: oneRealm)
    func singleRealm(_ example: LampCase) { check(example) }

    @Test("a list or region: none, some or all down", arguments: lists)
    func list(_ example: LampCase) { check(example) }

    @Test("the box itself comes before any realm", arguments: box)
    func appliance(_ example: LampCase) { check(example) }

    @Test("quiet hours dim what is bearable and hide nothing that is not", arguments: quiet)
    func quietHours(_ example: LampCase) { check(example) }

    @Test(
        "a stale lamp blinks in the colour of what was known last",
        arguments: [
            (.up, .allUp), (.suspected, .suspected), (.down, .down), (.recovering, .down),
            (.maintenance, .maintenance), (.unknown, .waiting),
        ] as [(RealmState, LampMeaning)]
    )
    func staleColour(state: RealmState, underlying: LampMeaning) {
        let selection = RealmSelection(
            [WatchTarget.realm(RealmKey(source: Facts.european, slug: "aerie"))],
            in: [Facts.source([Facts.realm("aerie", state)], .stale)]
        )
        let reading = LampReading(of: selection, under: LampConditions(), times: Facts.clock())
        #expect(reading.meaning == .stale)
        #expect(reading.underlying == underlying)
        #expect(reading.signal == LampMeaning.stale.signal(over: underlying))
    }

    private func check(_ example: LampCase) {
        var conditions = LampConditions()
        example.prepare(&conditions)
        let items = example.target.compactMap { try? WatchTarget(parsing: $0) }
        let selection = RealmSelection(items, in: example.sources)
        let reading = LampReading(of: selection, under: conditions, times: Facts.clock())
        #expect(reading.meaning == example.meaning)
        #expect(reading.words == example.words)
    }
}
