import Core
import Testing
import WatchpostModel

/// Where a realm can stand when something happens to the appliance.
enum RealmStanding: String, CaseIterable, Sendable {
    case unknown, up, suspected, down, recovering, maintenance, maintenanceRecovering, vanished

    var isInWindow: Bool { self == .maintenance || self == .maintenanceRecovering }
    /// It was away, or perhaps, before anybody was told: its return alone is no news, nor is its being down.
    var isSilent: Bool { self == .unknown }
}

/// What happens to the appliance meanwhile.
enum Crossing: String, CaseIterable, Sendable {
    case nothing, restart, kill, offline, clockUnset, clockSet, windowBegins, windowEnds
}

/// One realm of eight, in a state, crossed by something, and then seen up or down for good.
private struct CrossingScript {
    static let realm = "us-1"
    private var script: RealmScript
    private let rules: RealmRules
    private let standing: RealmStanding
    private let crossing: Crossing
    /// The words that were told of the realm, in order.
    private(set) var told: [String] = []

    init(_ standing: RealmStanding, _ crossing: Crossing) throws {
        self.standing = standing
        self.crossing = crossing
        let zone = try #require(CivilZone(named: "America/Los_Angeles"))
        // Tuesday 07:00-09:00 in Los Angeles; on 2026-11-24 that is 15:00Z-17:00Z.
        let window = MaintenanceWindow(weekday: .tuesday, from: 7 * 3_600, to: 9 * 3_600, zone: zone)
        rules = RealmRules(maintenance: [.us: [window]])
        let isInside = standing.isInWindow || crossing == .windowEnds
        let start = UnixTime(rfc3339: isInside ? "2026-11-24T16:40:00Z" : "2026-11-24T14:40:00Z")
        script = RealmScript(
            groups: RealmScript.groups(8, prefix: "us", category: "United States"),
            rules: rules,
            wall: start
        )
    }

    var state: RealmState? { script.realm(Self.realm)?.state }
    var isInWindow: Bool { rules.inMaintenance(.us, at: script.now.wall) }

    private mutating func take(_ events: [EventBody]) {
        for case .realm(let event) in events where event.id == "retail/\(Self.realm)" {
            if [.down, .up, .maintenance].contains(event.change) { told.append(event.change.rawValue) }
        }
    }

    private mutating func see(_ status: ObservedStatus, times: Int) {
        script.set([Self.realm], status)
        for _ in 0..<times { take(script.poll()) }
    }

    mutating func reach() {
        let wall = script.now.wall
        if crossing == .clockSet { script.setClock(nil) }
        if standing != .unknown { see(.up, times: 1) }
        switch standing {
        case .up: break
        case .unknown, .suspected: see(.down, times: 1)
        case .down, .maintenance: see(.down, times: 3)
        case .recovering, .maintenanceRecovering:
            see(.down, times: 3)
            see(.up, times: 1)
        case .vanished:
            see(.down, times: 3)
            script.edit { $0.removeFirst() }
            for _ in 0..<3 { take(script.poll()) }
        }
        if crossing == .clockSet { script.setClock(wall?.advanced(by: 600)) }
    }

    mutating func cross() {
        switch crossing {
        case .nothing: break
        case .clockSet: take(script.send(.tick))
        case .restart: script.restart(after: .seconds(60), rules: rules)
        case .kill:
            // What was decided last is not committed: neither the state nor the event.
            let events = script.forgetLastAnnouncement()
            for case .realm(let event) in events where event.id == "retail/\(Self.realm)" {
                if told.last == event.change.rawValue { told.removeLast() }
            }
            script.restart(after: .seconds(60), rules: rules)
        case .offline:
            take(script.send(.connectivity(.offline)))
            for _ in 0..<4 { beSilent(isOurs: true) }
            take(script.send(.connectivity(.online)))
        case .clockUnset:
            let wall = script.now.wall
            script.setClock(nil)
            for _ in 0..<2 { take(script.poll()) }
            script.setClock(wall?.advanced(by: 120))
        case .windowBegins, .windowEnds:
            // A realm in maintenance waits for the window of the next week.
            let isNextWeek = standing.isInWindow && crossing == .windowBegins
            if isNextWeek { script.pass(.seconds(7 * 86_400 - 7_200)) }
            for _ in 0..<30 { beSilent(isOurs: false) }
        }
        take(script.send(.tick))
    }

    private mutating func beSilent(isOurs: Bool) {
        script.pass(.seconds(60))
        take(script.send(.failed(RealmScript.us, SourceFailure(mayBeOurs: isOurs, reason: "silence"))))
    }

    mutating func end(_ status: ObservedStatus) {
        if standing == .vanished {
            script.edit {
                $0.insert(RealmScript.groups(1, prefix: "us", category: "United States")[0], at: 0)
            }
        }
        see(status, times: 6)
    }
}

@Suite("Every state of a realm, crossed by everything that happens to an appliance")
struct RealmCrossingTests {
    private static func cases(_ crossings: [Crossing]) -> [(RealmStanding, Crossing)] {
        RealmStanding.allCases.flatMap { standing in crossings.map { (standing, $0) } }
    }

    /// Swift 6.0.3 crashes on closures among the arguments of `@Test`.
    private static let withoutClocks = Crossing.allCases.filter { $0 != .clockSet && $0 != .clockUnset }

    @Test(
        "tells nothing by itself",
        arguments: cases(withoutClocks)
    )
    func silent(standing: RealmStanding, crossing: Crossing) throws {
        var script = try CrossingScript(standing, crossing)
        script.reach()
        let before = script.told
        script.cross()
        #expect(script.told.count <= before.count, "\(standing) \(crossing): \(script.told)")
    }

    @Test(
        "ends up, told up exactly to those who were told that it is away",
        arguments: cases(Crossing.allCases)
    )
    func thenUp(standing: RealmStanding, crossing: Crossing) throws {
        var script = try CrossingScript(standing, crossing)
        script.reach()
        script.cross()
        script.end(.up)
        let place = "\(standing) \(crossing): \(script.told)"
        #expect(script.state == .up, "\(place)")
        expectNoRepetition(script.told, place)
        let wasFoundDown = standing.isSilent && crossing != .nothing
        #expect(script.told.isEmpty || script.told.last == "up", "\(place)")
        #expect(script.told.first != "up" || wasFoundDown, "\(place)")
    }

    @Test("ends down, told once, as what it is", arguments: cases(Crossing.allCases))
    func thenDown(standing: RealmStanding, crossing: Crossing) throws {
        var script = try CrossingScript(standing, crossing)
        script.reach()
        script.cross()
        script.end(.down)
        let place = "\(standing) \(crossing): \(script.told), \(script.state?.rawValue ?? "none")"
        expectNoRepetition(script.told, place)
        switch script.state {
        case .maintenance:
            #expect(script.isInWindow, "\(place)")
            #expect(script.told.last == "maintenance" || standing.isSilent, "\(place)")
        case .down: #expect(script.told.last == "down" || standing.isSilent, "\(place)")
        default: Issue.record("\(place)")
        }
    }

    private func expectNoRepetition(_ told: [String], _ place: String) {
        for (first, second) in zip(told, told.dropFirst()) { #expect(first != second, "\(place)") }
    }
}
