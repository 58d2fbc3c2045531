import Core
import TestSupport
import Testing
import WatchpostModel

/// A monitor and its model, in a world that a seed decides.
struct MonitorStory {
    private static let us = RealmScript.us
    private let seed: UInt64
    private let rules: RealmRules
    private var dice: SeededGenerator
    private var world: MonitorWorld
    private var monitor: RealmMonitor
    private var model: MonitorModel
    /// The model as of the newest announcement: what a restart finds.
    private var committed: MonitorModel
    private var stored: [RealmKey: RealmView] = [:]
    private var outages: [OngoingOutage] = []
    /// Outages of which people were told, and not their end.
    private var active: Set<String> = []
    private var now = Moment(wall: nil, monotonic: .seconds(1_000))
    /// The time that a clock would show that is set.
    private var truth = RealmScript.noon
    /// What the server's validator is compared with; nil: nothing to compare.
    private var believed: RegionDocument?
    private var expected: [MonitorModel.News] = []
    private var told: [MonitorModel.News] = []
    private(set) var events = 0

    init(seed: UInt64) throws {
        self.seed = seed
        dice = SeededGenerator(seed: seed)
        world = MonitorWorld(hasValidators: seed % 3 != 0)
        let zone = try #require(CivilZone(named: "UTC"))
        let days: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]
        let windows = days.map { MaintenanceWindow(weekday: $0, from: 3 * 3_600, to: 6 * 3_600, zone: zone) }
        rules = RealmRules(maintenance: [.us: windows])
        monitor = RealmMonitor(sources: [Self.us], rules: rules)
        model = MonitorModel { time in windows.contains { $0.contains(time) } }
        committed = model
    }

    private var seconds: Int64 { now.monotonic.components.seconds }

    private mutating func pass(_ span: Int64) {
        now.monotonic += .seconds(span)
        truth = truth.advanced(by: span)
        if now.wall != nil { now.wall = truth }
    }

    /// The box has heard the time: only then are outages told.
    mutating func setClock() {
        if now.wall == nil { now.wall = truth }
    }

    mutating func step() throws {
        // A contradiction is looked at again sooner.
        pass(dice.one(in: 5) ? 15 : 60)
        switch Int.random(in: 0..<40, using: &dice) {
        case 0...6: world.change(&dice)
        case 7 where dice.one(in: 3): world.heal()
        case 8: pass(Int64.random(in: 60...1_200, using: &dice))
        case 9 where dice.one(in: 4): pass(Int64.random(in: 3_600...20_000, using: &dice))
        case 10 where dice.one(in: 3): restart()
        case 11: send(.tick)
        case 12:
            send(.failed(Self.us, SourceFailure(mayBeOurs: Bool.random(using: &dice), reason: "silence")))
        case 13: send(.connectivity(dice.one(in: 3) ? .offline : .online))
        case 14 where dice.one(in: 2): refuse()
        case 15: setClock()
        default: poll()
        }
        check()
    }

    private mutating func poll() {
        let document = world.document()
        let answer = world.dated(document, at: truth, &dice)
        let rows = document.groups.count + document.oddRows
        if document.generation != nil, document == believed {
            let isBrief = Bool.random(using: &dice)
            let said = isBrief ? answer.restated(answer.said) : answer
            model.observe(said, isSame: true, at: seconds, wall: now.wall)
            send(isBrief ? .unchanged(Self.us, said: said.said) : .observed(Self.us, said))
            return
        }
        // The monitor has its reasons not to believe a list; they have tests of their own.
        let known = model.realms.filter { !$0.value.isVanished }
        let blurred = known.keys.filter { document.isSilent(about: MonitorWorld.number(of: $0)) }.count
        let listed = document.groups.reduce(0) { $0 + $1.realms.count } + blurred
        guard document.oddRows * 2 <= rows, listed * 2 >= known.count, !document.groups.isEmpty
        else {
            return world.heal()
        }
        believed = document
        model.observe(answer, isSame: false, at: seconds, wall: now.wall)
        send(.observed(Self.us, answer))
    }

    /// A list that has lost most realms: neither it nor its being unchanged says anything.
    private mutating func refuse() {
        guard model.realms.filter({ !$0.value.isVanished }).count > 4 else { return }
        var document = world.document()
        document.groups = Array(document.groups.prefix(1))
        document.unreadable = [:]
        document.unanswered = [:]
        document.generation = document.generation.map { "\($0)!" }
        believed = nil
        send(.observed(Self.us, document))
        send(.unchanged(Self.us, said: OriginTime(dated: truth)))
    }

    private mutating func send(_ event: RealmMonitorEvent) {
        if let wall = now.wall { model.know(wall, at: seconds) }
        expected += model.takeNews()
        for effect in monitor.handle(event, at: now) {
            guard case .announce(let announcement) = effect else { continue }
            for realm in announcement.realms { stored[realm.key] = RealmRecord(realm).view }
            for key in announcement.removed {
                stored[key] = nil
                model.realms[key.slug] = nil
            }
            outages = announcement.outages
            committed = model
            for event in announcement.events { hear(event) }
        }
    }

    private mutating func hear(_ event: EventBody) {
        switch event {
        case .realm(let body):
            guard [.down, .up, .maintenance].contains(body.change) else { return }
            note([body.id], body.change.rawValue, body.at)
        case .recovery(let body): note(body.realms, "up", body.at)
        case .outage(let body):
            note(body.realms, body.over ? "up" : body.maintenance ? "maintenance" : "down", body.at)
            let name = body.category ?? "region"
            if body.over {
                #expect(active.remove(name) != nil, "seed \(seed): \(name) is over twice")
            } else {
                // It takes in those of categories that are no longer there; others go on beside it.
                if body.scope == .region { active.formIntersection(outages.map { $0.category ?? "region" }) }
                active.insert(name)
            }
        case .freshness, .rotation, .schedule: break
        }
    }

    private mutating func note(_ ids: [String], _ word: String, _ at: UnixTime) {
        events += ids.count
        for id in ids {
            let time = seconds - truth.since(at)
            told.append(MonitorModel.News(slug: String(id.dropFirst("retail/".count)), word: word, at: time))
        }
    }

    private mutating func restart() {
        monitor = RealmMonitor(sources: [Self.us], rules: rules)
        monitor.restore(Self.us, realms: Array(stored.values), outages: outages)
        model = committed
        model.restart()
        active = Set(outages.map { $0.category ?? "region" })
        expected = []
        told = []
        believed = nil
        if dice.one(in: 2) { now.wall = nil }
        send(.tick)
    }

    /// The monitor says what the model says, has told what the model would have, and its outages are their members.
    private mutating func check() {
        send(.tick)
        let place = "seed \(seed) at \(seconds) s"
        for view in monitor.views.flatMap(\.realms) {
            let state = model.realms[view.key.slug]?.state
            #expect(view.state == state, "\(place): \(view.key.slug)")
        }
        if now.wall != nil {
            let judged = expected.map { news in
                var news = news
                let time = truth.advanced(by: news.at - seconds)
                if news.word == "down", model.isInWindow(time) { news.word = "maintenance" }
                return news
            }
            #expect(Set(judged) == Set(told) && judged.count == told.count, "\(place)")
            expected = []
            told = []
            #expect(active == Set(outages.map { $0.category ?? "region" }), "\(place)")
        }
        checkOutages(place)
    }

    private func checkOutages(_ place: String) {
        guard now.wall != nil else { return }
        let shown = monitor.views.flatMap(\.outages)
        // Whoever is shown as unknown is not counted among those who are down.
        let readable = outages.map { outage in
            outage.members.reduce(0) { $0 + (model.realms[$1]?.isUnreadable == true ? 0 : 1) }
        }
        #expect(shown.map(\.realms).sorted() == readable.filter { $0 > 0 }.sorted(), "\(place)")
        var seen: Set<String> = []
        for outage in outages {
            #expect(!outage.members.isEmpty && seen.isDisjoint(with: outage.members), "\(place)")
            seen.formUnion(outage.members)
            let members = outage.members.map { model.realms[$0] }
            #expect(members.allSatisfy { $0?.isAway == true }, "\(place)")
            #expect(outage.maintenance == members.allSatisfy { $0?.isMaintenance == true }, "\(place)")
        }
    }
}

@Suite("The monitor against a model of it")
struct RealmMonitorModelTests {
    @Test(
        "agrees with the model in any number of steps over pages, validators, dates, odd rows, windows, restarts and clocks",
        arguments: SeededGenerator.seeds(TestEffort.rounds(2, most: 25), for: "the monitor's model")
    )
    func agreement(seed: UInt64) throws {
        var story = try MonitorStory(seed: seed)
        let steps = TestEffort.rounds(200)
        for step in 0..<steps {
            // Left to chance, one story in a hundred would be over before its clock is set.
            if step == steps / 2 { story.setClock() }
            try story.step()
        }
        print("seed \(seed): \(story.events) realms told")
        #expect(story.events > 0 || steps < 200, "seed \(seed) told too little to prove anything")
    }
}
