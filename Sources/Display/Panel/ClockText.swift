package import Core
package import WatchpostModel

/// Writes instants and lengths of time the short way a small display needs.
package struct ClockText: Hashable, Sendable {
    /// How people read the time of day.
    package enum Style: String, Hashable, Sendable, CaseIterable {
        case hours24 = "24h"
        case hours12 = "12h"
    }

    package var zone: CivilZone
    package var style: Style
    /// Now, or nil while the clock is not set.
    package var now: UnixTime?

    package init(zone: CivilZone, style: Style, now: UnixTime?) {
        self.zone = zone
        self.style = style
        self.now = now
    }

    /// What stands where a time is not known.
    package var unknownTime: String { "--:--" }

    /// `18:30` or `6:30pm`.
    package func time(_ instant: UnixTime) -> String {
        let civil = zone.civil(instant)
        let minute = ClockText.twoDigits(civil.minute)
        switch style {
        case .hours24: return "\(ClockText.twoDigits(civil.hour)):\(minute)"
        case .hours12:
            let hour = civil.hour % 12 == 0 ? 12 : civil.hour % 12
            return "\(hour):\(minute)\(civil.hour < 12 ? "am" : "pm")"
        }
    }

    /// Whole minutes from now until `instant`, rounded up so that it ends at 1 and not at 0; nil without a
    /// clock.
    package func minutesLeft(until instant: UnixTime) -> Int64? {
        guard let now else { return nil }
        let seconds = max(instant.since(now), 0)
        return seconds / 60 + (seconds % 60 == 0 ? 0 : 1)
    }

    /// `42m`, `1h42`, `2d 3h`: 99 minutes are still minutes, a day and more has no minutes.
    package static func length(minutes: Int64) -> String {
        if minutes < 100 { return "\(minutes)m" }
        if minutes < 24 * 60 { return "\(minutes / 60)h\(twoDigits(Int(minutes % 60)))" }
        return "\(minutes / 1_440)d \(minutes % 1_440 / 60)h"
    }

    /// The time of day within 24 hours of now, the weekday within six days, else the date: `18:30`, `Tue`, `4
    /// Dec`.
    package func nearby(_ instant: UnixTime) -> String {
        guard let now else { return time(instant) }
        let distance = abs(max(instant.since(now), -Int64.max))
        if distance < 86_400 { return time(instant) }
        let civil = zone.civil(instant)
        if distance < 6 * 86_400 { return civil.weekday.abbreviation }
        return "\(civil.day) \(ClockText.months[(civil.month - 1) % 12])"
    }

    /// ` since 12:31`, or nothing when that is not known.
    package func since(_ instant: UnixTime?) -> String {
        instant.map { " since \(nearby($0))" } ?? ""
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

extension Weekday {
    /// `Tue`.
    var abbreviation: String {
        switch self {
        case .monday: "Mon"
        case .tuesday: "Tue"
        case .wednesday: "Wed"
        case .thursday: "Thu"
        case .friday: "Fri"
        case .saturday: "Sat"
        case .sunday: "Sun"
        }
    }
}
