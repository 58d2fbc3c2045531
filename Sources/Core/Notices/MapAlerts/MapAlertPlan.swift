package import WatchpostModel

/// The alerts that one slot concerns: those of its mode, for its map or for any, so many minutes before it begins.
package struct MapAlertSpan: Hashable, Sendable {
    package var mode: String
    /// The mode's name for people.
    package var modeName: String
    package var slot: RotationSlot
    /// Minutes before the slot's start, in 0...720; 0: at the start.
    package var minutes: ClosedRange<Int64>

    /// When an alert with so many minutes comes due.
    package func due(_ minutes: Int64) -> UnixTime { slot.start.advanced(by: -minutes * 60) }
}

/// When map alerts come due: arithmetic over the schedules, and never over the alerts.
///
/// Strangers store as many alerts as they like, for maps that do not exist and for phones that nobody can reach. So
/// the question is not asked for each alert; it is asked for each slot of the coming hours, of which there are a few
/// dozen whatever is stored: which minutes before it does anybody wait for?
package struct MapAlertPlan: Sendable {
    private let schedules: RotationSchedules

    /// A firing that was missed for longer, because the box was off, is nobody's news.
    private static let longestDelay: Int64 = 6 * 3_600
    private static let longestNotice = Int64(MapAlert.longestNotice)
    /// After so long it is looked again, whether an alert is known or not.
    private static let longestRest: Int64 = 6 * 3_600
    /// Slots of one mode that a look takes in.
    private static let mostSlots = 500

    package init(schedules: RotationSchedules) {
        self.schedules = schedules
    }

    /// What became due after `cursor` and until `now`, and is not over.
    package func due(after cursor: UnixTime, until now: UnixTime) -> [MapAlertSpan] {
        let from = max(cursor, now.advanced(by: -MapAlertPlan.longestDelay))
        guard from < now else { return [] }
        return spans(from: from, until: now.advanced(by: MapAlertPlan.longestNotice * 60 + 1)) { slot in
            guard slot.end > now, slot.start > from else { return nil }
            let least = max(0, (slot.start.since(now) + 59) / 60)
            return bounded(least, (slot.start.since(from) - 1) / 60)
        }
    }

    /// What may come due after `now`, and when to look again at the latest.
    package func ahead(of now: UnixTime) -> (spans: [MapAlertSpan], lookAgain: UnixTime) {
        let rest = now.advanced(by: MapAlertPlan.longestRest)
        let spans = spans(from: now, until: rest.advanced(by: MapAlertPlan.longestNotice * 60)) { slot in
            slot.start > now ? bounded(0, (slot.start.since(now) - 1) / 60) : nil
        }
        // Of a mode with very many short slots the later ones are not among them.
        let cut = Dictionary(grouping: spans, by: \.mode).values.compactMap { found in
            found.count + 1 >= MapAlertPlan.mostSlots ? found.last?.due(MapAlertPlan.longestNotice) : nil
        }
        return (spans, max(now.advanced(by: 60), min(rest, cut.min() ?? rest)))
    }

    private func bounded(_ least: Int64, _ most: Int64) -> ClosedRange<Int64>? {
        let most = min(most, MapAlertPlan.longestNotice)
        return least <= most ? least...most : nil
    }

    private func spans(
        from: UnixTime,
        until: UnixTime,
        _ minutes: (RotationSlot) -> ClosedRange<Int64>?
    ) -> [MapAlertSpan] {
        schedules.modes.flatMap { mode in
            mode.slots(from: from, until: until, limit: MapAlertPlan.mostSlots).compactMap { slot in
                minutes(slot).map {
                    MapAlertSpan(mode: mode.key, modeName: mode.name, slot: slot, minutes: $0)
                }
            }
        }
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
