import TestSupport
import Testing
import WatchpostModel

@testable import Core

@Suite("When a map is on next")
struct NextMapsTests {
    private func snapshot(_ seconds: Int64) throws -> RotationSnapshot {
        RotationSnapshot(schedules: try RotationScript.usual(), at: UnixTime(seconds: seconds))
    }

    private func next(_ code: String, at seconds: Int64, count: Int = 3) throws -> [NextInModeBody] {
        let snapshot = try snapshot(seconds)
        let map = try #require(snapshot.maps.first { $0.code == code })
        return try snapshot.next(map, count: count).modes
    }

    @Test("what is on comes first, then what follows, each mode for itself")
    func order() throws {
        let modes = try next("KC", at: 100)
        #expect(modes.map(\.mode) == ["pubs", "ranked"])
        #expect(modes[0].slots.map(\.start.seconds) == [0, 10_800, 21_600])
        #expect(modes[1].slots.map(\.start.seconds) == [0, 32_400, 64_800])
        #expect(modes[0].slots[0].end?.seconds == 5_400)
        // Whatever begins before the end of the last one was looked at.
        #expect(modes[0].until.seconds == 27_000)
        #expect(modes.allSatisfy { $0.knownUntil == nil })
    }

    @Test("a map that does not come says how far is known, and one behind a gap is found")
    func unknown() throws {
        let gone = try next("KC", at: 90_000)
        #expect(gone[0].slots.isEmpty)
        // In the gap itself: it began at the end of the first schedule.
        #expect(gone[0].knownUntil?.seconds == 86_400)
        let later = try next("WE", at: 80_000, count: 1)
        #expect(later[0].slots.map(\.start.seconds) == [100_000])
        #expect(later[0].knownUntil?.seconds == 86_400)
        #expect(later[1].slots.isEmpty)
        #expect(later[1].knownUntil?.seconds == 200_000)
        let ended = try next("SP", at: 300_000)
        #expect(ended[0].slots.isEmpty && ended[0].knownUntil?.seconds == 200_000)
    }

    @Test("the next liked map is the first that has not begun, mode by mode")
    func good() throws {
        let good = try snapshot(100).nextGood(["KC", "ED"])
        #expect(good.mapValues(\.start.seconds) == ["pubs": 9_000, "ranked": 32_400])
        #expect(good["pubs"]?.code == "ED")
        #expect(try snapshot(100).nextGood([]).isEmpty)
        #expect(try snapshot(300_000).nextGood(["KC"]).isEmpty)
    }

    @Test("a mode that nobody knows is refused, and maps are those of all schedules, each once")
    func names() throws {
        let snapshot = try snapshot(0)
        #expect(snapshot.maps.map(\.code) == ["ED", "KC", "OL", "SP", "WE"])
        #expect(snapshot.mapsByMode["ranked"]?.map(\.code) == ["KC", "OL"])
        #expect(snapshot.mapsByMode["arena"] == nil)
        #expect(throws: TimelineRefusal.unknownMode("arena", known: ["pubs", "ranked"])) {
            try snapshot.next(snapshot.maps[0], modes: ["arena"], count: 1)
        }
    }

    @Test("it finds what walking through all slots finds, and stays the same until the next change")
    func walked() throws {
        var random = SeededGenerator.announced(for: "walked")
        for _ in 0..<TestEffort.rounds(10) {
            let seconds = Int64.random(in: -50_000...250_000, using: &random)
            let first = try snapshot(seconds)
            let map = try #require(first.maps.randomElement(using: &random))
            let count = Int.random(in: 1...10, using: &random)
            let body = try first.next(map, count: count)
            for found in body.modes {
                let mode = try #require(first.inForce.mode(found.mode))
                let all = mode.slots(from: first.at, until: UnixTime(seconds: 2_000_000), limit: 10_000)
                let expected = all.filter { $0.map.code == map.code }.prefix(count)
                #expect(found.slots.map(\.start) == expected.map(\.start))
            }
            let next = first.nextChange.seconds
            let later = try snapshot(Int64.random(in: seconds..<next, using: &random))
            let again = try later.next(map, count: count)
            #expect(again == body)
        }
    }

    @Test(
        "the longest question about a map that never comes costs a bounded number of lookups, and says how far it looked"
    )
    func bounded() throws {
        let windows = try (0..<500).map {
            try RotationScript.schedule([("KC", 1)], from: $0 * 600, to: $0 * 600 + 500)
        }
        let mode = try RotationMode(key: "m", name: "M", schedules: windows)
        let start = UnixTime(seconds: 0)
        let bounds = MapSearch.Bounds(until: start.advanced(by: 336 * 3_600), slots: 10, lookups: 256)
        let search = MapSearch(mode, from: start, since: start, within: bounds) { $0.code == "OL" }
        #expect(search.steps == 256)
        #expect(search.slots.isEmpty && search.until < bounds.until)
        let many = try RotationScript.schedules(
            (0..<32).map { ("m\($0)", [try RotationScript.schedule([("KC", 1), ("OL", 1)])]) }
        )
        let snapshot = RotationSnapshot(schedules: many, at: start)
        let body = try snapshot.next(GameMap(code: "XX", name: "None"), count: 10)
        // 256 lookups of a minute each.
        #expect(body.modes.count == 32)
        #expect(body.modes.allSatisfy { $0.until.seconds == 256 * 60 && $0.slots.isEmpty })
    }

    @Test("while the newest file is refused the answer is marked, as the timeline is")
    func stale() throws {
        let refused = RefusedScheduleBody(problems: ["x"], inForce: .before, since: UnixTime(seconds: 0))
        let schedules = try RotationScript.usual()
        let marked = RotationSnapshot(schedules: schedules, at: UnixTime(seconds: 0), refused: refused)
        let plain = RotationSnapshot(schedules: schedules, at: UnixTime(seconds: 0))
        for (snapshot, expected) in [(marked, true), (plain, nil)] as [(RotationSnapshot, Bool?)] {
            let map = try snapshot.next(snapshot.maps[0], count: 1)
            let timeline = try snapshot.timeline(hours: 1)
            #expect(map.stale == expected)
            #expect(timeline.stale == expected)
        }
    }
}
