package import Core

/// What an answer of a push service means: for the delivery, for a second attempt, and for all that wait behind it.
package struct PushVerdict: Sendable, Hashable {
    /// What can be put right at once, so that the same delivery is worth one more attempt.
    package enum Remedy: Sendable, Hashable {
        /// Make a new token for our own name; the connection that saw the old one is closed.
        case newToken
        /// Go back to the token before this one: the service saw too many new ones.
        case olderToken
        /// Open a new connection.
        case newConnection
        /// Ask the service of the other environment (APNs production and development).
        case otherEnvironment
    }

    /// What the answer tells of the service and of our own set-up.
    package enum Health: Sendable, Hashable {
        /// It works; what it says is about this delivery alone.
        case well
        /// It fails: several of these in a row open the breaker.
        case failing
        /// It says nothing about the service.
        case unclear
        /// Nothing will work for so long, whoever it is for: credentials or settings are wrong.
        case held(Duration)
        /// The same, because it does not accept our token: a clock that was wrong may be the reason.
        case refusedToken(Duration)
    }

    /// What the sender is told, unless the remedy is tried.
    package var outcome: DeliveryOutcome
    package var remedy: Remedy?
    package var health = Health.well
}

extension DeliveryOutcome {
    /// The push service's word for it, or ours; nil for `accepted`.
    package var reason: String? {
        switch self {
        case .accepted: nil
        case .gone(_, let reason), .unusable(let reason), .refused(let reason), .backOff(_, let reason),
            .channelHeld(_, let reason), .originHeld(_, let reason), .phoneHeld(_, let reason),
            .unknown(let reason):
            reason
        }
    }
}
