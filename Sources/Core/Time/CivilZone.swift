import CCivilTime
package import WatchpostModel

/// A time zone: civil time to instants and back, exact over daylight-saving changes (CCTZ, tzdata at run time).
///
/// `@unchecked Sendable`: the pointer is to an immutable zone that CCTZ keeps for the life of the process.
package struct CivilZone: Hashable, @unchecked Sendable {
    private let zone: OpaquePointer

    /// The zone called `name` in the IANA database; nil when there is none.
    ///
    /// Names may come from strangers: see ``ZoneDatabase``.
    package init?(named name: String) {
        guard let known = ZoneDatabase.system.name(of: name), let zone = ccivil_zone_load(known) else {
            return nil
        }
        self.zone = zone
    }

    private init(zone: OpaquePointer) {
        self.zone = zone
    }

    /// The zone of this machine.
    package static var local: CivilZone { CivilZone(zone: ccivil_zone_local()) }

    /// `Europe/Warsaw`; for the machine's own zone it can be `localtime`.
    package var name: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let base = buffer.baseAddress else { return "" }
            ccivil_zone_name(zone, base, 128)
            return String(cString: base)
        }
    }

    /// The civil time of an instant.
    package func civil(_ time: UnixTime) -> CivilTime {
        let civil = ccivil_from_unix(zone, time.seconds)
        return CivilTime(
            year: civil.year,
            month: Int(civil.month),
            day: Int(civil.day),
            hour: Int(civil.hour),
            minute: Int(civil.minute),
            second: Int(civil.second),
            weekday: Weekday(rawValue: Int(civil.weekday)) ?? .monday
        )
    }

    /// How a civil time of this zone meets the time line.
    ///
    /// Fields outside their range are normalised (hour 24 is the next midnight).
    package func instants(
        year: Int64,
        month: Int,
        day: Int,
        hour: Int = 0,
        minute: Int = 0,
        second: Int = 0
    ) -> CivilInstants {
        var before: Int64 = 0
        var transition: Int64 = 0
        var after: Int64 = 0
        let kind = ccivil_to_unix(
            zone,
            year,
            Int32(truncatingIfNeeded: month),
            Int32(truncatingIfNeeded: day),
            Int32(truncatingIfNeeded: hour),
            Int32(truncatingIfNeeded: minute),
            Int32(truncatingIfNeeded: second),
            &before,
            &transition,
            &after
        )
        switch kind {
        case CCIVIL_SKIPPED: return .skipped(transition: UnixTime(seconds: transition))
        case CCIVIL_REPEATED:
            return .repeated(first: UnixTime(seconds: before), second: UnixTime(seconds: after))
        default: return .unique(UnixTime(seconds: before))
        }
    }
}

/// How a civil time meets the time line.
package enum CivilInstants: Hashable, Sendable {
    /// It happens once.
    case unique(UnixTime)
    /// It never happens (clocks go forward over it); `transition` is the instant at which they do.
    case skipped(transition: UnixTime)
    /// It happens twice (clocks go back).
    case repeated(first: UnixTime, second: UnixTime)

    /// The first instant at or after which the civil time has been reached.
    package var earliest: UnixTime {
        switch self {
        case .unique(let time), .skipped(let time), .repeated(let time, _): time
        }
    }
}

/// Date and time of day in some zone.
package struct CivilTime: Hashable, Sendable {
    package var year: Int64
    /// 1...12.
    package var month: Int
    /// 1...31.
    package var day: Int
    /// 0...23.
    package var hour: Int
    package var minute: Int
    package var second: Int
    package var weekday: Weekday
}

/// A day of the week, Monday first (ISO 8601).
package enum Weekday: Int, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}
