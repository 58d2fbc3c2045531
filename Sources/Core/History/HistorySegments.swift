import WatchpostModel

/// Puts the segments of one window together, not more than a bar can show.
///
/// A window with more changes than that is drawn in cells of equal length, each in the gravest state that it met: an outage
/// of a minute stays to be seen.
struct HistorySegments {
    /// One answer has at most so many: a bar of 720 pixels, or an hour each of thirty days.
    static let most = 720

    private let from: Int64
    private let to: Int64
    private var segments: [HistorySegmentBody] = []
    /// The cells, once there are too many segments: state and realms down of each.
    private var cells: [(state: RealmState, down: Int?)?] = []
    /// What began last, and when; it is not among the others yet.
    private var current: (state: RealmState, down: Int?, at: Int64)?

    /// `from` is before `to`.
    init(from: UnixTime, to: UnixTime) {
        self.from = from.seconds
        self.to = to.seconds
    }

    /// From `second` on the state is another one, or others are down.
    mutating func begin(_ state: RealmState, down: Int?, at second: Int64) {
        if let before = current, before.state == state {
            current?.down = HistorySegments.larger(before.down, down)
            return
        }
        close(at: second)
        current = (state, down, second)
    }

    mutating func finish() -> [HistorySegmentBody] {
        close(at: to)
        guard !cells.isEmpty else { return segments }
        return merged()
    }

    private mutating func close(at second: Int64) {
        guard let current else { return }
        self.current = nil
        let segment = HistorySegmentBody(
            state: current.state,
            from: UnixTime(seconds: current.at),
            to: UnixTime(seconds: second),
            down: current.down
        )
        if cells.isEmpty {
            segments.append(segment)
            if segments.count > HistorySegments.most { coarsen() }
        } else {
            draw(segment)
        }
    }

    private mutating func coarsen() {
        cells = Array(repeating: nil, count: HistorySegments.most)
        for segment in segments { draw(segment) }
        segments = []
    }

    private mutating func draw(_ segment: HistorySegmentBody) {
        let first = cell(of: segment.from.seconds)
        for cell in first...max(first, cell(of: segment.to.seconds - 1)) {
            let before = cells[cell]
            if let before, before.state.gravity > segment.state.gravity { continue }
            let down = before?.state == segment.state ? before?.down : nil
            cells[cell] = (segment.state, HistorySegments.larger(down, segment.down))
        }
    }

    private func cell(of second: Int64) -> Int {
        min(Int((second - from) * Int64(HistorySegments.most) / (to - from)), HistorySegments.most - 1)
    }

    /// Where a cell begins: the first second that lies in it.
    private func start(of cell: Int) -> Int64 {
        let most = Int64(HistorySegments.most)
        return from + (Int64(cell) * (to - from) + most - 1) / most
    }

    private func merged() -> [HistorySegmentBody] {
        var found: [HistorySegmentBody] = []
        for (index, cell) in cells.enumerated() {
            guard let cell else { continue }
            let end = UnixTime(seconds: index + 1 < cells.count ? start(of: index + 1) : to)
            if let last = found.last, last.state == cell.state {
                found[found.count - 1].to = end
                found[found.count - 1].down = HistorySegments.larger(last.down, cell.down)
            } else {
                let start = found.last?.to ?? UnixTime(seconds: from)
                found.append(HistorySegmentBody(state: cell.state, from: start, to: end, down: cell.down))
            }
        }
        return found
    }

    private static func larger(_ one: Int?, _ other: Int?) -> Int? {
        guard let one, let other else { return one ?? other }
        return max(one, other)
    }
}
