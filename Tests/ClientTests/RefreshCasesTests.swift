import Foundation
import Testing
import WatchpostClient
import WatchpostModel

@Suite("How schedules are refreshed: force, many modes, modes that come and go")
struct RefreshCasesTests {
    static func words(
        _ events: [ScheduleRefresh.Event],
        modes: [String]? = ["pubs"],
        force: Bool = false,
        builtIn: RotationSchedules? = .builtIn,
        at now: Int64 = 0
    ) -> String {
        var rule = ScheduleRefresh(modes: modes, force: force, builtIn: builtIn)
        var last: [ScheduleRefresh.Effect] = []
        for event in events { last = rule.handle(event, at: now) }
        return last.map(\.words).joined(separator: ", ")
    }

    static func hashes(_ all: Int, _ modes: [String: Int]) -> LiveHashes {
        let pairs = modes.map { ($0.key, "\($0.key)\($0.value)") }
        return LiveHashes(all: Sample.hash(all), modes: Dictionary(uniqueKeysWithValues: pairs))
    }

    @Test("force fetches what is equal, and a failure of that leaves it accurate")
    func force() {
        let asked: [ScheduleRefresh.Event] = [.began, .stored(Sample.stored(1)), .live(Sample.live(1))]
        #expect(Self.words(asked, force: true) == "fetch, limit 2")
        #expect(Self.words(asked + [.fetchFailed(Sample.noAnswer)], force: true) == "answer pubs stored")
        #expect(
            Self.words(asked + [.fetched(Sample.fetched(1))], force: true) == "save all1, answer pubs fetched"
        )
        let offline: [ScheduleRefresh.Event] = [.began, .stored(Sample.stored(1)), .noHash(Sample.noAnswer)]
        #expect(Self.words(offline, force: true) == "answer pubs stored unchecked")
    }

    @Test("with a hash for each mode, a change of one leaves the other accurate")
    func hashOfEachMode() {
        let stored = Sample.stored(1, modes: ["pubs", "ranked"])
        let live = Self.hashes(2, ["pubs": 1, "ranked": 2])
        let events: [ScheduleRefresh.Event] = [.began, .stored(stored), .live(live)]
        #expect(Self.words(events, modes: ["pubs"]) == "answer pubs stored")
        #expect(Self.words(events, modes: ["ranked"]) == "fetch, limit 2")
        #expect(
            Self.words(events + [.fetchFailed(Sample.noAnswer)], modes: ["pubs", "ranked"])
                == "answer pubs stored + ranked stored outdated"
        )
    }

    @Test("a mode that the appliance no longer has is gone, unmarked and without a map")
    func vanished() {
        let stored = Sample.stored(1, modes: ["pubs", "ltm"])
        let events: [ScheduleRefresh.Event] = [
            .began, .stored(stored), .live(Sample.live(2)), .fetched(Sample.fetched(2, modes: ["pubs"])),
        ]
        #expect(Self.words(events, modes: ["pubs", "ltm"]) == "save all2, answer pubs fetched + ltm nowhere")
        #expect(Self.words(events, modes: nil) == "save all2, answer pubs fetched")
        let stillGone: [ScheduleRefresh.Event] = [
            .began, .stored(Sample.stored(2)), .live(Self.hashes(2, ["pubs": 2])),
        ]
        #expect(Self.words(stillGone, modes: ["ranked"]) == "answer ranked nowhere")
    }

    @Test(
        "without names all modes are answered: of the store, of the app, and those of which only the hash is known"
    )
    func allModes() {
        let offline: [ScheduleRefresh.Event] = [.began, .stored(nil), .noHash(Sample.noAnswer)]
        #expect(Self.words(offline, modes: nil) == "answer pubs builtIn unchecked + ranked builtIn unchecked")
        #expect(Self.words(offline, modes: nil, builtIn: nil) == "answer ")
        let newMode: [ScheduleRefresh.Event] = [
            .began, .stored(Sample.stored(1)), .live(Self.hashes(2, ["pubs": 1, "ltm": 1])),
            .fetchFailed(Sample.noAnswer),
        ]
        #expect(Self.words(newMode, modes: nil) == "answer pubs stored + ltm nowhere outdated")
    }

    /// What was confirmed at 5,000, by a refresh whose hash came at 9,000 and whose end at 9,500.
    static let confirmations: [(name: String, events: [ScheduleRefresh.Event], confirmed: [Int64?])] = [
        ("stored and equal", [.live(Sample.live(1))], [9_000, 9_000]),
        ("not asked", [.noHash(Sample.noAnswer)], [5_000, nil]),
        (
            "one mode equal, the other not fetched",
            [.live(hashes(2, ["pubs": 1, "ranked": 2])), .fetchFailed(Sample.noAnswer)], [9_000, nil]
        ),
        (
            "none equal, and not fetched", [.live(Sample.live(2)), .fetchFailed(Sample.noAnswer)],
            [5_000, nil]
        ),
        ("fetched", [.live(Sample.live(2)), .fetched(Sample.fetched(2))], [9_000, 9_000]),
    ]

    @Test("an answer without a mark was confirmed now, a marked one when it last was", arguments: 0..<5)
    func confirmedAt(row: Int) {
        let (name, events, confirmed) = Self.confirmations[row]
        var rule = ScheduleRefresh(modes: ["pubs", "ranked"], builtIn: .builtIn)
        _ = rule.handle(.began, at: 8_000)
        let stored = Sample.stored(1, modes: ["pubs"], asked: 4_000, confirmed: 5_000)
        var last = rule.handle(.stored(stored), at: 8_500)
        for (number, event) in events.enumerated() {
            last = rule.handle(event, at: number == 0 ? 9_000 : 9_500)
        }
        var told: [Int64?] = []
        for case .answer(let answer) in last { told = answer.map { $0.confirmedAt?.milliseconds } }
        #expect(told == confirmed, "\(name)")
    }

    @Test("what was fetched and is doubted was never confirmed")
    func doubted() {
        var rule = ScheduleRefresh(modes: ["pubs"], builtIn: nil)
        var last: [ScheduleRefresh.Effect] = []
        let events: [ScheduleRefresh.Event] = [
            .began, .stored(nil), .live(Sample.live(1)), .fetched(Sample.fetched(2)),
            .noHash(Sample.noAnswer),
        ]
        for event in events { last = rule.handle(event, at: 9_000) }
        var told: [MapSchedule] = []
        for case .answer(let answer) in last { told = answer }
        #expect(told.map(\.origin) == [.fetched])
        #expect(told.map(\.confirmedAt) == [nil])
    }

    @Test(
        "that a schedule holds is written again after a quarter of an hour, and after a clock was set back",
        arguments: [(0, false), (899_999, false), (900_000, true), (-1, true)] as [(Int64, Bool)]
    )
    func confirmation(age: Int64, isWritten: Bool) {
        let now: Int64 = 10_000_000
        let stored = Sample.stored(1, asked: now - age, confirmed: now - age)
        let events: [ScheduleRefresh.Event] = [.began, .stored(stored), .live(Sample.live(1))]
        let expected = isWritten ? "save all1, answer pubs stored" : "answer pubs stored"
        #expect(Self.words(events, at: now) == expected)
    }

    @Test(
        "a time in the store that no clock says is written over, and ends no app",
        arguments: [Int64.min, .max]
    )
    func oddConfirmation(stored time: Int64) {
        let stored = Sample.stored(1, asked: 0, confirmed: time)
        let events: [ScheduleRefresh.Event] = [.began, .stored(stored), .live(Sample.live(1))]
        #expect(Self.words(events, at: 10_000_000).contains("save all1"))
    }

    @Test("who cannot wait gets what is known so far, marked")
    func abandoned() {
        var rule = ScheduleRefresh(modes: ["pubs"], builtIn: .builtIn)
        _ = rule.handle(.began, at: 0)
        _ = rule.handle(.stored(Sample.stored(1)), at: 0)
        let answer = rule.abandon()
        #expect(answer.map(\.origin) == [.stored])
        #expect(answer.map(\.mark) == [.unchecked(.cancelled)])
    }

    @Test(
        "of two processes the one that asked later wins, unless its clock was wrong",
        arguments: [(5, 10, true), (10, 10, true), (15, 10, false), (99, 10, true)] as [(Int64, Int64, Bool)]
    )
    func whoAskedLater(there: Int64, ours: Int64, wins: Bool) {
        let other = Sample.stored(1, asked: there)
        #expect(Sample.stored(2, asked: ours).replaces(other, at: 50) == wins)
        #expect(Sample.stored(2, asked: ours).replaces(nil, at: 50))
    }

    @Test("what came with the app exists and ends with season 26")
    func builtIn() throws {
        let built = try #require(RotationSchedules.builtIn)
        #expect(built.modes.map(\.key) == ["pubs", "ranked"])
        let end = UnixTime(seconds: 1_762_279_200)
        for mode in built.modes {
            #expect(mode.lookup(at: end) == .ended(since: end))
            #expect(mode.slot(at: end.advanced(by: -1)) != nil)
        }
    }
}
