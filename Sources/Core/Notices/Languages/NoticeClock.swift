import WatchpostModel

/// Times of day as the owner of a phone reads them.
struct NoticeClock {
    let locale: String
    let zone: CivilZone?
    let words: any NoticeWords

    /// Regions that count hours to twelve (CLDR timeData), as far as their players speak to us in English.
    private static let twelveHours: Set<String> = ["US", "CA", "AU", "NZ", "PH", "IN"]

    /// `18:42` or `6:42 PM`; on another day than today with the day's name; without a zone in UTC and says so.
    func text(_ time: UnixTime, now: UnixTime) -> String {
        guard let zone = zone ?? CivilZone(named: "UTC") else { return time.rfc3339 }
        let civil = zone.civil(time)
        let today = zone.civil(now)
        let isToday = civil.year == today.year && civil.month == today.month && civil.day == today.day
        let day = isToday ? "" : "\(words.weekdays[civil.weekday.rawValue]) "
        return day + clock(civil) + (self.zone == nil ? " UTC" : "")
    }

    private func clock(_ civil: CivilTime) -> String {
        let minute = civil.minute < 10 ? "0\(civil.minute)" : "\(civil.minute)"
        guard isTwelveHours else { return "\(civil.hour < 10 ? "0" : "")\(civil.hour):\(minute)" }
        let hour = civil.hour % 12 == 0 ? 12 : civil.hour % 12
        return "\(hour):\(minute) \(civil.hour < 12 ? "AM" : "PM")"
    }

    private var isTwelveHours: Bool {
        let parts = locale.split { $0 == "-" || $0 == "_" }
        guard let language = parts.first, language.lowercased() == "en" else { return false }
        return parts.dropFirst().contains { NoticeClock.twelveHours.contains($0.uppercased()) }
    }
}
