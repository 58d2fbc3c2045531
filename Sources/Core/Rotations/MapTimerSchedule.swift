import WatchpostModel

/// A schedule as the Map Timer app of 2025 decodes it: one interval for all maps, rolled on for ever from an
/// origin.
///
/// The app computes `rotation[(Int((t - originEnd) / interval) + 1) % n]` and traps when that index is
/// negative, so the origin must lie in the past on every phone that asks. A cycle of unequal slots is
/// expanded to the common divisor of its minutes: the right map, though the app counts down to the end of the
/// divisor.
package struct MapTimerSchedule: Encodable, Hashable, Sendable {
    /// Longer expansions serve nobody: 90 and 61 minutes would already need 151 entries a pair.
    static let maximumRotation = 1_000
    /// How many seconds before its window a schedule's origin ends at the latest: phones' clocks may be that wrong.
    ///
    /// 400 days: a phone that was off for days, or whose owner set it back to get more turns in a game, opens the app as
    /// well. It costs nothing, because an origin may lie as many whole cycles back as it likes.
    static let margin: Int64 = 400 * 86_400
    /// The release of the game (2019-02-04): stands in for the beginning of a schedule that has none.
    static let release = UnixTime(seconds: 1_549_238_400)

    package let origin: MapTimerMap
    package let rotation: [String]
    /// Seconds.
    package let rotationInterval: Int64
    /// A banner in the app, or the name of a limited-time mode.
    package let takeoverName: String?
    /// An SF symbol.
    package let takeoverSystemImage: String?
    /// See ``MapTimerContent``; the app passes over what it does not know.
    var revision: Int64?

    /// The schedule in force at `now`; nil when the app could not decode it: an unknown map, or an absurd
    /// expansion.
    ///
    /// It depends on `now` only before the release of the game: within a window its bytes never change.
    init?(_ schedule: RotationSchedule, name: String?, at now: UnixTime) {
        let entries = schedule.cycle.entries
        let minutes = entries.dropFirst().reduce(entries[0].minutes) { greatestCommonDivisor($0, $1.minutes) }
        let count = schedule.cycle.length / 60 / minutes
        guard entries.allSatisfy({ MapTimerMap.codes.contains($0.map.code) }), count <= Self.maximumRotation
        else {
            return nil
        }
        rotation = entries.flatMap { Array(repeating: $0.map.code, count: Int($0.minutes / minutes)) }
        rotationInterval = minutes * 60
        let reference = schedule.usableFrom ?? min(Self.release, now)
        let latest = reference.advanced(by: -Self.margin - rotationInterval)
        let start = schedule.cycleStart(atOrBefore: latest)
        origin = MapTimerMap(
            name: entries[0].map.code,
            availableAt: start,
            availableTo: start.advanced(by: rotationInterval)
        )
        takeoverName = name
        takeoverSystemImage = schedule.symbol
    }
}

extension RotationSchedule {
    /// The anchor, or the latest start of a whole cycle at or before `latest` when the anchor is after it.
    fileprivate func cycleStart(atOrBefore latest: UnixTime) -> UnixTime {
        guard anchor > latest else { return anchor }
        let length = cycle.length
        let phase = (latest.seconds % length - anchor.seconds % length) % length
        return latest.advanced(by: phase < 0 ? -phase - length : -phase)
    }
}

/// Euclid's algorithm; both are positive.
private func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
    var (larger, smaller) = (first, second)
    while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
    return larger
}
