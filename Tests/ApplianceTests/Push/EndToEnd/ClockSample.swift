import Core
import WatchpostModel

@testable import Appliance
@testable import SystemSupport

/// The machine's clocks, ahead of time by as much as a test says.
final class ClockSample: Sendable {
    private struct State {
        var ahead = Duration.zero
        /// Seconds by which the wall clock alone is behind.
        var behind: Int64 = 0
        var proof = ClockProof.vouched
    }

    private let state = Locked(State())

    func advance(by duration: Duration) {
        state.withLock { $0.ahead += duration }
    }

    /// The wall clock is set, by so much behind the true time; `proof`: what is known of that.
    func set(behind seconds: Int64, _ proof: ClockProof) {
        state.withLock { ($0.behind, $0.proof) = (seconds, proof) }
    }

    var clock: SystemClock {
        SystemClock { [self] in
            let now = SystemClock.system.now()
            let state = state.withLock { $0 }
            let wall = now.wall?.advanced(by: state.ahead.components.seconds - state.behind)
            return Moment(wall: wall, monotonic: now.monotonic + state.ahead, proof: state.proof)
        }
    }
}
