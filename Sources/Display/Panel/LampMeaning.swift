/// What a lamp says, one case for each row of the lamp table, highest priority first.
///
/// The raw value is the key that the API and the pages use.
package enum LampMeaning: String, CaseIterable, Hashable, Sendable, Comparable {
    /// Somebody asked which box this is.
    case identify
    /// The appliance itself is broken: database, disk, bus.
    case internalFault
    /// No credentials yet, or nothing to watch.
    case notSetUp
    /// Our own internet connection is down.
    case noNetwork
    /// Nothing was heard of the target yet, so that neither light nor dark would be true.
    case waiting
    /// The target's source has not answered for three intervals.
    case stale
    /// The realm, or all of the target, confirmed down.
    case down
    /// Down as expected, in the weekly window.
    case maintenance
    /// Nothing worse than some of the target down, and nobody wants to see that now.
    case quietHours
    /// Some of the target down, a queue, or closed to new characters.
    case someDown
    /// Up, with a first contradiction.
    case suspected
    /// All up, fresh.
    case allUp
    /// Not running.
    case dark

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    /// 0 is the highest priority.
    private var rank: Int { LampMeaning.allCases.firstIndex(of: self) ?? 0 }
}
