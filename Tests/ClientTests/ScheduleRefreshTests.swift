import Foundation
import Testing
import WatchpostClient
import WatchpostModel

@Suite("How schedules are refreshed: each state with each event")
struct ScheduleRefreshTests {
    typealias Event = ScheduleRefresh.Event

    /// Events that lead into a state, by its name.
    static let states: [(name: String, events: [Event])] = [
        ("idle", []),
        ("asking", [.began]),
        ("asking, 1 stored", [.began, .stored(Sample.stored(1))]),
        ("asking, none stored", [.began, .stored(nil)]),
        ("asking, hash 1", [.began, .live(Sample.live(1))]),
        ("asking, no hash", [.began, .noHash(Sample.noAnswer)]),
        ("fetching, 1 stored", fetching(Sample.stored(1))),
        ("fetching, none stored", fetching(nil)),
        ("agreeing, 1 stored", agreeing(Sample.stored(1))),
        ("agreeing, none stored", agreeing(nil)),
        ("fetching again, 1 stored", agreeing(Sample.stored(1)) + [.live(Sample.live(4))]),
        ("agreeing again, 1 stored", agreeingAgain(Sample.stored(1))),
        ("agreeing again, none stored", agreeingAgain(nil)),
        ("answered", [.began, .stored(Sample.stored(1)), .live(Sample.live(1))]),
    ]

    static func fetching(_ stored: StoredSchedules?) -> [Event] {
        [.began, .stored(stored), .live(Sample.live(2))]
    }

    static func agreeing(_ stored: StoredSchedules?) -> [Event] {
        fetching(stored) + [.fetched(Sample.fetched(3))]
    }

    static func agreeingAgain(_ stored: StoredSchedules?) -> [Event] {
        agreeing(stored) + [.live(Sample.live(4)), .fetched(Sample.fetched(5))]
    }

    static let events = [
        "began", "stored 1", "none stored", "hash 1", "hash 2", "hash 3", "hash 5", "no hash", "fetched 2",
        "fetched 3", "fetched 4", "fetch failed", "time is up", "an old limit is over",
    ]

    static func event(_ name: String, limit: Int) -> Event? {
        let number = Int(name.suffix(1)) ?? 0
        switch name {
        case "began": return .began
        case "none stored": return .stored(nil)
        case "no hash": return .noHash(Sample.noAnswer)
        case "fetch failed": return .fetchFailed(Sample.noAnswer)
        case "time is up": return .timeIsUp(limit)
        case "an old limit is over": return .timeIsUp(limit - 1)
        case _ where name.hasPrefix("stored"): return .stored(Sample.stored(number))
        case _ where name.hasPrefix("hash"): return .live(Sample.live(number))
        case _ where name.hasPrefix("fetched"): return .fetched(Sample.fetched(number))
        default: return nil
        }
    }

