import Core
import FoundationEssentials
import Glibc
import WatchpostModel

/// The log: one line each, to standard error or a file; the journal adds times itself, a file gets them from us.
///
/// Nothing is logged for a poll that works. Safe from any thread: a line is one `write`.
package struct Log: Sendable {
    private let descriptor: Int32
    private let stampsLines: Bool
    private let clock: SystemClock

    /// To standard error, with times unless the journal reads it (`$JOURNAL_STREAM`).
    package static func standardError(clock: SystemClock, environment: [String: String]) -> Log {
        Log(descriptor: STDERR_FILENO, stampsLines: environment["JOURNAL_STREAM"] == nil, clock: clock)
    }

    /// To a file, appended; nil when it cannot be opened.
    package static func file(_ path: String, clock: SystemClock) -> Log? {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { return nil }
        return Log(descriptor: descriptor, stampsLines: true, clock: clock)
    }

    private init(descriptor: Int32, stampsLines: Bool, clock: SystemClock) {
        self.descriptor = descriptor
        self.stampsLines = stampsLines
        self.clock = clock
    }

    /// Something that the owner may want to know later.
    package func notice(_ message: String) { write(message, priority: 5) }

    /// Something that needs the owner.
    package func error(_ message: String) { write(message, priority: 3) }

    /// `<3>` and the like are the journal's priorities (sd-daemon(3)).
    ///
    /// Control characters never reach a terminal, and a line has an end, whoever wrote what it says.
    private func write(_ message: String, priority: Int) {
        let clean = ConsoleText.line(message)
        let stamp = clock.now().wall?.rfc3339 ?? "----------T--:--:--Z"
        let line = Array((stampsLines ? "\(stamp) \(clean)\n" : "<\(priority)>\(clean)\n").utf8)
        _ = Glibc.write(descriptor, line, line.count)
    }
}
