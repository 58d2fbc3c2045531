import WatchpostModel

/// Times of day as the owner of a phone reads them.
struct NoticeClock {
    let locale: String
    let zone: CivilZone?
    let words: NoticeWords

    init(locale: String, zone: CivilZone?, words: NoticeWords) {
        self.locale = locale
        self.zone = zone
        self.words = words
    }

    /// `18:42` or `6:42 PM`; on another day than today with the day's name; without a zone in UTC and says so.
    func text(_ time: UnixTime, now: UnixTime) -> String {
        guard let zone = zone ?? CivilZone(named: "UTC") else { return time.rfc3339 }
        let civil = zone.civil(time)
        let today = zone.civil(now)
        var text = clock(civil)
        if civil.year != today.year || civil.month != today.month || civil.day != today.day {
            let day = words.text(NoticePhrase.weekdays[civil.weekday.rawValue])
            text = words.text(.timeOfDay, ["day": day, "time": text])
        }
        return self.zone == nil ? words.text(.timeUTC, ["time": text]) : text
    }

    private func clock(_ civil: CivilTime) -> String {
        let minute = civil.minute < 10 ? "0\(civil.minute)" : "\(civil.minute)"
        guard words.countsToTwelve(in: locale) else {
            return words.text(
                .hour24,
                ["hour": civil.hour < 10 ? "0\(civil.hour)" : "\(civil.hour)", "minute": minute]
            )
        }
        let hour = civil.hour % 12 == 0 ? 12 : civil.hour % 12
        return words.text(civil.hour < 12 ? .hourAM : .hourPM, ["hour": "\(hour)", "minute": minute])
    }
}
