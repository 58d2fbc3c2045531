/// Which modes an upstream has stopped to name, and for how many answers.
///
/// In the second of a change answers lack modes that go on, so one proves nothing. After a second one that confirms it,
/// and a third, the mode is over, however long its slot would have lasted: the game takes modes away early, and slots of
/// weeks are among what upstreams invent.
struct AbsentModes: Hashable, Sendable {
    /// The answer that lacks the mode first, and two that confirm it.
    static let enough = 3
    /// How many answers in a row lacked a mode.
    private var counts: [String: Int] = [:]

    /// An answer of the present lacks these modes, and no other that is known; gives those that are over.
    mutating func missed(_ modes: [String]) -> [String] {
        counts = Dictionary(modes.map { ($0, (counts[$0] ?? 0) + 1) }) { first, _ in first }
        let over = modes.filter { counts[$0] ?? 0 >= AbsentModes.enough }
        for mode in over { counts[mode] = nil }
        return over
    }
}
