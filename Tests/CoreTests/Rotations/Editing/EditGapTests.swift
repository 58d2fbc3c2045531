import Core
import TestSupport
import Testing
import WatchpostModel

/// A schedule that pauses and goes on with the same maps at the same times, and an event over any part of it.
@Suite("Gaps beneath events")
struct EditGapTests {
    private static let seeds = SeededGenerator.seeds(TestEffort.rounds(10), for: "gaps")
    private static let step: Int64 = 300
    private static let count: Int64 = 200

    private static func time(_ cell: Int64) -> UnixTime {
        UnixTime(seconds: EditScript.day + cell * step)
    }

    private static func schedule(
        _ codes: [String],
        _ cells: Range<Int64>,
        takeover: String? = nil
    ) throws -> RotationSchedule {
        try RotationScript.schedule(
            codes.map { ($0, 15) },
            anchor: EditScript.day,
            from: time(cells.lowerBound).seconds,
            to: time(cells.upperBound).seconds,
            takeover: takeover
        )
    }

    /// Where the pause is, where the event, and when that is ended.
    private struct Scene {
        var pause: Range<Int64>
        var event: Range<Int64>
        var end: Int64
        /// The event is of the file, and not an edit.
        var isInFile: Bool

        init(_ random: inout SeededGenerator) {
            let from = Int64.random(in: 20...60, using: &random)
            pause = from..<from + Int64.random(in: 1...30, using: &random)
            let begin = Int64.random(in: 2..<pause.upperBound, using: &random)
            event = begin..<begin + Int64.random(in: 2...100, using: &random)
            end = Int64.random(in: event.lowerBound + 1..<event.upperBound, using: &random)
            isInFile = random.one(in: 2)
        }
    }

    private func committing(
        _ edits: ScheduleEdits,
        _ text: String,
        over file: RotationSchedules,
        at time: UnixTime
    ) throws -> ScheduleEdits {
        let reader = ScheduleRequestReader(
            modes: ["pubs"],
            maps: KnownMaps([file]),
            now: time,
            zone: try EditScript.zone("UTC")
        )
        let draft = try edits.draft(try reader.read(text), over: file, by: nil, at: time)
        return edits.adding(try draft.committed(at: time))
    }

    @Test("a gap stays a gap, whatever event lies over it, ends by itself, or is ended", arguments: seeds)
    func gaps(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = Scene(&random)
        let base = [
            try Self.schedule(["OL", "SP"], 0..<scene.pause.lowerBound),
            try Self.schedule(["OL", "SP"], scene.pause.upperBound..<Self.count),
        ]
        let event = try Self.schedule(["KC"], scene.event, takeover: "Event")
        let bare = try RotationMode(key: "pubs", name: "PUBS", schedules: base)
        let pubs =
            scene.isInFile
            ? try RotationMode(key: "pubs", name: "PUBS", schedules: base, takeovers: [event]) : bare
        let file = try RotationSchedules(source: "a test", modes: [pubs])
        var edits = ScheduleEdits()
        if !scene.isInFile {
            let times =
                "from \(Self.time(scene.event.lowerBound)), until \(Self.time(scene.event.upperBound))"
            edits = try committing(
                edits,
                "takeover pubs Event: KC 15, \(times)",
                over: file,
                at: Self.time(scene.event.lowerBound - 1)
            )
        }
        isBare(edits, over: file, bare, but: Set(scene.event), "\(scene)")
        edits = try committing(edits, "end pubs", over: file, at: Self.time(scene.end))
        isBare(edits, over: file, bare, but: Set(scene.event.lowerBound..<scene.end), "ended, \(scene)")
    }

    private static let laid: [(name: String, cells: Range<Int64>)] = [
        ("later", 150..<160), ("before it", 10..<20), ("right behind it", 80..<90),
        ("over its end", 70..<85), ("over its beginning", 30..<50), ("in the middle of it", 64..<66),
        ("over all that follows", 100..<200),
    ]

    @Test(
        "what goes on beneath an event among the schedules comes back, whatever else is laid over them",
        arguments: laid.indices
    )
    func amongSchedules(index: Int) throws {
        let (name, cells) = Self.laid[index]
        let event = 40..<Int64(80)
        let whole = try Self.schedule(["OL", "SP"], 0..<Self.count)
        let base = [
            try Self.schedule(["OL", "SP"], 0..<event.lowerBound),
            try Self.schedule(["KC"], event, takeover: "Event"),
            try Self.schedule(["OL", "SP"], event.upperBound..<Self.count),
        ]
        let over = try Self.schedule(["BM"], cells, takeover: "Other")
        let bare = try RotationMode(key: "pubs", name: "PUBS", schedules: [whole], takeovers: [over])
        let pubs = try RotationMode(key: "pubs", name: "PUBS", schedules: base, takeovers: [over])
        let file = try RotationSchedules(source: "a test", modes: [pubs])
        // Neither where the other event begins, nor within it.
        let end: Int64 = 55
        isBare(ScheduleEdits(), over: file, bare, but: Self.left(event, of: cells), name)
        let edits = try committing(ScheduleEdits(), "end pubs", over: file, at: Self.time(end))
        // The first stretch of the event that is on, and no other one.
        let kept = Self.left(event, of: cells).filter { cell in
            cell < end || cell >= cells.upperBound && cells.upperBound > end
        }
        isBare(edits, over: file, bare, but: kept, "ended, \(name)")
    }

    private static func left(_ event: Range<Int64>, of cells: Range<Int64>) -> Set<Int64> {
        Set(event.filter { !cells.contains($0) })
    }

    /// Whether all but some cells are as without the event.
    private func isBare(
        _ edits: ScheduleEdits,
        over file: RotationSchedules,
        _ bare: RotationMode,
        but event: Set<Int64>,
        _ words: String
    ) {
        let laid = edits.laid(over: file).mode("pubs")
        let wrong = (0..<Self.count).first { cell in
            let time = Self.time(cell).advanced(by: 17)
            let code = event.contains(cell) ? "KC" : bare.slot(at: time)?.map.code
            return laid?.slot(at: time)?.map.code != code
        }
        #expect(wrong == nil, "cell \(wrong ?? -1): \(words)")
    }
}
