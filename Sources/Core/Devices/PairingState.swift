/// Pairing by a code that only somebody at the appliance can read; times are monotonic.
///
/// One code at a time, ten minutes. Nobody can guess it away: wrong tries count against the device and the network that
/// they come from and never end the code itself, and those from home have a purse of their own. Of a million codes fifty
/// can be tried for each time that somebody at home asks for one, and new codes are rationed.
package struct PairingState: Sendable {
    /// Who wants a code to be shown.
    package enum Asker: Hashable, Sendable {
        /// Somebody on this network.
        case network
        /// Whoever pressed the button or has the owner's key.
        case owner
    }

    /// Who says a code.
    package struct Guesser: Hashable, Sendable {
        /// Its row.
        package var device: Int64
        /// What its address is counted by, as text.
        package var address: String
        /// It is on this network.
        package var isHome: Bool

        package init(device: Int64, address: String, isHome: Bool) {
            self.device = device
            self.address = address
            self.isHome = isHome
        }
    }

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
        /// It must not be paired anew by it: somebody may have taken that back meanwhile.
        case confirm(device: Int64)
        /// 0: this guesser is not listened to any more, whatever it says; the code stays for others.
        case wrong(triesLeft: Int)
        /// There is no code, or no longer.
        case noCode
        /// Too many codes were asked for: one more after this time.
        case wait(Duration)
    }

    package static let lifetime = Duration.seconds(600)
    /// Of one device, and of one address, with one code.
    package static let tries = 5
    /// Of everybody on this network together: a phone in a visitor's hand must leave some for the owner's.
    package static let homeTries = 20
    /// Of everybody outside together.
    package static let outsideTries = 30
    /// Codes for askers on the network: three hundred guesses an hour at most.
    package static let ration = RateLimit.anHour(6)

    private var shown: ShownCode?
    /// Who paired last and with which code, until the code would have ended: the answer may have been lost.
    private var paired: (code: String, device: Int64, end: Duration)?
    private var codes = BucketTable<Bool>(PairingState.ration)

    package init() {}

    /// When the code that is shown ends; nil: none is shown.
    package var end: Duration? { shown?.end }

    package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
        let expired = expire(at: now)
        switch event {
        case .tick: return expired
        case .ask(let asker, let fresh): return expired + ask(asker, fresh, now)
        case .redeem(let code, let guesser): return expired + redeem(code, guesser)
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
        if let shown, !shown.hasRefused { return [.show(code: shown.code, for: shown.end - now)] }
        if asker == .network, let wait = codes.take(true, at: now) {
            // Who has tries left may go on with the code that is there.
            return shown.map { [.show(code: $0.code, for: $0.end - now)] } ?? [.wait(wait)]
        }
        shown = ShownCode(code: fresh, end: now + PairingState.lifetime)
        return [.show(code: fresh, for: PairingState.lifetime)]
    }

    private mutating func redeem(_ code: String, _ guesser: Guesser) -> [Effect] {
        if let paired, paired.device == guesser.device, PairingState.isSame(paired.code, code) {
            return [.confirm(device: guesser.device)]
        }
        guard var current = shown else { return [.noCode] }
        guard current.triesLeft(guesser) > 0 else { return [.wrong(triesLeft: 0)] }
        guard PairingState.isSame(current.code, code) else {
            current.count(guesser)
            shown = current
            return [.wrong(triesLeft: current.triesLeft(guesser))]
        }
        shown = nil
        paired = (code, guesser.device, current.end)
        return [.hide, .pair(device: guesser.device)]
    }

    /// Compares in a time that does not tell how many digits were right.
    private static func isSame(_ code: String, _ said: String) -> Bool {
        guard code.utf8.count == said.utf8.count else { return false }
        return zip(code.utf8, said.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// A code and who has guessed wrong; no larger than the tries that there are.
private struct ShownCode: Sendable {
    private enum Counted: Hashable, Sendable {
        case device(Int64)
        case address(String, isHome: Bool)
    }

    let code: String
    let end: Duration
    private var wrong: [Counted: Int] = [:]
    private var homeLeft = PairingState.homeTries
    private var outsideLeft = PairingState.outsideTries

    init(code: String, end: Duration) {
        self.code = code
        self.end = end
    }

    /// Somebody has no tries left with this code.
    var hasRefused: Bool {
        homeLeft == 0 || outsideLeft == 0 || wrong.values.contains { $0 >= PairingState.tries }
    }

    func triesLeft(_ guesser: PairingState.Guesser) -> Int {
        let used = max(
            wrong[.device(guesser.device), default: 0],
            wrong[.address(guesser.address, isHome: guesser.isHome), default: 0]
        )
        return min(PairingState.tries - used, guesser.isHome ? homeLeft : outsideLeft)
    }

    mutating func count(_ guesser: PairingState.Guesser) {
        wrong[.device(guesser.device), default: 0] += 1
        wrong[.address(guesser.address, isHome: guesser.isHome), default: 0] += 1
        if guesser.isHome { homeLeft -= 1 } else { outsideLeft -= 1 }
    }
}
