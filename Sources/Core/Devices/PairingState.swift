/// Pairing by a code that only somebody at the appliance can read: `PresenceCodes` with one subject, the appliance.
package struct PairingState: Sendable {
    package typealias Asker = PresenceAsker
    package typealias Guesser = PresenceGuesser

    package enum Event: Sendable {
        /// `fresh`: a new code of six random digits, used when none is shown yet, or somebody used up their tries.
        case ask(Asker, fresh: String)
        /// A device says a code.
        case redeem(code: String, Guesser)
        /// Some device was deleted or is no administrator any more.
        case revoked
        /// Time has passed.
        case tick
    }

    package enum Effect: Hashable, Sendable {
        /// Show this code for so long; a code that is shown already stays as it is.
        case show(code: String, for: Duration)
        /// No code is shown any more.
        case hide
        /// The code is valid: make the device's person an administrator.
        case pair(device: Int64)
        /// The device paired with this code before: say so again, if it still is.
        ///
        /// It must not be paired again by it: somebody may have taken that back meanwhile.
        case confirm(device: Int64)
        /// 0: this guesser is not listened to any more, whatever it says; the code stays for others.
        case wrong(triesLeft: Int)
        /// There is no code, or no longer.
        case noCode
        /// Too many codes were asked for: one more after this time.
        case wait(Duration)
    }

    /// What a pairing code opens.
    private enum Subject: Hashable, Sendable { case appliance }

    package static let rules = PresenceRules.pairing

    private var codes = PresenceCodes<Subject>(PairingState.rules)

    package init() {}

    /// When the code that is shown ends; nil: none is shown.
    package var end: Duration? { codes.end }

    package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
        let effects =
            switch event {
            case .ask(let asker, let fresh): codes.handle(.ask(.appliance, asker, fresh: fresh), at: now)
            case .redeem(let code, let guesser):
                codes.handle(.redeem(.appliance, code: code, guesser), at: now)
            case .revoked: codes.handle(.revoked, at: now)
            case .tick: codes.handle(.tick, at: now)
            }
        return effects.map(PairingState.effect)
    }

    /// Whoever pairs is a device that registered.
    private static func effect(_ effect: PresenceCodes<Subject>.Effect) -> Effect {
        switch effect {
        case .show(_, let code, let lasts): .show(code: code, for: lasts)
        case .hide: .hide
        case .prove(_, let guesser): guesser.device.map { .pair(device: $0) } ?? .noCode
        case .confirm(_, let guesser): guesser.device.map { .confirm(device: $0) } ?? .noCode
        case .wrong(let tries): .wrong(triesLeft: tries)
        case .noCode: .noCode
        case .wait(let wait): .wait(wait)
        }
    }
}
