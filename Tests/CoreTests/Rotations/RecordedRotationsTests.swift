import Core
import Foundation
import TestSupport
import Testing
import WatchpostModel

/// One mode of a recorded `maprotation?version=2` answer.
private struct RecordedMode: Decodable {
    struct Slot: Decodable {
        var start: Int64
        var end: Int64
        var code: String
    }

    var current: Slot
    var next: Slot
}

@Suite("Recorded rotations", .enabled(if: Recordings.areThere, "WATCHPOST_RECORDINGS is not set"))
struct RecordedRotationsTests {
    private func recording(_ name: String) throws -> [String: RecordedMode] {
        let data = try Data(contentsOf: URL(filePath: "\(Recordings.folder)/rotations/\(name)"))
        return try JSONDecoder().decode([String: RecordedMode].self, from: data)
    }

    private func expect(_ mode: RotationMode, gives recorded: RecordedMode, next: Bool = true) {
        for time in [recorded.current.start, recorded.current.end - 1] {
            let body = mode.body(at: UnixTime(seconds: time))
            #expect(body.current?.code == recorded.current.code)
            #expect(body.current?.start.seconds == recorded.current.start)
            #expect(body.current?.end.seconds == recorded.current.end)
            guard next else { continue }
            #expect(body.next?.code == recorded.next.code)
            #expect(body.next?.start.seconds == recorded.next.start)
            #expect(body.next?.end.seconds == recorded.next.end)
        }
    }

    @Test(
        "season 16's unequal cycle, anchored at its split, gives the answer of April 2023"
    )
    func april2023() throws {
        let recorded = try recording("als-v2-2023-04-17.json")
        let split = try RotationScript.instant("2023-03-28T17:00:00Z")
        let maps = ["olympus_rotation", "storm_point_rotation", "broken_moon_rotation"]
        let pubs = try RotationScript.schedule(
            maps.map { ($0, 90) } + maps.map { ($0, 60) },
            anchor: split.seconds,
            from: split.seconds
        )
        let ranked = try RotationScript.schedule(
            maps.map { ($0, 1_440) },
            anchor: split.seconds,
            from: split.seconds
        )
        expect(
            try RotationMode(key: "pubs", name: "Casual", schedules: [pubs]),
            gives: try #require(recorded["battle_royale"])
        )
        expect(
            try RotationMode(key: "ranked", name: "Ranked", schedules: [ranked]),
            gives: try #require(recorded["ranked"])
        )
    }

    @Test("one map for a whole split, with nothing published after it, gives the answer of July 2022")
    func july2022() throws {
        let recorded = try recording("als-v2-2022-07-05.json")
        let ranked = try #require(recorded["ranked"])
        let schedule = try RotationScript.schedule(
            [("worlds_edge_rotation", 59_040)],
            anchor: ranked.current.start,
            from: ranked.current.start,
            to: ranked.current.end
        )
        let mode = try RotationMode(key: "ranked", name: "Ranked", schedules: [schedule])
        expect(mode, gives: ranked, next: false)
        #expect(ranked.next.code == "unknown_rotation")
        #expect(mode.body(at: UnixTime(seconds: ranked.current.start)).next == nil)
        #expect(mode.body(at: UnixTime(seconds: ranked.current.end)).state == .ended)
    }
}
