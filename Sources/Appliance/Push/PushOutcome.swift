/// What became of one attempt, as far as the sender can know.
enum PushOutcome: Sendable, Hashable {
    /// The push service took it; that the phone shows it is not promised.
    case accepted
    /// 410 or 404: drop the address unless it was registered later than `confirmedAtMilliseconds`.
    case gone(confirmedAtMilliseconds: Int64?, reason: String)
    /// This address never works (`BadDeviceToken`, `DeviceTokenNotForTopic`).
    case unusable(reason: String)
    /// This message never works: dead letter.
    case refused(reason: String)
    /// This address, later; an attempt (429, 5xx). Nil: the service does not say how much later.
    case backOff(after: Duration?, reason: String)
    /// Nothing of this channel now (credentials, configuration, breaker); no attempt, and no token is removed.
    case channelHeld(after: Duration, reason: String)
    /// The same of one service alone, when a channel has several.
    case originHeld(after: Duration, reason: String)
    /// Nothing to this address for a time, which is nobody's failure; no attempt.
    case phoneHeld(after: Duration, reason: String)
    /// Sent perhaps: try again with the same ids.
    case unknown(reason: String)
}

/// The answer to one delivery.
struct PushAnswer: Sendable, Hashable {
    /// ``PushDelivery/ticket`` of the delivery.
    var ticket: Int64
    /// What became of it.
    var outcome: PushOutcome
}
