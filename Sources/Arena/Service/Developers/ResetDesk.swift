import Core
import Serving
import SystemSupport
import WatchpostModel

/// Owns the codes by which somebody at the appliance gives an account another password.
///
/// Eight digits, for one address, on the display; whether anybody has the address is not asked here. Every method may be
/// called from any thread and waits only for a short lock.
final class ResetDesk: Sendable {
    /// Of addresses as they are compared.
    private let codes = Locked(PresenceCodes<String>(.reset))
    private let outlet: CodeOutlet
    /// Monotonic.
    private let now: @Sendable () -> Duration

    init(outlet: CodeOutlet, now: @escaping @Sendable () -> Duration) {
        self.outlet = outlet
        self.now = now
    }

    /// Shows a code for an address.
    func ask(_ address: DeveloperAddress, _ asker: PresenceAsker) throws(Problem) -> ShownCode {
        let fresh = RandomSource.digits(PresenceRules.reset.digits)
        let (effects, place) = handle(.ask(address.folded, asker, fresh: fresh))
        for effect in effects {
            switch effect {
            case .show(_, let code, let lasts):
                if let place { return ShownCode(code: code, lasts: lasts, place: place) }
            case .wait(let wait): throw Problem(tooEarlyBy: wait)
            default: break
            }
        }
        throw Problem(.internalError, "no code was made; try again")
    }

    /// Whether a code is what is shown for an address.
    ///
    /// Said again by the same one it is still right, until `spent`: what it was said for may have failed.
    func accepts(_ code: String, for address: DeveloperAddress, from client: Client) -> Bool {
        let guesser = PresenceGuesser(
            device: nil,
            address: client.address.customer.description,
            isHome: client.isLocal
        )
        let (effects, _) = handle(.redeem(address.folded, code: code, guesser))
        return effects.contains { effect in
            switch effect {
            case .prove, .confirm: true
            default: false
            }
        }
    }

    /// What the last code was right for is done.
    func spent() {
        _ = handle(.revoked)
    }

    /// Shows and hides under the lock: what the display was told last is what the rule decided last.
    private func handle(_ event: PresenceCodes<String>.Event) -> (
        effects: [PresenceCodes<String>.Effect], place: PairingBody.Place?
    ) {
        codes.withLock { codes in
            let effects = codes.handle(event, at: now())
            var place: PairingBody.Place?
            for effect in effects {
                switch effect {
                case .show(_, let code, let lasts): place = outlet.show(code, lasts)
                case .hide: outlet.hide()
                default: break
                }
            }
            return (effects, place)
        }
    }
}
