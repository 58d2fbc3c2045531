package import WatchpostModel

/// What the system says of who sets the wall clock.
package struct ClockSigns: Hashable, Sendable {
    /// The kernel's word, adjtimex(2).
    package enum Kernel: Hashable, Sendable {
        case synchronised
        case unsynchronised
        /// It may not be asked: the service's sandbox (`ProtectClock=`) forbids the call, reading included.
        case silent
    }

    /// systemd-timesyncd's word, by the file that it leaves behind once it has set the clock (systemd-timesyncd.service(8)).
    package enum Timesyncd: Hashable, Sendable {
        case absent
        case waiting
        case done
    }

    package var kernel: Kernel
    package var timesyncd: Timesyncd

    package init(kernel: Kernel, timesyncd: Timesyncd) {
        self.kernel = kernel
        self.timesyncd = timesyncd
    }
}

/// Whether the machine's clock shows the time: a Pi has no battery, and starts in the past until the network sets it.
///
/// A value: what it says follows from what it was told.
package struct ClockTrust: Hashable, Sendable {
    /// How long timesyncd is waited for once anybody answers; where it cannot reach its own servers, it never sets the
    /// clock.
    package static let patience = Duration.seconds(600)

    /// How far servers and we may differ, in seconds; less than a jump, so that no step of theirs is taken for one of ours.
    private static let tolerance: Int64 = 30

    private let releasedAfter: Int64
    private var servers = ServerTime()
    /// When the first answer came; nil: none yet.
    private var firstAnswer: Duration?
    /// Wall minus monotonic seconds, when the network's time last vouched for it.
    private var vouched: Int64?

    /// `releasedAfter`: seconds since 1970; a clock that shows less was never set.
    package init(releasedAfter: Int64) {
        self.releasedAfter = releasedAfter
    }

    /// A server that we trust answered, and its answer was made then.
    package mutating func heard(_ time: UnixTime, at monotonic: Duration) {
        answered(at: monotonic)
        servers.heard(time, at: monotonic)
    }

    /// Somebody answered who proved by TLS who they are.
    ///
    /// What they say of the time is not believed, but there is a network: without credentials of ours nobody else would ever
    /// begin the patience.
    package mutating func answered(at monotonic: Duration) {
        firstAnswer = firstAnswer ?? monotonic
    }

    /// Both clocks, and how far the wall clock can be believed.
    package mutating func moment(_ wall: UnixTime, _ monotonic: Duration, _ signs: ClockSigns) -> Moment {
        guard wall.seconds > releasedAfter else {
            return Moment(wall: nil, monotonic: monotonic, proof: .unvouched)
        }
        let proof = proof(wall, monotonic, signs)
        let isAwaited =
            signs.timesyncd == .waiting && proof != .vouched
            && firstAnswer.map { monotonic - $0 < ClockTrust.patience } ?? true
        return Moment(wall: isAwaited ? nil : wall, monotonic: monotonic, proof: proof)
    }

    private mutating func proof(_ wall: UnixTime, _ monotonic: Duration, _ signs: ClockSigns) -> ClockProof {
        let zero = wall.seconds - monotonic.components.seconds
        if signs.timesyncd == .done || signs.kernel == .synchronised {
            vouched = zero
            return .vouched
        }
        // A kernel without news of the network for nine hours says so, and a restart of timesyncd begins again: the clock
        // goes on all the same.
        if let vouched, abs(zero - vouched) <= ClockJump.least { return .vouched }
        guard let lead = servers.lead(over: wall, at: monotonic) else { return .unvouched }
        if lead > ClockTrust.tolerance { return .behind(lead) }
        return lead >= -ClockTrust.tolerance ? .vouched : .unvouched
    }
}
