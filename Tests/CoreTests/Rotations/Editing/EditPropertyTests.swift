import Core
import TestSupport
import Testing
import WatchpostModel

/// Edits, undos and other files, against a list of cells.
@Suite("Random edits")
struct EditPropertyTests {
    private typealias Cycle = EditOracle.Cycle

    /// Everything that is compared, and what decides by chance.
    private struct World {
        var random: SeededGenerator
        var oracle = EditOracle()
        var edits = ScheduleEdits()
        var file: RotationSchedules
        /// The cell of now.
        var now = 0
        var accepted = 0
        /// Counts the lines: no two events have one name.
        var serial = 0
        /// The mode as it was before each edit.
        var before: [Int64: RotationMode?] = [:]

        var time: UnixTime { UnixTime(seconds: Int64(now) * EditOracle.step) }

        mutating func cycle(near cell: Int) -> Cycle {
            let codes = ["KC", "OL", "SP", "BM", "ED"].shuffled(using: &random)
                .prefix(Int.random(in: 1...3, using: &random))
            let cells = codes.map { _ in [1, 2, 3, 6, 12].randomElement(using: &random) ?? 1 }
            let anchor = cell - Int.random(in: 0..<cells.reduce(0, +), using: &random)
            return Cycle(codes: Array(codes), cells: cells, anchor: anchor, event: nil)
        }
    }

    private static let modes = ["pubs", "ranked", "ltm-x"]
    private static let most = TestEffort.rounds(60)
    /// The maps that are chosen from.
    private static func maps() throws -> KnownMaps {
        let all = try RotationScript.schedule([("KC", 1), ("OL", 1), ("SP", 1), ("BM", 1), ("ED", 1)])
        return KnownMaps([try RotationScript.schedules([("all", [all])])])
    }

    private static func schedule(_ cycle: Cycle, _ range: Range<Int>) throws -> RotationSchedule {
        try RotationScript.schedule(
            Array(zip(cycle.codes, cycle.cells.map { Int64($0) * 5 })),
            anchor: Int64(cycle.anchor) * EditOracle.step,
            from: Int64(range.lowerBound) * EditOracle.step,
            to: Int64(range.upperBound) * EditOracle.step,
            takeover: cycle.event
        )
    }

    /// A file of its own for one mode: a cycle, perhaps another one behind it or a gap, perhaps an event over them.
    private func newFile(_ world: inout World, only changed: String?) throws {
        var modes: [RotationMode] = []
        for key in Self.modes {
            if let changed, changed != key, let mode = world.file.mode(key) {
                modes.append(mode)
                continue
            }
            let border = Int.random(in: 100..<EditOracle.count - 50, using: &world.random)
            let begin = Int.random(in: 0..<20, using: &world.random)
            let pause = world.random.one(in: 2) ? 0 : Int.random(in: 1..<30, using: &world.random)
            let (first, second) = (world.cycle(near: 0), world.cycle(near: 5))
            var cells = EditOracle.Planes()
            for cell in begin..<border { cells.base[cell] = first }
            for cell in border + pause..<EditOracle.count { cells.base[cell] = second }
            var events: [RotationSchedule] = []
            if world.random.one(in: 2) {
                // Often over the border of the two, or up to it.
                let isNear = world.random.one(in: 2)
                let starts = isNear ? border - 20..<border + 1 : 0..<EditOracle.count - 60
                let start = Int.random(in: starts, using: &world.random)
                let isUpTo = isNear && start < border && world.random.one(in: 2)
                let length = isUpTo ? border - start : Int.random(in: 1..<60, using: &world.random)
                let range = start..<min(start + length, EditOracle.count)
                var event = world.cycle(near: start)
                event.event = "File \(start)"
                for cell in range { cells.events[cell] = event }
                events.append(try Self.schedule(event, range))
            }
            let schedules = [
                try Self.schedule(first, begin..<border),
                try Self.schedule(second, border + pause..<EditOracle.count),
            ]
            modes.append(try RotationMode(key: key, name: key, schedules: schedules, takeovers: events))
            world.oracle.file[key] = cells
        }
        world.file = try RotationSchedules(source: "random", modes: modes)
    }

