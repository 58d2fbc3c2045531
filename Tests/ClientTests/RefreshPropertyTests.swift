import Foundation
import TestSupport
import Testing
import WatchpostClient
import WatchpostModel

/// Some processes of an app on one device, one store, one appliance whose schedule is edited, and all that goes wrong.
private struct World {
    /// What became of a refresh that is under way.
    struct Refresh {
        var rule: ScheduleRefresh
        /// The state of the appliance when it began.
        var begun: Int
        /// When anything happened in it.
        var instants: Set<Date> = []
        var work: [ScheduleRefresh.Work] = []
        /// What was heard when the appliance was asked, and has not arrived yet.
        var underWay: [ScheduleRefresh.Event] = []
    }

    var random: SeededGenerator
    /// All states of the appliance so far, by number: the modes with the number of their content.
    var states: [[String: Int]] = [["pubs": 0, "ranked": 0]]
    let tellsEachMode: Bool
    var store: StoredSchedules?
    var refreshes: [Refresh] = []
    var now: Int64 = 1_000_000
    var accurate = 0
    var marked = 0
    var wrong: [String] = []

    init(_ random: SeededGenerator, tellsEachMode: Bool) {
        self.random = random
        self.tellsEachMode = tellsEachMode
    }

    static func hash(_ state: [String: Int]) -> String {
        "all " + state.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value)" }.joined(separator: " ")
    }

    private var state: [String: Int] { states[states.count - 1] }

    private func live(_ state: [String: Int]) -> LiveHashes {
        let modes = Dictionary(uniqueKeysWithValues: state.map { ($0.key, "\($0.key)\($0.value)") })
        return LiveHashes(all: World.hash(state), modes: tellsEachMode ? modes : nil)
    }

    private func body(_ state: [String: Int]) -> FetchedSchedules {
        FetchedSchedules(
            hash: World.hash(state),
            source: "sample",
            modes: state.sorted { $0.key < $1.key }.map { Sample.mode($0.key, $0.value) }
        )
    }

    /// One thing that may happen, by chance.
    mutating func step() {
        now += Int64.random(in: 0...400_000, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0 where random.one(in: 4): edit()
        case 1, 2: if refreshes.count < 4 { begin() }
        case 3 where random.one(in: 4): store = nil  // Unreadable, or removed by the person.
        case 3 where random.one(in: 4): now -= 10_000_000  // Somebody sets the clock.
        case 4 where !refreshes.isEmpty && random.one(in: 4):
            refreshes.remove(at: Int.random(in: 0..<refreshes.count, using: &random))  // A process is killed.
        default: goOn()
        }
    }

    private mutating func edit() {
        var next = state
        switch Int.random(in: 0..<6, using: &random) {
        case 0: next["ltm"] = next["ltm"] == nil ? Int.random(in: 0...3, using: &random) : nil
        case 1: next = states[Int.random(in: 0..<states.count, using: &random)]  // Taken back.
        case 2: next["ranked"] = Int.random(in: 0...50, using: &random)
        default: next["pubs"] = Int.random(in: 0...50, using: &random)
        }
        states.append(next)
    }

    private mutating func begin() {
        let choices: [[String]?] = [nil, ["pubs"], ["ranked"], ["ltm", "pubs"]]
        let modes = choices[Int.random(in: 0..<choices.count, using: &random)]
        let rule = ScheduleRefresh(modes: modes, force: random.one(in: 5), builtIn: .builtIn)
        refreshes.append(Refresh(rule: rule, begun: states.count - 1, underWay: [.began]))
    }

    /// Something happens in one refresh: a question reaches the appliance, or an answer arrives.
    private mutating func goOn() {
        guard !refreshes.isEmpty else { return }
        let index = Int.random(in: 0..<refreshes.count, using: &random)
        if !refreshes[index].work.isEmpty, Bool.random(using: &random) || refreshes[index].underWay.isEmpty {
            let place = Int.random(in: 0..<refreshes[index].work.count, using: &random)
            let work = refreshes[index].work.remove(at: place)
            if case .limit = work, !random.one(in: 8) {
                // Three seconds are long; but they may be over at any point.
                refreshes[index].work.append(work)
                return
            }
            if let event = heard(work) { refreshes[index].underWay.append(event) }
        } else if !refreshes[index].underWay.isEmpty {
            let place = Int.random(in: 0..<refreshes[index].underWay.count, using: &random)
            arrive(refreshes[index].underWay.remove(at: place), at: index)
        }
    }

    /// What is heard; nil: the answer never comes.
    private mutating func heard(_ work: ScheduleRefresh.Work) -> ScheduleRefresh.Event? {
        let fails = random.one(in: 5)
        switch work {
        case .readStore: return .stored(store)
        case .limit(let number, _): return .timeIsUp(number)
        case .askHash:
            if fails { return random.one(in: 3) ? nil : .noHash(Sample.noAnswer) }
            return .live(live(state))
        case .fetch:
            if fails { return random.one(in: 3) ? nil : .fetchFailed(Sample.noAnswer) }
            // A cache between gives an answer of any age.
            let old = states[Int.random(in: 0..<states.count, using: &random)]
            return .fetched(body(random.one(in: 5) ? old : state))
        }
    }

    private mutating func arrive(_ event: ScheduleRefresh.Event, at index: Int) {
        if event == .began { refreshes[index].begun = states.count - 1 }
        refreshes[index].instants.insert(Date(milliseconds: now))
        for effect in refreshes[index].rule.handle(event, at: now) {
            switch effect {
            case .begin(let work): refreshes[index].work.append(work)
            case .save(let schedules):
                // A full disk keeps the old one.
                if !random.one(in: 8), schedules.replaces(store, at: now) { store = schedules }
            case .answer(let answer):
                judge(answer, of: refreshes[index])
                refreshes.remove(at: index)
                return
            }
        }
    }

    /// An unmarked answer has to be what the appliance had at some instant of the refresh.
    private mutating func judge(_ answer: [MapSchedule], of refresh: Refresh) {
        let begun = refresh.begun
        for schedule in answer {
            guard schedule.mark == nil else {
                marked += 1
                continue
            }
            accurate += 1
            if !refresh.instants.contains(schedule.confirmedAt ?? .distantPast) {
                wrong.append("\(schedule.key) \(schedule.origin) was confirmed at another time")
            }
            let contents = states[begun...].map { state in
                state[schedule.key].flatMap { Sample.mode(schedule.key, $0).mode }
            }
            if !contents.contains(schedule.mode) {
                wrong.append("\(schedule.key) \(schedule.origin) since state \(begun) of \(states.count - 1)")
            }
        }
    }
}

@Suite("How schedules are refreshed: any order of anything")
struct RefreshPropertyTests {
    @Test(
        "no sequence of edits, failures, kills, caches and clocks makes an unmarked answer wrong",
        arguments: [false, true]
    )
    func noUnmarkedStaleAnswer(tellsEachMode: Bool) {
        var world = World(.announced(for: "refresh"), tellsEachMode: tellsEachMode)
        let steps = TestEffort.rounds(3_000)
        for _ in 0..<steps { world.step() }
        #expect(world.wrong.isEmpty, "\(world.wrong.prefix(5))")
        // Else nothing was tried; a walk shorter than the gate's may meet little by chance.
        #expect(world.accurate > steps / 100 || steps < 3_000)
        #expect(world.marked > steps / 100 || steps < 3_000)
    }
}
