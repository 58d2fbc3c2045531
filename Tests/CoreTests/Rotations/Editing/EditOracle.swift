import WatchpostModel

/// What should be shown of two modes, kept as a plain list of five-minute cells: slow, and simple enough to be right.
///
/// It knows nothing of windows, layers or schedules in pieces. A cell says which cycle it belongs to, and so which map.
struct EditOracle {
    /// Seconds of a cell; every instant of the test is a multiple of it.
    static let step: Int64 = 300
    /// Two days.
    static let count = 576

    /// Equal when the maps, minutes, anchor and event are.
    struct Cycle: Hashable {
        var codes: [String]
        var cells: [Int]
        /// The cell in which the first map begins; may lie far before the first one.
        var anchor: Int
        var event: String?

        func code(_ cell: Int) -> String {
            let length = cells.reduce(0, +)
            var phase = ((cell - anchor) % length + length) % length
            for (code, count) in zip(codes, cells) {
                if phase < count { return code }
                phase -= count
            }
            return "?"
        }
    }

    typealias Cells = [Cycle?]

    /// What goes on all the time, and the events over it.
    struct Planes: Hashable {
        var base = Cells(repeating: nil, count: EditOracle.count)
        var events = Cells(repeating: nil, count: EditOracle.count)

        /// What is shown in a cell.
        subscript(cell: Int) -> Cycle? { events[cell] ?? base[cell] }
    }

    /// An edit: the cells that it is for, and what they are then.
    struct Edit {
        var mode: String
        /// What the file said of the mode.
        var file: Planes
        var range: Range<Int>
        var cycle: Cycle?
        var isEvent: Bool
        var isUndone = false
    }

    var file: [String: Planes] = [:]
    var edits: [Edit] = []

    /// The cells of a mode with all edits that hold.
    func cells(_ mode: String) -> Planes {
        var planes = file[mode] ?? Planes()
        for edit in edits where edit.mode == mode && holds(edit) {
            for cell in edit.range {
                if edit.isEvent { planes.events[cell] = edit.cycle } else { planes.base[cell] = edit.cycle }
            }
        }
        return planes
    }

    func holds(_ edit: Edit) -> Bool { !edit.isUndone && edit.file == file[edit.mode] }

    /// What is on in a cell ends with the last cell that says the same.
    private func stretch(_ cells: Cells, from cell: Int) -> Range<Int> {
        cell..<(cells[cell...].firstIndex { $0 != cells[cell] } ?? Self.count)
    }

    /// What is on now is replaced by a cycle until it would have ended.
    mutating func set(_ mode: String, at now: Int, _ cycle: Cycle) {
        let planes = cells(mode)
        var cycle = cycle
        cycle.event = planes.events[now]?.event
        let isEvent = cycle.event != nil
        add(mode, stretch(isEvent ? planes.events : planes.base, from: now), cycle, isEvent: isEvent)
    }

    mutating func takeOver(_ mode: String, _ range: Range<Int>, _ cycle: Cycle) {
        add(mode, range, cycle, isEvent: true)
    }

    mutating func end(_ mode: String, at now: Int) {
        let planes = cells(mode)
        let isEvent = planes.events[now] != nil
        add(mode, stretch(isEvent ? planes.events : planes.base, from: now), nil, isEvent: isEvent)
    }

    private mutating func add(_ mode: String, _ range: Range<Int>, _ cycle: Cycle?, isEvent: Bool) {
        let planes = file[mode] ?? Planes()
        edits.append(Edit(mode: mode, file: planes, range: range, cycle: cycle, isEvent: isEvent))
    }

    /// A commit comes later than its preview: nothing before it becomes another map.
    mutating func commit(at cell: Int) {
        guard let last = edits.indices.last else { return }
        let range = edits[last].range
        edits[last].range = min(max(range.lowerBound, cell), range.upperBound)..<range.upperBound
    }

    /// Takes back the newest edit that holds; its mode.
    mutating func undo() -> String? {
        guard let index = edits.lastIndex(where: holds) else { return nil }
        edits[index].isUndone = true
        return edits[index].mode
    }
}
