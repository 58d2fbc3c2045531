package import WatchpostModel

/// What a push service, or the lack of its answer, says about one delivery; every channel speaks these words.
package enum DeliveryOutcome: Hashable, Sendable {
    /// The push service took it; that the phone shows it is not promised.
    case accepted
    /// 410 or 404: the address is dead since then (milliseconds since 1970), unless it was registered again later.
    case gone(confirmedAtMilliseconds: Int64?, reason: String)
    /// This address never works (`BadDeviceToken`, `DeviceTokenNotForTopic`).
    case unusable(reason: String)
    /// This message never works, a fault of ours: dead letter.
    case refused(reason: String)
    /// This address, later; an attempt (429, 5xx). Nil: the service does not say how much later.
    case backOff(after: Duration?, reason: String)
    /// Nothing of this channel for a time (credentials, configuration, breaker); no attempt, no address is to blame.
    case channelHeld(after: Duration, reason: String)
    /// Nothing to this address's service for a time, whoever it is for; the channel's other services go on.
    case originHeld(after: Duration, reason: String)
    /// Nothing to this address for a time, whose fault it is not known: no attempt, and nobody else waits.
    case phoneHeld(after: Duration, reason: String)
    /// It may have been delivered: again, with the same ids.
    case unknown(reason: String)
}

extension DeliveryOutcome {
    /// Whether the service that was asked works; nil when the answer is about this phone or message alone.
    package var tellsThatServiceWorks: Bool? {
        switch self {
        case .accepted: true
        case .unknown, .originHeld: false
        case .gone, .unusable, .refused, .backOff, .channelHeld, .phoneHeld: nil
        }
    }
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
        rules: NoticePolicy
    ) {
        switch outcome {
        case .accepted: self = .sent
        case .gone(let confirmed, let reason):
            // Registered again after the service saw it die: the same token lives (facts of APNs' 410).
            guard let confirmed, registeredAt >= confirmed else {
                self = .addressGone(reason: reason)
                return
            }
            let soon = now.advanced(by: rules.firstPause)
            self =
                attempts < 3
                ? .again(at: soon, reason: reason, uncertain: false, counts: true)
                : .dead(reason: "\(reason), though it was registered later")
        case .unusable(let reason): self = .addressGone(reason: reason)
        case .refused(let reason): self = .dead(reason: reason)
        case .channelHeld(let pause, let reason):
            let until = now.advanced(by: max(1, pause.components.seconds))
            self = .again(at: until, reason: reason, uncertain: false, counts: false)
        case .originHeld(let pause, let reason), .phoneHeld(let pause, let reason):
            let until = now.advanced(by: Settlement.atLeast(pause, jitter))
            self = .again(at: until, reason: reason, uncertain: false, counts: false)
        case .backOff(let pause, let reason):
            let half = Settlement.doubled(rules.phonePause, attempts, longest: rules.longestPhonePause) / 2
            let least = pause.map { Settlement.atLeast($0, jitter) } ?? half + Int64(Double(half) * jitter)
            self = Settlement.later(least, reason, attempts, now, rules, uncertain: false)
        case .unknown(let reason):
            let ceiling = Settlement.doubled(rules.firstPause, attempts, longest: rules.longestPause)
            let pause = 1 + Int64(Double(ceiling) * jitter)
            self = Settlement.later(pause, reason, attempts, now, rules, uncertain: true)
        }
    }

    /// A pause that was asked for, and up to a quarter more: phones that failed together do not come back together.
    private static func atLeast(_ pause: Duration, _ jitter: Double) -> Int64 {
        let seconds = max(1, pause.components.seconds)
        return seconds + Int64(Double(seconds) / 4 * jitter)
    }

    /// The first pause, twice as much after each further attempt.
    private static func doubled(_ first: Int64, _ attempts: Int, longest: Int64) -> Int64 {
        min(first << Int64(min(max(attempts - 1, 0), 16)), longest)
    }

    private static func later(
        _ pause: Int64,
        _ reason: String,
        _ attempts: Int,
        _ now: UnixTime,
        _ rules: NoticePolicy,
        uncertain: Bool
    ) -> Settlement {
        guard attempts < rules.mostAttempts else {
            return .dead(reason: "\(reason), after \(attempts) attempts", uncertain: uncertain)
        }
        return .again(at: now.advanced(by: pause), reason: reason, uncertain: uncertain, counts: true)
    }
}