    private func words(_ cycle: Cycle) -> String {
        zip(cycle.codes, cycle.cells).map { "\($0) \($1 * 5)" }.joined(separator: " ")
    }

    /// `KC on until …`: what the cycle has in a cell.
    private func seen(_ cycle: Cycle, _ cell: Int) -> String {
        var end = cell + 1
        let length = cycle.cells.reduce(0, +)
        while (end - cycle.anchor) % length != 0, cycle.code(end) == cycle.code(cell) { end += 1 }
        return "\(cycle.code(cell)) on until \(UnixTime(seconds: Int64(end) * EditOracle.step))"
    }

    /// A line and what it does to the cells.
    private func line(_ world: inout World) -> (text: String, apply: (inout EditOracle) -> Void) {
        let mode = Self.modes.randomElement(using: &world.random) ?? "pubs"
        let (now, cycle) = (world.now, world.cycle(near: world.now))
        world.serial += 1
        let name = "Edit \(world.serial)"
        let current = world.oracle.cells(mode)[now]
        switch Int.random(in: 0..<10, using: &world.random) {
        case 0..<3:
            return ("set \(mode): \(words(cycle)), \(seen(cycle, now))", { $0.set(mode, at: now, cycle) })
        case 3..<5 where current != nil:
            var moved = current ?? cycle
            moved.anchor += Int.random(in: 1..<7, using: &world.random)
            moved.event = nil
            return ("see \(mode): \(seen(moved, now))", { $0.set(mode, at: now, moved) })
        case 3..<7:
            let start = min(now + Int.random(in: 0..<30, using: &world.random), EditOracle.count - 2)
            let end = min(start + Int.random(in: 1..<60, using: &world.random), EditOracle.count)
            var event = cycle
            event.anchor = start
            event.event = name
            let (from, to) = (Int64(start) * EditOracle.step, Int64(end) * EditOracle.step)
            let times = "from \(UnixTime(seconds: from)), until \(UnixTime(seconds: to))"
            return (
                "takeover \(mode) \(name): \(words(cycle)), \(times)",
                { $0.takeOver(mode, start..<end, event) }
            )
        case 7: return ("end \(mode)", { $0.end(mode, at: now) })
        default: return ("undo", { _ = $0.undo() })
        }
    }

    private func past(_ world: World) -> [[Cycle?]] {
        Self.modes.map { key in
            let cells = world.oracle.cells(key)
            return (0..<world.now).map { cells[$0] }
        }
    }

    /// Commits the line, or finds it refused and everything as it was.
    private func edit(_ world: inout World) throws {
        let (text, apply) = line(&world)
        let reader = ScheduleRequestReader(
            modes: Self.modes,
            maps: try Self.maps(),
            now: world.time,
            zone: try EditScript.zone("UTC")
        )
        let request = try reader.read(text)
        let edit: ScheduleEdit
        let preview: RotationSchedules
        do throws(EditRefusal) {
            let draft = try world.edits.draft(request, over: world.file, by: nil, at: world.time)
            preview = world.edits.adding(draft).laid(over: world.file)
            // Slots, splits and events end between preview and commit.
            if world.random.one(in: 2) {
                let later = world.now + Int.random(in: 1..<5, using: &world.random)
                world.now = min(later, EditOracle.count - 100)
            }
            edit = try draft.committed(at: world.time)
        } catch {
            #expect(error.kind != .wrong, "\(text): \(error)")
            return
        }
        let before = world.edits.laid(over: world.file)
        if let mode = edit.layer?.mode { world.before[edit.version] = before.mode(mode) }
        let past = past(world)
        world.edits = world.edits.adding(edit)
        apply(&world.oracle)
        if edit.undoes == nil { world.oracle.commit(at: world.now) }
        world.accepted += 1
        isAsLookedAt(world, preview, text)
        guard let undone = edit.undoes else {
            #expect(past == self.past(world), "\(text)")
            return
        }
        let laid = world.edits.laid(over: world.file)
        let changed = Self.modes.first { before.mode($0) != laid.mode($0) }
        guard let changed, let kept = world.before[undone] else { return }
        #expect(laid.mode(changed) == kept, "undo gives back exactly what was there")
    }

