package import WatchpostModel

/// Times of day as text: `18:00`.
package enum ClockMinutes {
    /// `minutes` since midnight, 0..<1440.
    package static func text(_ minutes: Int) -> String {
        let two = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }
}

extension AlertListBody {
    /// Stored alerts, as the API gives them.
    package init(_ list: AlertList) {
        self.init(
            version: list.version,
            quietHours: list.quiet.map {
                DeviceQuietBody(from: ClockMinutes.text($0.from), to: ClockMinutes.text($0.to))
            },
            maps: list.maps.map { MapAlertBody($0) }
        )
    }
}

extension MapAlertBody {
    /// A stored alert, as the API gives it.
    package init(_ alert: MapAlert) {
        self.init(
            mode: alert.mode,
            map: alert.map,
            minutesBefore: alert.minutes,
            repetition: alert.once ? "once" : "always",
            days: alert.days.days.map { MapAlertBody.allDays[$0.rawValue] },
            from: alert.hours.map { ClockMinutes.text($0.from) },
            to: alert.hours.map { ClockMinutes.text($0.to) }
        )
    }
}
