/// Who wants a code to be shown.
package enum PresenceAsker: Hashable, Sendable {
    /// Somebody on this network.
    case network
    /// Whoever pressed the button or has the owner's key.
    case owner
}

/// Who says a code.
package struct PresenceGuesser: Hashable, Sendable {
    /// Its row; nil: nobody that is known, who is counted by the address alone.
    package var device: Int64?
    /// What its address is counted by, as text.
    package var address: String
    /// It is on this network.
    package var isHome: Bool

    package init(device: Int64?, address: String, isHome: Bool) {
        self.device = device
        self.address = address
        self.isHome = isHome
    }

    /// Whether an answer that was lost may have been this one's.
    fileprivate func isSame(as other: PresenceGuesser) -> Bool {
        device == other.device && (device != nil || address == other.address)
    }
}

/// The numbers of one use of such codes.
package struct PresenceRules: Hashable, Sendable {
    /// Length of a code, decimal digits.
    package var digits: Int
    package var lifetime = Duration.seconds(600)
    /// Of one device, and of one address, with one code.
    package var tries = 5
    /// Of everybody on this network together: a phone in a visitor's hand must leave some for the owner's.
    package var homeTries = 20
    /// Of everybody outside together.
    package var outsideTries = 30
    /// Codes for askers on the network.
    package var ration = RateLimit.anHour(6)

    package init(digits: Int) {
        self.digits = digits
    }

    /// Makes a phone an administrator: three hundred guesses of a million an hour at most.
    package static let pairing = PresenceRules(digits: 6)
    /// Gives back an account whose password is lost, which is worth more guesses: two digits more.
    package static let reset = PresenceRules(digits: 8)
    /// The same by mail, which may be slow.
    package static let mail: PresenceRules = {
        var rules = PresenceRules(digits: 8)
        rules.lifetime = .seconds(1_800)
        return rules
    }()
}

