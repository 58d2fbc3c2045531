/// Notices when a push service forgets many subscriptions at once, which is more likely its mistake than our phones'.
///
/// Pushpad and others saw waves of 404 from one service; who deletes by them loses phones that work. When more than a
/// fifth of an origin's answers within an hour say “gone”, no more are believed until that hour is over.
/// Times are monotonic.
package struct VanishingGuard: Sendable {
    private struct Hour {
        var began: Duration
        var answers = 0
        var gone = 0
    }

    /// So many may go without a question.
    private static let few = 10
    private static let length = Duration.seconds(3_600)
    private static let limit = 64
    private var hours: [String: Hour] = [:]

    /// Counts an answer of `origin`; how long to wait before “gone” is believed, nil when it is believed.
    package mutating func doubt(_ origin: String, isGone: Bool, at now: Duration) -> Duration? {
        if hours.count >= VanishingGuard.limit, hours[origin] == nil { hours.removeAll() }
        var hour = hours[origin] ?? Hour(began: now)
        if now - hour.began >= VanishingGuard.length { hour = Hour(began: now) }
        hour.answers += 1
        hour.gone += isGone ? 1 : 0
        hours[origin] = hour
        guard isGone, hour.gone > VanishingGuard.few, hour.gone * 5 > hour.answers else { return nil }
        return hour.began + VanishingGuard.length - now
    }
}
