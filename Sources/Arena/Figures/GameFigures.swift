import Core
import WatchpostModel

/// What is played of a game, for its developer.
struct GameFigures: Hashable, Sendable {
    /// Who have it.
    var players = 0
    /// Results that came since midnight, in the game's zone.
    var today = 0
    /// Results that came today and on the 29 days before.
    var month = 0
    /// Results that wait until somebody has looked at them, among the newest that do not count.
    var flagged = 0
}

/// Counts of a game's results by days, as far as anybody asks for them.
struct GameDays: Hashable, Sendable {
    /// Days that are counted, today among them.
    static let kept: Int64 = 30

    /// By the day's first instant.
    private var days: [Int64: Int] = [:]
    /// The day of the last result: most of them follow each other.
    private var newest: BoardPeriod?

    /// Counts a result.
    mutating func add(_ time: UnixTime, in zone: CivilZone) {
        if newest.map({ time < $0.start || $0.end <= time }) ?? true {
            newest = BoardPeriod(.day, at: time, in: zone)
        }
        guard let newest else { return }
        days[newest.start.seconds, default: 0] += 1
        if days.count > 2 * Int(GameDays.kept) { forgetOldest() }
    }

    private mutating func forgetOldest() {
        let kept = days.keys.sorted().suffix(Int(GameDays.kept) + 1)
        days = days.filter { kept.contains($0.key) }
    }

    /// Today's results, and those of all counted days.
    func counts(at now: UnixTime, in zone: CivilZone) -> (today: Int, month: Int) {
        let today = BoardPeriod(.day, at: now, in: zone).start
        // Days have 23 to 25 hours: the middle of the day before the first one is before it in any case.
        let border = today.seconds - (2 * GameDays.kept - 1) * 43_200
        let month = days.reduce(0) { sum, day in border < day.key ? sum + day.value : sum }
        return (days[today.seconds] ?? 0, month)
    }
}
