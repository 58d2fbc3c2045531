public import Foundation
public import WatchpostModel

/// What is known of the maps of one mode, and how far that can be trusted.
///
/// Show `mark` wherever you show a map: an answer without a mark is what the appliance says at this moment.
public struct MapSchedule: Hashable, Sendable {
    /// Where it comes from.
    public enum Origin: Hashable, Sendable {
        /// From the appliance, just now.
        case fetched
        /// From this device: it was fetched before.
        case stored
        /// It came with the app.
        case builtIn
        /// From nowhere: nothing is known of this mode.
        case nowhere
    }

    /// Why it may be wrong.
    public enum Mark: Hashable, Sendable {
        /// The appliance could not be asked whether it still holds.
        case unchecked(WatchpostError)
        /// It no longer holds: the appliance has another one, which could not be fetched.
        case outdated(WatchpostError)
        /// What the appliance sends is not what it says to have: something between keeps old answers.
        case contradictory
    }

    /// The name of the mode in requests, such as `pubs`, `ranked` or `ltm`.
    public let key: String
    /// Its schedules, with all the arithmetic; nil when the mode is not known, or no longer played.
    public let mode: RotationMode?
    /// Who published it, in words.
    public let source: String?
    /// Where it comes from.
    public let origin: Origin
    /// Why it may be wrong; nil: it holds.
    public let mark: Mark?
    /// When the appliance last said that it holds, in this very refresh where there is no mark; nil: never.
    ///
    /// Beside a mark it may be up to a quarter of an hour too old, because it is not written at each refresh.
    public let confirmedAt: Date?

    package init(
        key: String,
        mode: RotationMode?,
        source: String?,
        origin: Origin,
        mark: Mark?,
        confirmedAt: Date?
    ) {
        self.key = key
        self.mode = mode
        self.source = source
        self.origin = origin
        self.mark = mark
        self.confirmedAt = confirmedAt
    }

    /// Whether the appliance says the same at this moment.
    public var isAccurate: Bool { mark == nil }

    /// The map that is on at an instant; nil when none is known, for example after the end of a split.
    public func slot(at date: Date) -> RotationSlot? {
        mode?.slot(at: UnixTime(date))
    }

    /// The slots from the one that is on at `date` to the end of so many hours, at most `limit` of them.
    ///
    /// Stretches of which nothing is known are left out: compare the end of a slot with the start of the next.
    public func slots(from date: Date, hours: Int, limit: Int = 300) -> [RotationSlot] {
        let start = UnixTime(date)
        return mode?.slots(from: start, until: start.advanced(by: Int64(hours) * 3_600), limit: limit) ?? []
    }

    /// The next slot of a map that begins after an instant, within the coming 35 days; nil: none is known.
    public func next(_ code: String, after date: Date) -> RotationSlot? {
        let start = UnixTime(date)
        let end = start.advanced(by: 35 * 86_400)
        return mode?.slots(from: start, until: end, limit: 5_000)
            .first { $0.map.code == code && $0.start > start }
    }

    /// Until when everything is known from an instant on; nil: no end is known, or nothing is.
    public func knownEnd(from date: Date) -> Date? {
        mode?.knownEnd(from: UnixTime(date)).map { Date($0) }
    }
}

extension MapSchedule.Mark: CustomStringConvertible {
    /// Why, in English.
    public var description: String {
        switch self {
        case .unchecked(let reason): "may be outdated: \(reason)"
        case .outdated(let reason): "outdated, and the new one could not be fetched: \(reason)"
        case .contradictory:
            "may be outdated: something between this device and the box keeps old answers"
        }
    }
}
