/// Knows of every long loop when it last made progress; the watchdog is fed only while all of them do.
///
/// A loop that waits on purpose says for how long it may stay away (`expect`); one that does not come back in time is
/// stuck. Times are monotonic.
package struct Liveness: Sendable {
    private var deadlines: [String: Duration] = [:]

    /// The loop `name` lives, and will be back within `budget`.
    package mutating func expect(_ name: String, within budget: Duration, at now: Duration) {
        deadlines[name] = now + budget
    }

    /// The loop has ended, or rests without owing anything.
    package mutating func rest(_ name: String) {
        deadlines[name] = nil
    }

    /// The loops that are overdue, by name.
    package func stuck(at now: Duration) -> [String] {
        deadlines.filter { $0.value < now }.map(\.key).sorted()
    }
}
