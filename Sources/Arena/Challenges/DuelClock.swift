import Core
import WatchpostModel

/// When somebody has to look for duels that the clock decides.
///
/// A value over the wall clock: one that is set or put back changes what is due, and nothing else.
struct DuelClock: Hashable, Sendable {
    /// When something is due next, as far as is known; nil: nothing is.
    private var next: UnixTime?
    /// Whether the file was asked since it was opened.
    private var isKnown = false

    /// In seconds: a clock that is set is noticed within it.
    private static let longestPause: Int64 = 5
    /// Looks are so far apart at least.
    private static let step: Int64 = 1

    init() {}

    /// A duel changed, and is due then.
    mutating func expect(_ due: UnixTime) {
        next = min(next ?? due, due)
    }

    /// Nothing is known any more: the file is another one, or was not asked to the end.
    mutating func forget() {
        isKnown = false
    }

    /// The file is asked now; what changes meanwhile is expected beside its answer.
    mutating func look() {
        (isKnown, next) = (true, nil)
    }

    /// It was asked to the end at `now`: `due` is next.
    mutating func looked(at now: UnixTime, due: UnixTime?) {
        // What it could not do anything about is looked at again, but not at once.
        if let due { expect(max(due, now.advanced(by: DuelClock.step))) }
    }

    /// Whether to look now; while the clock is not set there is nothing to look for.
    func isDue(at now: UnixTime?) -> Bool {
        guard let now else { return false }
        return !isKnown || next.map { $0 <= now } ?? false
    }

    /// Seconds until somebody has to ask again.
    func pause(at now: UnixTime?) -> Int64 {
        guard let now, isKnown, let next else { return DuelClock.longestPause }
        return min(max(next.since(now), 0), DuelClock.longestPause)
    }
}