    /// Whether from now on everything is as the preview said.
    private func isAsLookedAt(_ world: World, _ preview: RotationSchedules, _ text: String) {
        let laid = world.edits.laid(over: world.file)
        for key in Self.modes {
            let wrong = (world.now..<EditOracle.count).first { cell in
                let time = UnixTime(seconds: Int64(cell) * EditOracle.step + 17)
                let (one, other) = (laid.mode(key)?.slot(at: time), preview.mode(key)?.slot(at: time))
                return one?.map != other?.map || one?.takeover != other?.takeover || one?.end != other?.end
            }
            #expect(wrong == nil, "\(text): \(key), cell \(wrong ?? -1) is not as the preview said")
        }
    }

    /// The maps of every cell, and nothing else.
    private func compare(_ world: World, _ step: Int) {
        let laid = world.edits.laid(over: world.file)
        for key in Self.modes {
            let cells = world.oracle.cells(key)
            let mode = laid.mode(key)
            let wrong = (0..<EditOracle.count).first { cell in
                let slot = mode?.slot(at: UnixTime(seconds: Int64(cell) * EditOracle.step + 17))
                return slot?.map.code != cells[cell]?.code(cell) || slot?.takeover != cells[cell]?.event
            }
            #expect(wrong == nil, "step \(step), \(key), cell \(wrong ?? -1)")
        }
    }

    @Test("agree with a list of cells; the hash changes exactly when a body does, and never comes back")
    func random() throws {
        var random = SeededGenerator.announced(for: "random edits")
        var (accepted, hashes, rounds) = (0, 0, 0)
        // A history of them all would be slow to compare.
        while accepted < Self.most, rounds < 40 + Self.most / 20 {
            var world = World(random: random, file: try RotationSchedules(source: "", modes: []))
            hashes += try round(&world, until: Self.most - accepted)
            accepted += world.accepted
            rounds += 1
            random = world.random
        }
        #expect(
            accepted == Self.most && hashes > Self.most / 5,
            "\(accepted) of \(rounds) rounds, \(hashes)"
        )
    }

    /// Some hundred steps, fewer once so many edits were accepted; how many different hashes there were.
    private func round(_ world: inout World, until most: Int) throws -> Int {
        try newFile(&world, only: nil)
        var book = RotationBook()
        var last: MapTimerBodies?
        var hashes: Set<String> = []
        for step in 0..<500 where world.accepted < most {
            switch Int.random(in: 0..<12, using: &world.random) {
            case 0:
                let changed = world.random.one(in: 3) ? nil : Self.modes.randomElement(using: &world.random)
                try newFile(&world, only: changed)
            case 1, 2:
                let steps = Int.random(in: 1..<6, using: &world.random)
                world.now = min(world.now + steps, EditOracle.count - 100)
            default: try edit(&world)
            }
            let events = [RotationEvent.loaded(world.file), .edited(world.edits)]
            for event in events.shuffled(using: &world.random) {
                let moment = Moment(wall: world.time.advanced(by: 17), monotonic: .zero)
                for case .publish(let snapshot) in book.handle(event, at: moment) {
                    let bodies = try snapshot.mapTimer(sha256: Digest.text)
                    let isSame =
                        bodies.pubsSchedule == last?.pubsSchedule
                        && bodies.rankedSchedule == last?.rankedSchedule
                        && bodies.ltmSchedule == last?.ltmSchedule && bodies.absence == last?.absence
                    #expect((bodies.hash == last?.hash) == isSame, "step \(step)")
                    if bodies.hash != last?.hash {
                        let isNew = hashes.insert(bodies.hash).inserted
                        #expect(isNew, "step \(step): a hash came back")
                    }
                    last = bodies
                }
            }
            #expect(book.schedules == world.edits.laid(over: world.file))
            if step % 4 == 0 { compare(world, step) }
        }
        return hashes.count
    }
}
