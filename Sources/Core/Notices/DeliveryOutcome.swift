package import WatchpostModel

/// What a push service, or the lack of its answer, says about one delivery; every channel speaks these words.
package enum DeliveryOutcome: Hashable, Sendable {
    /// The service has it, which is not yet: the phone has shown it.
    case accepted
    /// The address is dead since then (milliseconds since 1970), unless it was registered again later.
    case gone(confirmedAtMilliseconds: Int64?, reason: String)
    /// This address never works.
    case unusable(reason: String)
    /// This message never works: a fault of ours.
    case refused(reason: String)
    /// This address, but later.
    case backOff(after: Duration?, reason: String)
    /// Nothing of this channel for a time; no address is to blame.
    case channelHeld(after: Duration, reason: String)
    /// It may have been delivered: again, with the same ids.
    case unknown(reason: String)
}

/// What becomes of a row after its delivery was answered.
package enum Settlement: Hashable, Sendable {
    case sent
    /// Waits until then; `uncertain`: it may have arrived already. `counts`: the attempt was one.
    case again(at: UnixTime, reason: String, uncertain: Bool, counts: Bool)
    /// The phone gets nothing more until it registers again.
    case addressGone(reason: String)
    /// Never again of itself; `uncertain`: the last attempt may have arrived.
    case dead(reason: String, uncertain: Bool = false)

    /// `registeredAt` is when the phone gave this address, in milliseconds; `attempts` counts this one; `jitter` 0..<1.
    package init(
        _ outcome: DeliveryOutcome,
        attempts: Int,
        registeredAt: Int64,
        now: UnixTime,
        jitter: Double,
        rules: NoticeRules
    ) {
        switch outcome {
        case .accepted: self = .sent
        case .gone(let confirmed, let reason):
            // Registered again after the service saw it die: the same token lives (facts of APNs' 410).
            self =
                if let confirmed, registeredAt >= confirmed, attempts < rules.mostAttempts {
                    .again(
                        at: now.advanced(by: rules.firstPause),
                        reason: reason,
                        uncertain: false,
                        counts: true
                    )
                } else { .addressGone(reason: reason) }
        case .unusable(let reason): self = .addressGone(reason: reason)
        case .refused(let reason): self = .dead(reason: reason)
        case .channelHeld(let pause, let reason):
            let until = now.advanced(by: max(1, pause.components.seconds))
            self = .again(at: until, reason: reason, uncertain: false, counts: false)
        case .backOff(let pause, let reason):
            let least = pause.map { max(1, $0.components.seconds) }
            self = Settlement.later(least, 60, reason, attempts, now, jitter, rules, uncertain: false)
        case .unknown(let reason):
            self = Settlement.later(
                nil,
                rules.firstPause,
                reason,
                attempts,
                now,
                jitter,
                rules,
                uncertain: true
            )
        }
    }

    /// Full jitter: phones that failed together do not come back together.
    private static func later(
        _ asked: Int64?,
        _ base: Int64,
        _ reason: String,
        _ attempts: Int,
        _ now: UnixTime,
        _ jitter: Double,
        _ rules: NoticeRules,
        uncertain: Bool
    ) -> Settlement {
        guard attempts < rules.mostAttempts else {
            return .dead(reason: "\(reason), after \(attempts) attempts", uncertain: uncertain)
        }
        let ceiling = min(base << Int64(min(max(attempts - 1, 0), 16)), max(base, rules.longestPause) * 6)
        let pause = asked ?? 1 + Int64(Double(ceiling) * jitter)
        return .again(at: now.advanced(by: pause), reason: reason, uncertain: uncertain, counts: true)
    }
}
