/// How a personal request comes to an answer.
///
/// The appliance is asked which it is before each registration, and before any other request unless that was said a
/// moment ago, because a phone is somebody else at each. What was lost, the registration as well as the request, is sent
/// again once, and after that question: whoever loses a connection may have moved to another network. What is told to
/// wait waits, for five seconds in all, and goes on where it was. That the appliance does not know the phone, or that its id is another's, counts only when the
/// appliance that the credential was made for says so: it is asked again which it is. The first leads to a
/// registration, the second to a new credential. Every personal request may be repeated (docs/protocol.md), so that
/// none is ever in doubt.
package struct PersonalCall: Sendable {
    /// What happens.
    package enum Event: Hashable, Sendable {
        case began
        /// The appliance said which it is; `isSame`: the one that was believed to be there.
        case identified(isSame: Bool)
        /// The answer to the request itself.
        case answered(HTTPReply)
        /// What was sent last failed without an answer, or its answer is no appliance's.
        case failed(WatchpostError)
        /// The answer to a registration.
        case registered(HTTPReply)
        /// There is another credential now.
        case renewed
        /// The wait is over.
        case waited
    }

    /// What is to be done: one thing at a time.
    package enum Effect: Hashable, Sendable {
        /// Ask which appliance is there; when it is another one, its credential is the one to use from then on.
        case identify
        case send
        /// PUT of the device, with what was last said of it.
        case register
        /// A new credential instead of the refused one.
        case renewCredential
        case wait(seconds: Int)
        /// The end: any answer of an appliance, a conflict too.
        case finish(HTTPReply)
        /// The end.
        case fail(WatchpostError)
    }

    private enum Step: Hashable, Sendable {
        case identification, registration, request
    }

    private enum Doubt: Hashable, Sendable {
        case unknownDevice, wrongSecret
    }

    /// In seconds and for the whole call: a person is waiting, longer pauses are the app's to make.
    package static let longestWait = 5
    /// The request is a registration itself.
    private let isRegistration: Bool
    /// This process has asked the appliance a moment ago which it is.
    package var isIdentified: Bool
    private var step = Step.request
    /// What goes on when the appliance has said that it is the one.
    private var interrupted = Step.request
    private var repeatedAfterLoss: Set<Step> = []
    private var secondsLeft: Int
    /// Whether the appliance was asked in this very call which it is.
    private var hasAsked = false
    /// What an appliance said that is perhaps not ours.
    private var doubt: Doubt?
    private var mayRegister = true
    private var mayRenew = true

    /// - Parameters:
    ///   - isRegistration: the request is the PUT of the device.
    ///   - isIdentified: this process has asked the appliance a moment ago which it is.
    ///   - longestWait: for how many seconds in all it waits where the appliance says so.
    package init(
        isRegistration: Bool = false,
        isIdentified: Bool = true,
        longestWait: Int = PersonalCall.longestWait
    ) {
        self.isRegistration = isRegistration
        self.isIdentified = isIdentified
        secondsLeft = longestWait
    }

    /// Takes what happened and says what to do next.
    package mutating func handle(_ event: Event) -> Effect {
        switch event {
        case .began: go(to: isIdentified && !isRegistration ? .request : .identification)
        case .identified(let isSame): identified(isSame)
        case .waited: go(to: step)
        case .renewed: go(to: isRegistration ? .request : .registration)
        case .failed(let reason): failed(reason)
        case .answered(let reply): judge(reply, isRegistration: isRegistration)
        case .registered(let reply):
            (200..<300).contains(reply.status) ? go(to: .request) : judge(reply, isRegistration: true)
        }
    }

    private mutating func go(to next: Step) -> Effect {
        step = next
        switch next {
        case .identification: return .identify
        case .registration: return .register
        case .request: return .send
        }
    }

    /// Whoever was another one has said nothing about the credential that is used now.
    private mutating func identified(_ isSame: Bool) -> Effect {
        hasAsked = true
        let next = isSame ? interrupted : .request
        interrupted = .request
        guard let doubt, isSame else {
            doubt = nil
            return go(to: next)
        }
        return act(on: doubt)
    }

    private mutating func failed(_ reason: WatchpostError) -> Effect {
        switch reason {
        case .unreachable where repeatedAfterLoss.insert(step).inserted:
            if step != .identification { (interrupted, hasAsked) = (step, false) }
            return go(to: .identification)
        // Whoever says so for no time at all, again and again, is not to be asked for ever.
        case .busy(let seconds) where max(seconds, 1) <= secondsLeft:
            secondsLeft -= max(seconds, 1)
            return .wait(seconds: max(seconds, 1))
        default: return .fail(reason)
        }
    }

    private mutating func judge(_ reply: HTTPReply, isRegistration: Bool) -> Effect {
        if !(200..<300).contains(reply.status), case .busy = reply.refusal { return failed(reply.refusal) }
        switch reply.problem?.code {
        case "unknown-device" where reply.status == 401 && !isRegistration && mayRegister:
            return confirm(.unknownDevice)
        case "wrong-secret" where reply.status == 401 && mayRenew:
            return confirm(.wrongSecret)
        // The id is a phone's, or that of another game.
        case "id-taken" where reply.status == 409 && isRegistration && mayRenew,
            "other-game" where reply.status == 409 && isRegistration && mayRenew:
            return confirm(.wrongSecret)
        default: return .finish(reply)
        }
    }

    private mutating func confirm(_ doubt: Doubt) -> Effect {
        guard !hasAsked else { return act(on: doubt) }
        self.doubt = doubt
        return go(to: .identification)
    }

    private mutating func act(on doubt: Doubt) -> Effect {
        self.doubt = nil
        switch doubt {
        case .unknownDevice:
            mayRegister = false
            return go(to: .registration)
        case .wrongSecret:
            mayRenew = false
            return .renewCredential
        }
    }
}
