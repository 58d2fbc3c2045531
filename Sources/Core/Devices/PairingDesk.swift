/// Pairing by a code that only somebody at the appliance can read; times are monotonic.
///
/// One code at a time, ten minutes, five tries: of a million codes a stranger can try five for each time that somebody
/// at home asks for one, and new codes themselves are rationed.
package struct PairingDesk: Sendable {
    /// Who wants a code to be shown.
    package enum Asker: Hashable, Sendable {
        /// Somebody on this network.
        case network
        /// Whoever pressed the button or has the owner's key.
        case owner
    }

    package enum Event: Sendable {
        /// `fresh`: a new code of six random digits, used when none is shown yet.
        case ask(Asker, fresh: String)
        /// A device, by its row, says a code.
        case redeem(code: String, device: Int64)
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
        /// It must not be paired anew by it: somebody may have taken that back meanwhile.
        case confirm(device: Int64)
        case wrong(triesLeft: Int)
        /// There is no code, or no longer.
        case noCode
        /// Too many codes were asked for: one more after this time.
        case wait(Duration)
    }

    private struct Shown: Sendable {
        let code: String
        let end: Duration
        var triesLeft = PairingDesk.tries
    }

    package static let lifetime = Duration.seconds(600)
    package static let tries = 5
    /// Codes for askers on the network: thirty guesses an hour at most.
    package static let ration = RateLimit.anHour(6)

    private var shown: Shown?
    /// Who paired last and with which code, until the code would have ended: the answer may have been lost.
    private var paired: (code: String, device: Int64, end: Duration)?
    private var codes = BucketTable<Bool>(PairingDesk.ration)

    package init() {}

    /// When the code that is shown ends; nil: none is shown.
    package var end: Duration? { shown?.end }

    package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
        let expired = expire(at: now)
        switch event {
        case .tick: return expired
        case .ask(let asker, let fresh): return expired + ask(asker, fresh, now)
        case .redeem(let code, let device): return expired + redeem(code, device)
        case .revoked:
            // Rows are numbered anew: whoever it was, the code must bring nobody back.
            paired = nil
            return expired
        }
    }

    private mutating func expire(at now: Duration) -> [Effect] {
        if let paired, paired.end <= now { self.paired = nil }
        guard let shown, shown.end <= now else { return [] }
        self.shown = nil
        return [.hide]
    }

    private mutating func ask(_ asker: Asker, _ fresh: String, _ now: Duration) -> [Effect] {
        if let shown { return [.show(code: shown.code, for: shown.end - now)] }
        if asker == .network, let wait = codes.take(true, at: now) { return [.wait(wait)] }
        shown = Shown(code: fresh, end: now + PairingDesk.lifetime)
        return [.show(code: fresh, for: PairingDesk.lifetime)]
    }

    private mutating func redeem(_ code: String, _ device: Int64) -> [Effect] {
        if let paired, paired.device == device, PairingDesk.isSame(paired.code, code) {
            return [.confirm(device: device)]
        }
        guard var current = shown else { return [.noCode] }
        guard PairingDesk.isSame(current.code, code) else {
            current.triesLeft -= 1
            shown = current.triesLeft > 0 ? current : nil
            let wrong = Effect.wrong(triesLeft: current.triesLeft)
            return shown == nil ? [.hide, wrong] : [wrong]
        }
        shown = nil
        paired = (code, device, current.end)
        return [.hide, .pair(device: device)]
    }

    /// Compares in a time that does not tell how many digits were right.
    private static func isSame(_ code: String, _ said: String) -> Bool {
        guard code.utf8.count == said.utf8.count else { return false }
        return zip(code.utf8, said.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
