import WatchpostModel

/// Days of the week as they are stored: bit 0 is Monday.
package struct WeekdaySet: OptionSet, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package init(_ days: some Sequence<Weekday>) {
        rawValue = days.reduce(0) { $0 | 1 << Int64($1.rawValue) }
    }

    package static let all = WeekdaySet(Weekday.allCases)

    package func contains(_ day: Weekday) -> Bool {
        rawValue & 1 << Int64(day.rawValue) != 0
    }

    /// Monday first.
    package var days: [Weekday] { Weekday.allCases.filter { contains($0) } }
}

/// A part of every day in the device's zone, in minutes since midnight; over midnight when `to` is not after `from`.
package struct MinuteSpan: Hashable, Sendable {
    /// 0..<1440.
    package var from: Int
    /// 0..<1440, and not `from`.
    package var to: Int

    /// nil unless both are minutes of a day and differ.
    package init?(from: Int, to: Int) {
        guard (0..<1_440).contains(from), (0..<1_440).contains(to), from != to else { return nil }
        self.from = from
        self.to = to
    }
}

/// A wish to be told that a map comes round.
package struct MapAlert: Hashable, Sendable {
    /// `pubs`, `ranked`…; a mode that nobody knows is legal and simply never comes.
    package var mode: String
    /// nil: any map of the mode.
    package var map: String?
    /// How long before the start, 0...720.
    package var minutes: Int
    /// Gone after it was told.
    package var once: Bool
    /// On which days, in the device's zone.
    package var days: WeekdaySet
    /// When on those days; nil: all day.
    package var hours: MinuteSpan?

    /// Twelve hours: no rotation is longer.
    package static let longestNotice = 720

    /// Checks names, minutes and days.
    package init(
        mode: String,
        map: String?,
        minutes: Int,
        once: Bool,
        days: WeekdaySet,
        hours: MinuteSpan?
    ) throws(DeviceRefusal) {
        guard MapAlert.isName(mode) else {
            throw DeviceRefusal("mode: not the key of a mode, for example “pubs”, as /v1/rotations names it")
        }
        guard map.map({ MapCode.isCode($0) }) ?? true else {
            throw DeviceRefusal("map: not the code of a map, for example “SP”, as /v1/rotations names it")
        }
        guard (0...MapAlert.longestNotice).contains(minutes) else {
            throw DeviceRefusal("minutesBefore: \(minutes) is not in 0...\(MapAlert.longestNotice)")
        }
        guard !days.isEmpty else {
            throw DeviceRefusal("days: the list is empty; name at least one day, or leave it out for all")
        }
        self.init(stored: mode, map: map, minutes: minutes, once: once, days: days, hours: hours)
    }

    /// From a row that was checked when it was stored.
    init(stored mode: String, map: String?, minutes: Int, once: Bool, days: WeekdaySet, hours: MinuteSpan?) {
        self.mode = mode
        self.map = map
        self.minutes = minutes
        self.once = once
        self.days = days
        self.hours = hours
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.isMade(of: .slug | "_")
    }
}

/// What a device wants to be told about maps, and when it must not ring.
package struct AlertList: Hashable, Sendable {
    /// Counts the changes; 0: never stored.
    package var version: Int64
    package var quiet: MinuteSpan?
    package var maps: [MapAlert]

    package static let mostMaps = 64

    package init(version: Int64, quiet: MinuteSpan?, maps: [MapAlert]) {
        self.version = version
        self.quiet = quiet
        self.maps = maps
    }

    func hasContent(of other: AlertList) -> Bool {
        quiet == other.quiet && maps == other.maps
    }
}
