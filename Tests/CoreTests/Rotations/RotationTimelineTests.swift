import Core
import TestSupport
import Testing
import WatchpostModel

@Suite("The timeline")
struct RotationTimelineTests {
    private func snapshot(_ seconds: Int64) throws -> RotationSnapshot {
        RotationSnapshot(schedules: try RotationScript.usual(), at: UnixTime(seconds: seconds))
    }

    @Test("it begins with what is on, names gaps and the end, and covers the hours that were asked for")
    func entries() throws {
        let timeline = try snapshot(82_000).timeline(modes: ["pubs"], hours: 6)
        let shown = timeline.entries.map { "\($0.start.seconds) \($0.end?.seconds ?? -1) \($0.code ?? "-")" }
        #expect(
            shown == [
                "81000 84600 OL", "84600 86400 ED", "86400 100000 -", "100000 103600 WE", "103600 107200 SP",
            ]
        )
        #expect(timeline.generatedAt.seconds == 81_000)
        #expect(timeline.validUntil?.seconds == 86_400)
        #expect((84_605..<84_905).contains(timeline.reloadAfter.seconds))
        #expect(timeline.source == "a test")
        let last = try snapshot(199_000).timeline(modes: ["pubs"], hours: 1).entries
        #expect(last.map(\.code) == ["SP", nil])
        #expect(last.last?.start.seconds == 200_000)
        #expect(last.last?.end == nil)
    }

    @Test("before the first schedule it says unknown until that begins")
    func notStarted() throws {
        let timeline = try snapshot(-50_000).timeline(modes: [], hours: 1)
        #expect(timeline.entries.map(\.code) == [nil, "KC", nil, "KC"])
        #expect(timeline.entries.allSatisfy { $0.code == nil || $0.start.seconds >= 0 })
        #expect(timeline.entries.first?.start.seconds == -86_400)
        #expect(timeline.entries.first?.end?.seconds == 0)
        #expect(timeline.validUntil?.seconds == -86_400)
    }

    @Test("modes come in the order of the file, each once")
    func order() throws {
        let timeline = try snapshot(10).timeline(modes: ["ranked", "pubs", "ranked"], hours: 2)
        #expect(timeline.entries.map(\.mode) == ["pubs", "pubs", "pubs", "pubs", "ranked"])
        #expect(timeline.entries == timeline.entries.sorted { ($0.mode, $0.start) < ($1.mode, $1.start) })
    }

    @Test("a question for what is not there is refused")
    func refused() throws {
        let snapshot = try snapshot(10)
        #expect(throws: TimelineRefusal.unknownMode("arena", known: ["pubs", "ranked"])) {
            try snapshot.timeline(modes: ["pubs", "arena"], hours: 1)
        }
        for hours in [0, -1, 337, .max, .min] {
            #expect(throws: TimelineRefusal.hours(hours)) { try snapshot.timeline(hours: hours) }
        }
    }

    @Test("300 entries are cut at one instant for all modes, and every mode keeps what is on")
    func cap() throws {
        let many = try RotationScript.schedules(
            (0..<32).map { ("m\($0)", [try RotationScript.schedule([("KC", $0 == 0 ? 1_440 : 15)])]) }
        )
        let snapshot = RotationSnapshot(schedules: many, at: UnixTime(seconds: 1_000))
        let timeline = try snapshot.timeline(hours: 168)
        let entries = timeline.entries
        #expect(entries.count <= 300)
        #expect(entries.count > 300 - 32)
        let byMode = Dictionary(grouping: entries, by: \.mode)
        #expect(byMode.count == 32)
        #expect(timeline.until == byMode["m1"]?.last?.end)
        #expect(entries.dropFirst().allSatisfy { $0.start < (timeline.until ?? snapshot.at) })
        #expect(Set(byMode.filter { $0.key != "m0" }.map { $0.value.last?.end }).count == 1)
    }

    @Test("a timeline says where it was cut, also one of a single mode, and one that is whole says nothing")
    func until() throws {
        let pubs = try RotationScript.schedules([
            ("pubs", [RotationScript.schedule([("KC", 60), ("OL", 30)])])
        ])
        let snapshot = RotationSnapshot(schedules: pubs, at: UnixTime(seconds: 0))
        let whole = try snapshot.timeline(hours: 224)
        #expect(whole.entries.count == 300 && whole.until == nil)
        let cut = try snapshot.timeline(hours: 336)
        #expect(cut.entries.count == 300)
        #expect(cut.until == cut.entries.last?.end)
        #expect(cut.until?.seconds == 810_000)
        #expect(try snapshot.timeline(hours: 24).until == nil)
    }

    @Test("the longest question about the shortest slots costs no more lookups than the answer has entries")
    func bounded() throws {
        let windows = try (0..<500).map {
            try RotationScript.schedule([("KC", 1)], from: $0 * 600, to: $0 * 600 + 500)
        }
        let modes = try (0..<32).map { try RotationMode(key: "m\($0)", name: "M", schedules: windows) }
        let start = UnixTime(seconds: 0)
        var merge = TimelineMerge(modes, from: start, since: start)
        merge.run(until: start.advanced(by: 336 * 3_600), most: 300)
        #expect(merge.steps <= 300)
        #expect(merge.entries.count <= 300 && merge.cut != nil)
    }

    @Test("bodies stay the same until the next change, and differ when a map does")
    func stable() throws {
        var random = SeededGenerator.announced(for: "stable")
        for _ in 0..<TestEffort.rounds(15) {
            let seconds = Int64.random(in: -100_000...300_000, using: &random)
            let first = try snapshot(seconds)
            let next = first.nextChange
            #expect(next > first.at)
            let later = try snapshot(Int64.random(in: seconds..<next.seconds, using: &random))
            let hours = Int.random(in: 1...168, using: &random)
            #expect(first.list == later.list)
            #expect(try first.timeline(hours: hours) == later.timeline(hours: hours))
            #expect(try first.mapTimer(sha256: Digest.text).hash == later.mapTimer(sha256: Digest.text).hash)
            #expect(try first.timeline(hours: hours).reloadAfter > later.at)
            let after = try snapshot(next.seconds)
            #expect(after.nextChange > next)
        }
    }

    @Test("entries of a mode follow each other without a hole, for any instant of the range")
    func continuity() throws {
        var random = SeededGenerator.announced(for: "continuity")
        for index in 0..<TestEffort.rounds(12) {
            let near = Int64.random(in: -300_000...300_000, using: &random)
            let instants: [Int64] = [.min, .max, .max - 1, near]
            let timeline = try snapshot(instants[index % instants.count]).timeline(hours: 168)
            for mode in Dictionary(grouping: timeline.entries, by: { $0.mode }).values {
                for (entry, next) in zip(mode, mode.dropFirst()) {
                    #expect(entry.end == next.start)
                    #expect(entry.start < next.start)
                }
            }
            #expect(timeline.entries.count <= 300)
        }
    }
}

/// Stands in for SHA-256 where only equality matters.
enum Digest {
    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
