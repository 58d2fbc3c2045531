import Core
import Serving
import SystemSupport
import WatchpostModel

/// Owns the pairing rule and performs its effects.
///
/// Every method may be called from any thread and waits only for a short lock.
final class PairingHost: Sendable {
    /// What saying a code came to.
    enum Verdict: Hashable, Sendable {
        case pair
        /// It paired with this code before.
        case confirm
        case wrong(triesLeft: Int)
        case noCode
    }

    private let state = Locked(PairingState())
    private let outlet: CodeOutlet
    /// Monotonic.
    private let now: @Sendable () -> Duration

    init(outlet: CodeOutlet, now: @escaping @Sendable () -> Duration) {
        self.outlet = outlet
        self.now = now
    }

    /// Shows a code: for somebody on this network, the button or the owner's key.
    func ask(_ asker: PairingState.Asker) throws(Problem) -> ShownCode {
        let (effects, place) = handle(.ask(asker, fresh: RandomSource.digits(PairingState.rules.digits)))
        for effect in effects {
            switch effect {
            case .show(let code, let lasts):
                if let place { return ShownCode(code: code, lasts: lasts, place: place) }
            case .wait(let wait): throw Problem(tooEarlyBy: wait)
            default: break
            }
        }
        throw Problem(.internalError, "no code was made; try again")
    }

    /// A device, by its row, says a code.
    func redeem(_ code: String, device: Int64, from client: Client) -> Verdict {
        var verdict = Verdict.noCode
        let guesser = PairingState.Guesser(
            device: device,
            address: client.address.customer.description,
            isHome: client.isLocal
        )
        for effect in handle(.redeem(code: code, guesser)).effects {
            switch effect {
            case .pair: verdict = .pair
            case .confirm: verdict = .confirm
            case .wrong(let tries): verdict = .wrong(triesLeft: tries)
            default: break
            }
        }
        return verdict
    }

    /// A device was deleted, or its person is no administrator any more: a code that it used pairs nobody again.
    func revoked() {
        _ = handle(.revoked)
    }

    /// Shows and hides under the lock: what the display was told last is what the rule decided last.
    private func handle(_ event: PairingState.Event) -> (
        effects: [PairingState.Effect], place: PairingBody.Place?
    ) {
        state.withLock { state in
            let effects = state.handle(event, at: now())
            var place: PairingBody.Place?
            for effect in effects {
                switch effect {
                case .show(let code, let lasts): place = outlet.show(code, lasts)
                case .hide: outlet.hide()
                default: break
                }
            }
            return (effects, place)
        }
    }
}
