/// How a personal request comes to an answer.
///
/// It is sent again when it was lost, after a registration when the appliance does not know the phone, with a new
/// credential when the id is another's, and after a short wait when the appliance asks for one.
/// Every personal request may be repeated (docs/protocol.md), so that none is ever in doubt.
package struct PersonalCall: Sendable {
    /// What happens.
    package enum Event: Hashable, Sendable {
        case began
        /// The answer to the request itself.
        case answered(HTTPReply)
        /// The request, or the registration, failed without an answer.
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

    /// A person is waiting: longer pauses are the app's to make.
    private static let longestWait = 5
    /// What the request does when it is a registration itself.
    private let isRegistration: Bool
    private var mayRepeat = true
    private var mayRegister = true
    private var mayRenew = true
    private var mayWait = true

    /// `isRegistration`: the request is the PUT of the device.
    package init(isRegistration: Bool = false) {
        self.isRegistration = isRegistration
    }

    /// Takes what happened and says what to do next.
    package mutating func handle(_ event: Event) -> Effect {
        switch event {
        case .began, .waited: .send
        case .renewed: isRegistration ? .send : .register
        case .failed(let reason): repeated(after: reason)
        case .answered(let reply): judge(reply, isRegistration: isRegistration)
        case .registered(let reply):
            (200..<300).contains(reply.status) ? .send : judge(reply, isRegistration: true)
        }
    }

    private mutating func repeated(after reason: WatchpostError) -> Effect {
        guard case .unreachable = reason, mayRepeat else { return .fail(reason) }
        mayRepeat = false
        return .send
    }

    private mutating func judge(_ reply: HTTPReply, isRegistration: Bool) -> Effect {
        if case .busy(let seconds) = reply.refusal, !(200..<300).contains(reply.status) {
            guard mayWait, seconds <= PersonalCall.longestWait else { return .fail(reply.refusal) }
            mayWait = false
            return .wait(seconds: seconds)
        }
        switch reply.problem?.code {
        case "unknown-device" where reply.status == 401 && !isRegistration && mayRegister:
            mayRegister = false
            return .register
        case "wrong-secret" where reply.status == 401 && mayRenew:
            mayRenew = false
            return .renewCredential
        default: return .finish(reply)
        }
    }
}
