import Core
import WatchpostModel

@testable import Appliance

/// The machine's clocks, ahead of time by as much as a test says.
final class ClockSample: Sendable {
    private let ahead = Locked(Duration.zero)

    func advance(by duration: Duration) {
        ahead.withLock { $0 += duration }
    }

    var clock: SystemClock {
        SystemClock { [self] in
            let now = SystemClock.system.now()
            let ahead = ahead.withLock { $0 }
            let wall = now.wall?.advanced(by: ahead.components.seconds)
            return Moment(wall: wall, monotonic: now.monotonic + ahead)
        }
    }
}
