/// A cycle, where it is anchored, and the window in which it may be used.
///
/// Time is plain UTC: inside a split no daylight-saving change moves a slot (splits begin at 10:00 Pacific
/// time, so each new anchor may lie on another hour). Outside the window nothing is known, whatever the cycle
/// would give.
public struct RotationSchedule: Hashable, Sendable {
    /// The maps in order.
    public let cycle: RotationCycle
    /// An instant at which the first entry of the cycle starts; it need not lie inside the window.
    public let anchor: UnixTime
    /// From when it may be used, included; nil: always.
    public let usableFrom: UnixTime?
    /// Until when, excluded; nil: no known end.
    public let usableTo: UnixTime?
    /// The name of the takeover (an event that replaces the mode) that this schedule is, if it is one.
    public let takeover: String?
    /// The SF symbol that the Map Timer app shows beside the takeover's name.
    public let symbol: String?
    /// Who says so, where nobody published it: the name of an upstream.
    public let source: String?

    /// Makes a schedule, or says that its window is empty.
    public init(
        cycle: RotationCycle,
        anchor: UnixTime,
        usableFrom: UnixTime? = nil,
        usableTo: UnixTime? = nil,
        takeover: String? = nil,
        symbol: String? = nil,
        source: String? = nil
    ) throws(RotationProblem) {
        if let usableFrom, let usableTo, usableFrom >= usableTo {
            throw .emptyWindow(from: usableFrom, to: usableTo)
        }
        self.cycle = cycle
        self.anchor = anchor
        self.usableFrom = usableFrom
        self.usableTo = usableTo
        self.takeover = takeover
        self.symbol = symbol
        self.source = source
    }

    /// Whether an instant lies inside the window.
    public func isUsable(at time: UnixTime) -> Bool {
        if let usableFrom, time < usableFrom { return false }
        if let usableTo, time >= usableTo { return false }
        return true
    }

    /// The slot that contains an instant, cut to the window; nil outside the window.
    public func slot(at time: UnixTime) -> RotationSlot? {
        guard isUsable(at: time) else { return nil }
        let part = cycle.part(at: time, anchor: anchor)
        let start = usableFrom.map { max($0, part.start) } ?? part.start
        let end = usableTo.map { min($0, part.end) } ?? part.end
        return RotationSlot(
            map: part.entry.map,
            gameMode: part.entry.gameMode,
            start: start,
            end: end,
            takeover: takeover,
            source: source
        )
    }

    /// The slots that overlap `from..<until`, in order and whole, at most `limit`.
    public func slots(from: UnixTime, until: UnixTime, limit: Int) -> [RotationSlot] {
        var slots: [RotationSlot] = []
        var cursor = usableFrom.map { max($0, from) } ?? from
        while slots.count < limit, cursor < until, let slot = slot(at: cursor) {
            slots.append(slot)
            guard slot.end > cursor else { break }
            cursor = slot.end
        }
        return slots
    }
}
