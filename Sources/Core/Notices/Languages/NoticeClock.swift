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

    /// Seconds from which on the name of a day might be taken for that of another week.
    private static let week: Int64 = 6 * 86_400

    /// `18:42` or `6:42 PM`; on another day than today with the day's name, six days away with the date; without a zone in UTC and says so.
    func text(_ time: UnixTime, now: UnixTime) -> String {
        guard let zone = zone ?? CivilZone(named: "UTC") else { return time.rfc3339 }
        let civil = zone.civil(time)
        let today = zone.civil(now)
        var text = clock(civil)
        if civil.year != today.year || civil.month != today.month || civil.day != today.day {
            text = abs(time.since(now)) < NoticeClock.week ? onDay(civil, text) : onDate(civil, text)
        }
        return self.zone == nil ? words.text(.timeUTC, ["time": text]) : text
    }

    private func onDay(_ civil: CivilTime, _ clock: String) -> String {
        let day = words.text(NoticePhrase.weekdays[civil.weekday.rawValue])
        return words.text(.timeOfDay, ["day": day, "time": clock])
    }

    private func onDate(_ civil: CivilTime, _ clock: String) -> String {
        let month = words.text(NoticePhrase.months[civil.month - 1])
        return words.text(.timeOfDate, ["day": "\(civil.day)", "month": month, "time": clock])
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