/// Codes that prove presence: only somebody at the appliance can read them; times are monotonic.
///
/// One code at a time, for one subject, that is for what it opens. Nobody can guess it away: wrong tries count against
/// the device and the network that they come from and never end the code itself, and those from home have a purse of
/// their own. Of all codes fifty can be tried for each time that somebody at home asks for one, and new ones are rationed.
package struct PresenceCodes<Subject: Hashable & Sendable>: Sendable {
    package enum Event: Sendable {
        /// `fresh`: a new code of random digits, used when none is shown yet, or somebody used up their tries.
        case ask(Subject, PresenceAsker, fresh: String)
        /// Somebody says a code.
        case redeem(Subject, code: String, PresenceGuesser)
        /// Somebody who proved their presence has lost what they got by it.
        case revoked
        /// Time has passed.
        case tick
    }

    package enum Effect: Hashable, Sendable {
        /// Show this code for so long; a code that is shown already stays as it is.
        case show(Subject, code: String, for: Duration)
        /// No code is shown any more.
        case hide
        /// The code is valid: open it to whoever said it.
        case prove(Subject, PresenceGuesser)
        /// It was opened to this one by this code before: say so again, if it still is. It must not be opened again.
        case confirm(Subject, PresenceGuesser)
        /// 0: this guesser is not listened to any more, whatever it says; the code stays for others.
        case wrong(triesLeft: Int)
        /// There is no code for this, or no longer.
        case noCode
        /// Too many codes were asked for, or one for something else is shown: one more after this time.
        case wait(Duration)
    }

    /// What a code opened, kept until the code would have ended: the answer may have been lost.
    private struct Proof: Sendable {
        let subject: Subject
        let code: String
        let guesser: PresenceGuesser
        let end: Duration
    }

    private let rules: PresenceRules
    private var shown: ShownCode<Subject>?
    private var proven: Proof?
    private var codes: BucketTable<Bool>

    package init(_ rules: PresenceRules) {
        self.rules = rules
        codes = BucketTable(rules.ration)
    }

    /// When the code that is shown ends; nil: none is shown.
    package var end: Duration? { shown?.end }

    package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
        let expired = expire(at: now)
        switch event {
        case .tick: return expired
        case .ask(let subject, let asker, let fresh): return expired + ask(subject, asker, fresh, now)
        case .redeem(let subject, let code, let guesser): return expired + redeem(subject, code, guesser)
        case .revoked:
            // Rows are numbered again: whoever it was, the code must bring nobody back.
            proven = nil
            return expired
        }
    }

    private mutating func expire(at now: Duration) -> [Effect] {
        if let proven, proven.end <= now { self.proven = nil }
        guard let shown, shown.end <= now else { return [] }
        self.shown = nil
        return [.hide]
    }

    private mutating func ask(
        _ subject: Subject,
        _ asker: PresenceAsker,
        _ fresh: String,
        _ now: Duration
    ) -> [Effect] {
        if let shown, shown.subject != subject, asker == .network { return [.wait(shown.end - now)] }
        let mine = shown.flatMap { $0.subject == subject ? $0 : nil }
        if let mine, !mine.hasRefused { return [.show(subject, code: mine.code, for: mine.end - now)] }
        if asker == .network, let wait = codes.take(true, at: now) {
            // Who has tries left may go on with the code that is there.
            return mine.map { [.show(subject, code: $0.code, for: $0.end - now)] } ?? [.wait(wait)]
        }
        shown = ShownCode(subject: subject, code: fresh, end: now + rules.lifetime, rules: rules)
        return [.show(subject, code: fresh, for: rules.lifetime)]
    }

    private mutating func redeem(_ subject: Subject, _ code: String, _ guesser: PresenceGuesser) -> [Effect] {
        if let proven, proven.subject == subject, proven.guesser.isSame(as: guesser),
            isSameCode(proven.code, code)
        {
            return [.confirm(subject, guesser)]
        }
        guard var current = shown, current.subject == subject else { return [.noCode] }
        guard current.triesLeft(guesser) > 0 else { return [.wrong(triesLeft: 0)] }
        guard isSameCode(current.code, code) else {
            current.count(guesser)
            shown = current
            return [.wrong(triesLeft: current.triesLeft(guesser))]
        }
        shown = nil
        proven = Proof(subject: subject, code: code, guesser: guesser, end: current.end)
        return [.hide, .prove(subject, guesser)]
    }
}

/// Compares in a time that does not tell how many digits were right.
private func isSameCode(_ code: String, _ said: String) -> Bool {
    guard code.utf8.count == said.utf8.count else { return false }
    return zip(code.utf8, said.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

/// A code and who has guessed wrong; no larger than the tries that there are.
private struct ShownCode<Subject: Hashable & Sendable>: Sendable {
    private enum Counted: Hashable, Sendable {
        case device(Int64)
        case address(String, isHome: Bool)
    }

    let subject: Subject
    let code: String
    let end: Duration
    private let tries: Int
    private var wrong: [Counted: Int] = [:]
    private var homeLeft: Int
    private var outsideLeft: Int

    init(subject: Subject, code: String, end: Duration, rules: PresenceRules) {
        self.subject = subject
        self.code = code
        self.end = end
        tries = rules.tries
        homeLeft = rules.homeTries
        outsideLeft = rules.outsideTries
    }

    /// Somebody has no tries left with this code.
    var hasRefused: Bool {
        homeLeft == 0 || outsideLeft == 0 || wrong.values.contains { $0 >= tries }
    }

    func triesLeft(_ guesser: PresenceGuesser) -> Int {
        let used = ShownCode.counted(guesser).map { wrong[$0, default: 0] }.max() ?? 0
        return min(tries - used, guesser.isHome ? homeLeft : outsideLeft)
    }

    mutating func count(_ guesser: PresenceGuesser) {
        for counted in ShownCode.counted(guesser) { wrong[counted, default: 0] += 1 }
        if guesser.isHome { homeLeft -= 1 } else { outsideLeft -= 1 }
    }

    private static func counted(_ guesser: PresenceGuesser) -> [Counted] {
        let address = Counted.address(guesser.address, isHome: guesser.isHome)
        return guesser.device.map { [.device($0), address] } ?? [address]
    }
}
