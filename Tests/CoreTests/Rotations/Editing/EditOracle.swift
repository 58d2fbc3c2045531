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

    /// An edit, with the cells that it is for.
    enum Operation {
        case fill(Range<Int>, Cycle?, keepsEvents: Bool)
    }

    struct Edit {
        var mode: String
        /// What the file said of the mode.
        var base: Cells
        var operation: Operation
        var isUndone = false
    }

    var file: [String: Cells] = [:]
    var edits: [Edit] = []

    /// The cells of a mode with all edits that hold.
    func cells(_ mode: String) -> Cells {
        var cells = file[mode] ?? []
        for edit in edits where edit.mode == mode && holds(edit) {
            switch edit.operation {
            case .fill(let range, let cycle, let keepsEvents):
                for cell in range where !(keepsEvents && cells[cell]?.event != nil) { cells[cell] = cycle }
            }
        }
        return cells
    }

    func holds(_ edit: Edit) -> Bool { !edit.isUndone && edit.base == file[edit.mode] }

    /// What is on now is replaced by a cycle until it would have ended.
    mutating func set(_ mode: String, at now: Int, _ cycle: Cycle) {
        let cells = cells(mode)
        var cycle = cycle
        var end = now
        var keepsEvents = true
        if let current = cells[now] {
            if current.event != nil {
                keepsEvents = false
                cycle.event = current.event
                while end < Self.count, cells[end] == current { end += 1 }
            } else {
                var cell = now
                while cell < Self.count, let other = cells[cell], other == current || other.event != nil {
                    if other == current { end = cell + 1 }
                    cell += 1
                }
            }
        } else {
            while end < Self.count, cells[end] == nil { end += 1 }
        }
        add(mode, .fill(now..<end, cycle, keepsEvents: keepsEvents))
    }

    mutating func takeOver(_ mode: String, _ range: Range<Int>, _ cycle: Cycle) {
        add(mode, .fill(range, cycle, keepsEvents: false))
    }

    mutating func end(_ mode: String, at now: Int) {
        let cells = cells(mode)
        guard let current = cells[now], current.event != nil else {
            return add(mode, .fill(now..<Self.count, nil, keepsEvents: false))
        }
        var end = now
        while end < Self.count, cells[end] == current { end += 1 }
        let before: Cycle? = cells[..<now].last { $0?.event == nil } ?? nil
        let after: Cycle? = cells[end...].first { $0?.event == nil } ?? nil
        add(mode, .fill(now..<end, before == after ? before : nil, keepsEvents: false))
    }

    private mutating func add(_ mode: String, _ operation: Operation) {
        edits.append(Edit(mode: mode, base: file[mode] ?? [], operation: operation))
    }

    /// Takes back the newest edit that holds; its mode.
    mutating func undo() -> String? {
        guard let index = edits.lastIndex(where: holds) else { return nil }
        edits[index].isUndone = true
        return edits[index].mode
    }
}
