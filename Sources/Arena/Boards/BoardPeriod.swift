import Core
import WatchpostModel

/// One day, week, month or season of a board.
///
/// Each instant is in exactly one of them, and the next one begins where this one ends: also where clocks are changed at
/// midnight, and where a date never was, because a country moved over the date line.
struct BoardPeriod: Hashable, Sendable {
    let span: BoardSpan
    /// `2026-11-22`, `2026-W47` (ISO 8601, the year of the week's Thursday) or `2026-11`; the number of a season.
    let id: String
    let start: UnixTime
    /// The first instant after it.
    let end: UnixTime

    /// The period that has this instant.
    init(_ window: BoardWindow, at time: UnixTime, in zone: CivilZone) {
        let civil = zone.civil(time)
        let today = ProlepticDate(year: civil.year, month: civil.month, day: civil.day).daysSince1970
        // Where clocks go back over midnight the old date comes again; the period goes on from the first midnight.
        let isTomorrow = BoardPeriod.midnight(of: today + 1, zone) <= time
        self.init(window, day: isTomorrow ? today + 1 : today, zone)
    }

    /// Made before.
    init(span: BoardSpan, id: String, start: UnixTime, end: UnixTime) {
        (self.span, self.id, self.start, self.end) = (span, id, start, end)
    }

    /// The season that runs; one without an end is taken for endless.
    init(_ season: BoardSeason) {
        self.init(
            span: .season,
            id: String(season.number),
            start: season.from,
            end: season.until ?? UnixTime(seconds: .max)
        )
    }

    /// Tells it from the others of its span: a season may begin in the second in which the one before did.
    var number: Int64 { span == .season ? Int64(id) ?? start.seconds : start.seconds }

    /// The period behind this one; nil: it is none of the calendar.
    func next(in zone: CivilZone) -> BoardPeriod? { neighbour(at: end, zone) }

    /// The period before this one; nil: it is none of the calendar.
    func previous(in zone: CivilZone) -> BoardPeriod? {
        neighbour(at: UnixTime(seconds: start.seconds - 1), zone)
    }

    private func neighbour(at time: UnixTime, _ zone: CivilZone) -> BoardPeriod? {
        guard case .window(let window) = span else { return nil }
        return BoardPeriod(window, at: time, in: zone)
    }

    /// `day`: since 1970, of the game's own calendar.
    private init(_ window: BoardWindow, day: Int64, _ zone: CivilZone) {
        let date = ProlepticDate(daysSince1970: day)
        let month = ProlepticDate(year: date.year, month: date.month, day: 1).daysSince1970
        // 1 January 1970 was a Thursday.
        let monday = day - ((day + 3) % 7 + 7) % 7
        let (first, count): (Int64, Int64) =
            switch window {
            case .day: (day, 1)
            case .week: (monday, 7)
            case .month: (month, ProlepticDate.days(inMonth: date.month, of: date.year))
            }
        span = .window(window)
        id = BoardPeriod.id(window, date, thursday: monday + 3)
        start = BoardPeriod.midnight(of: first, zone)
        end = BoardPeriod.midnight(of: first + count, zone)
    }

    /// When a date is reached; of one that never was, when the next one is.
    private static func midnight(of day: Int64, _ zone: CivilZone) -> UnixTime {
        let date = ProlepticDate(daysSince1970: day)
        return zone.instants(year: date.year, month: date.month, day: date.day).earliest
    }

    private static func id(_ window: BoardWindow, _ date: ProlepticDate, thursday: Int64) -> String {
        switch window {
        case .day:
            return "\(padded(date.year, 4))-\(padded(Int64(date.month), 2))-\(padded(Int64(date.day), 2))"
        case .month: return "\(padded(date.year, 4))-\(padded(Int64(date.month), 2))"
        case .week:
            let year = ProlepticDate(daysSince1970: thursday).year
            let first = ProlepticDate(year: year, month: 1, day: 1).daysSince1970
            return "\(padded(year, 4))-W\(padded((thursday - first) / 7 + 1, 2))"
        }
    }

    private static func padded(_ number: Int64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
