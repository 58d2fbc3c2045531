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
        /// When they were stopped; nil: they go.
        var still: Moment?
    }

    private let state = Locked(State())

    /// `isStill`: they stand, so that a pause which a service is given ends when the test says so, and not by itself on a slow
    /// machine.
    init(isStill: Bool = false) {
        if isStill { state.withLock { $0.still = SystemClock.system.now() } }
    }

    /// They go on from the time that it is.
    func go() {
        state.withLock { $0.still = nil }
    }

    func advance(by duration: Duration) {
        state.withLock { $0.ahead += duration }
    }

    /// The wall clock is set, by so much behind the true time; `proof`: what is known of that.
    func set(behind seconds: Int64, _ proof: ClockProof) {
        state.withLock { ($0.behind, $0.proof) = (seconds, proof) }
    }

    var clock: SystemClock {
        SystemClock { [self] in
            let state = state.withLock { $0 }
            let now = state.still ?? SystemClock.system.now()
            let wall = now.wall?.advanced(by: state.ahead.components.seconds - state.behind)
            return Moment(wall: wall, monotonic: now.monotonic + state.ahead, proof: state.proof)
        }
    }
}
