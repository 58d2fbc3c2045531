package import WatchpostModel

/// What a map alert waits for: a map of a mode (nil: any), so many minutes before it begins.
package struct MapAlertKey: Hashable, Sendable {
    package var mode: String
    /// The map's short code; nil: every map.
    package var code: String?
    /// 0: at the start.
    package var minutes: Int64

    package init(mode: String, code: String?, minutes: Int64) {
        self.mode = mode
        self.code = code
        self.minutes = minutes
    }
}

/// An alert whose moment has come.
package struct MapFiring: Hashable, Sendable {
    package var key: MapAlertKey
    /// When it was due.
    package var at: UnixTime
    package var slot: RotationSlot
    /// The mode's name for people.
    package var modeName: String
}

/// When map alerts fire: pure arithmetic over the schedules.
package struct MapAlertPlan: Sendable {
    private let schedules: RotationSchedules

    /// A firing that was missed for longer, because the box was off, is nobody's news.
    private static let longestDelay: Int64 = 6 * 3_600
    /// How far ahead the next firing is looked for; the schedule may change before that anyway.
    private static let horizon: Int64 = 8 * 86_400

    package init(schedules: RotationSchedules) {
        self.schedules = schedules
    }

    /// What became due after `cursor` and until `now`, and is not over; each key and slot once.
    package func firings(of keys: [MapAlertKey], after cursor: UnixTime, until now: UnixTime) -> [MapFiring] {
        let from = max(cursor, now.advanced(by: -MapAlertPlan.longestDelay))
        return keys.flatMap { key -> [MapFiring] in
            guard let mode = schedules.mode(key.mode), from < now else { return [] }
            let lead = key.minutes * 60
            return mode.slots(
                from: from.advanced(by: lead),
                until: now.advanced(by: lead + 1),
                limit: 500
            ).compactMap { slot in
                let at = slot.start.advanced(by: -lead)
                guard matches(key, slot), at > from, at <= now, slot.end > now else { return nil }
                return MapFiring(key: key, at: at, slot: slot, modeName: mode.name)
            }
        }
    }

    /// When the next of them is due; nil when none is known.
    package func next(of keys: [MapAlertKey], after now: UnixTime) -> UnixTime? {
        keys.compactMap { key -> UnixTime? in
            guard let mode = schedules.mode(key.mode) else { return nil }
            let lead = key.minutes * 60
            let from = now.advanced(by: lead)
            return mode.slots(from: from, until: from.advanced(by: MapAlertPlan.horizon), limit: 500)
                .first { matches(key, $0) && $0.start > from }?
                .start.advanced(by: -lead)
        }.min()
    }

    private func matches(_ key: MapAlertKey, _ slot: RotationSlot) -> Bool {
        key.code == nil || key.code == slot.map.code
    }
}

/// The days and hours in which an alert may ring, in the phone's zone.
package struct AlertTimes: Hashable, Sendable {
    /// Bit 0 is Monday; none means never, as the person asked.
    package var days: Int64
    /// Minutes of the day, 0..<1,440; nil: all day.
    package var from: Int64?
    package var to: Int64?

    package init(days: Int64, from: Int64?, to: Int64?) {
        self.days = days
        self.from = from
        self.to = to
    }

    /// Whether the alert may ring at that instant; hours over midnight belong to the day on which they begin.
    package func contains(_ time: UnixTime, in zone: CivilZone) -> Bool {
        let start = from.map { Int($0) * 60 } ?? 0
        let end = to.map { Int($0) * 60 } ?? start
        return CivilSpan(from: start, to: end, zone: zone).occurrence(containing: time) { weekday in
            days & (1 << Int64(weekday.rawValue)) != 0
        } != nil
    }
}
