package import Core

/// What became of a test, or why a phone gets nothing, as a stable word: apps say it in the person's language.
package enum PushCode: String, CaseIterable, Hashable, Sendable {
    /// The push service no longer knows the address: enable notifications again.
    case gone
    /// The phone subscribed with another key: enable notifications again.
    case otherKey = "other-key"
    /// The service refuses this address: enable notifications again.
    case refusedAddress = "refused-address"
    /// The phone has no push address.
    case off
    /// The service asks to wait.
    case busy
    /// The service cannot be used at the moment.
    case held
    case noAnswer = "no-answer"
    /// The service refuses the message: our fault.
    case refused
    /// The owner has to say whom the service may turn to.
    case noContact = "no-contact"
    case clock
    case disk
    /// The appliance cannot send in this way.
    case notSetUp = "not-set-up"

    /// For an address that is switched off; `reason` as it was stored then.
    package init(disabledBy reason: String) {
        if reason.hasPrefix("VapidPkHashMismatch")
            || reason.hasSuffix("while other phones of this service work")
        {
            self = .otherKey
        } else if reason.hasPrefix("BadDeviceToken") || reason.hasPrefix("DeviceTokenNotForTopic")
            || reason == "the endpoint is no longer allowed"
        {
            self = .refusedAddress
        } else {
            self = .gone
        }
    }

    /// Nil: it was accepted.
    package init?(_ outcome: DeliveryOutcome) {
        switch outcome {
        case .accepted: return nil
        case .gone: self = .gone
        case .unusable(let reason):
            self = PushCode(disabledBy: reason) == .otherKey ? .otherKey : .refusedAddress
        case .refused: self = .refused
        case .backOff: self = .busy
        case .originHeld(_, "NoContact"): self = .noContact
        case .channelHeld(_, "the clock is not set yet"), .originHeld(_, "the clock is not set yet"):
            self = .clock
        case .channelHeld, .originHeld, .phoneHeld: self = .held
        case .unknown: self = .noAnswer
        }
    }
}

/// Why a notice was not delivered, as a stable word.
package enum NoticeCode: String, CaseIterable, Hashable, Sendable {
    /// No longer true, or known already.
    case over
    case expired
    case notWatched = "not-watched"
    case quiet
    case off
    case merged
    case gone
    case failed
    /// It waits for something.
    case waiting

    /// From the stored reason; `isDropped`, `isDead`: what became of the notice.
    package init?(_ reason: String?, isDropped: Bool, isDead: Bool) {
        guard let reason else { return nil }
        if isDead {
            self = .failed
            return
        }
        guard isDropped else {
            self = .waiting
            return
        }
        self =
            switch reason {
            case "no longer true, or known already", "no longer true, or said by a newer notice": .over
            case "this phone no longer has admin rights": .notWatched
            case "it is over": .expired
            case "no longer watched", "no longer wanted": .notWatched
            case "quiet hours": .quiet
            case "notifications are off on this phone": .off
            case "merged into one": .merged
            case "not known to this release": .failed
            default: .gone
            }
    }
}