    /// What happens; every pair that is not named here does nothing.
    static let table: [String: [String: String]] = [
        "idle": ["began": "read, hash, limit 1"],
        "asking": ["time is up": "answer pubs builtIn unchecked"],
        "asking, 1 stored": [
            "hash 1": "answer pubs stored",
            "hash 2": "fetch, limit 2", "hash 3": "fetch, limit 2", "hash 5": "fetch, limit 2",
            "no hash": "answer pubs stored unchecked",
            "time is up": "answer pubs stored unchecked",
        ],
        "asking, none stored": [
            "hash 1": "fetch, limit 2",
            "hash 2": "fetch, limit 2", "hash 3": "fetch, limit 2", "hash 5": "fetch, limit 2",
            "no hash": "answer pubs builtIn unchecked",
            "time is up": "answer pubs builtIn unchecked",
        ],
        "asking, hash 1": [
            "stored 1": "answer pubs stored",
            "none stored": "fetch, limit 2",
            "time is up": "fetch, limit 2",
        ],
        "asking, no hash": [
            "stored 1": "answer pubs stored unchecked",
            "none stored": "answer pubs builtIn unchecked",
            "time is up": "answer pubs builtIn unchecked",
        ],
        "fetching, 1 stored": [
            "fetched 2": "save all2, answer pubs fetched",
            "fetched 3": "hash, limit 3", "fetched 4": "hash, limit 3",
            "fetch failed": "answer pubs stored outdated",
            "time is up": "answer pubs stored outdated",
        ],
        "fetching, none stored": [
            "fetched 2": "save all2, answer pubs fetched",
            "fetched 3": "hash, limit 3", "fetched 4": "hash, limit 3",
            "fetch failed": "answer pubs builtIn outdated",
            "time is up": "answer pubs builtIn outdated",
        ],
        "agreeing, 1 stored": [
            "hash 3": "save all3, answer pubs fetched",
            "hash 1": "fetch, limit 4", "hash 2": "fetch, limit 4", "hash 5": "fetch, limit 4",
            "no hash": "answer pubs stored outdated",
            "time is up": "answer pubs stored outdated",
        ],
        "agreeing, none stored": [
            "hash 3": "save all3, answer pubs fetched",
            "hash 1": "fetch, limit 4", "hash 2": "fetch, limit 4", "hash 5": "fetch, limit 4",
            "no hash": "answer pubs fetched outdated",
            "time is up": "answer pubs fetched outdated",
        ],
        "fetching again, 1 stored": [
            "fetched 4": "save all4, answer pubs fetched",
            "fetched 2": "hash, limit 5", "fetched 3": "hash, limit 5",
            "fetch failed": "answer pubs stored outdated",
            "time is up": "answer pubs stored outdated",
        ],
        "agreeing again, 1 stored": [
            "hash 5": "save all5, answer pubs fetched",
            // The edit was taken back: what is stored holds.
            "hash 1": "answer pubs stored",
            "hash 2": "answer pubs stored contradictory", "hash 3": "answer pubs stored contradictory",
            "no hash": "answer pubs stored outdated",
            "time is up": "answer pubs stored outdated",
        ],
        "agreeing again, none stored": [
            "hash 5": "save all5, answer pubs fetched",
            "hash 1": "answer pubs fetched contradictory",
            "hash 2": "answer pubs fetched contradictory", "hash 3": "answer pubs fetched contradictory",
            "no hash": "answer pubs fetched outdated",
            "time is up": "answer pubs fetched outdated",
        ],
        "answered": [:],
    ]

    static let stateNames = states.map(\.name)

    @Test("what happens in a state is what the table says", arguments: stateNames, events)
    func transition(state: String, event: String) throws {
        let expected = try #require(Self.table[state])
        let path = try #require(Self.states.first { $0.name == state }).events
        var rule = ScheduleRefresh(modes: ["pubs"], builtIn: .builtIn)
        var limit = 0
        for event in path {
            for case .begin(.limit(let number, _)) in rule.handle(event, at: 0) { limit = number }
        }
        let next = try #require(Self.event(event, limit: limit))
        let words = rule.handle(next, at: 0).map(\.words).joined(separator: ", ")
        #expect(words == expected[event] ?? "", "\(state): \(event)")
    }

    @Test("the table names no state and no event that does not exist")
    func tableIsWhole() {
        #expect(Set(Self.table.keys) == Set(Self.stateNames))
        for (state, row) in Self.table {
            #expect(Set(row.keys).isSubset(of: Self.events), "\(state)")
        }
    }

    @Test("the limits are three seconds for store and hash, ten for the schedules")
    func limits() {
        var rule = ScheduleRefresh(modes: ["pubs"], builtIn: nil)
        let first = rule.handle(.began, at: 0)
        #expect(first.contains(.begin(.limit(1, seconds: 3))))
        _ = rule.handle(.stored(nil), at: 0)
        let second = rule.handle(.live(Sample.live(1)), at: 0)
        #expect(second.contains(.begin(.limit(2, seconds: 10))))
    }
}
