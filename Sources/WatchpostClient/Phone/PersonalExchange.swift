import Foundation

/// A request in the name of an installation.
struct PersonalRequest: Sendable {
    let method: String
    /// Of a phone what follows its id; of a game the whole path.
    let rest: String
    /// JSON.
    let body: Data?
    /// It is the PUT of the installation itself.
    let isRegistration: Bool
    /// Fields of its head beside the usual ones.
    var fields: [String: String] = [:]
    /// A game that has a key signs it.
    var isSigned = false

    init(_ method: String, _ rest: String, body: Data? = nil, isRegistration: Bool = false) {
        self.method = method
        self.rest = rest
        self.body = body
        self.isRegistration = isRegistration
    }
}

/// What an appliance answered, and when: milliseconds since 1970.
struct PersonalAnswer: Sendable {
    let reply: HTTPReply
    /// The id of the appliance.
    let appliance: String
    /// Who asked.
    let credential: PhoneCredential
    let asked, answered: Int64
    /// It is about a registration, and the request itself was not answered.
    let isOfRegistration: Bool
    /// How often the request itself was sent: more than once where an answer was lost.
    let times: Int
}

/// Performs what ``PersonalCall`` says, for one request.
struct PersonalExchange {
    private let phone: any Installation
    private let request: PersonalRequest
    /// The only appliance that may see the request; nil: whichever is there.
    private let destination: String?
    private var rule: PersonalCall
    /// Which appliance is believed to be there, and who this phone is to it.
    private var appliance: String?
    private var credential: PhoneCredential?
    /// Who this phone is to all that were met since the person asked: nobody new takes its place there when it is forgotten.
    private var met: [String: PhoneCredential] = [:]
    /// When the request was last sent, and how often it was.
    private var asked: Int64 = 0
    private var times = 0
    private var isRegistering = false

    /// An exchange that has not begun.
    ///
    /// - Parameters:
    ///   - phone: who asks.
    ///   - request: what is asked.
    ///   - before: the answer that the request is made of, which is void once the phone is forgotten.
    ///   - destination: the only appliance that may see the request; nil: whichever is there.
    ///   - longestWait: for how many seconds in all it waits where the appliance says so.
    init(
        phone: any Installation,
        request: PersonalRequest,
        after before: PersonalAnswer? = nil,
        to destination: String? = nil,
        longestWait: Int = PersonalCall.longestWait
    ) {
        self.phone = phone
        self.request = request
        self.destination = destination
        rule = PersonalCall(isRegistration: request.isRegistration, longestWait: longestWait)
        if let before { met[before.appliance] = before.credential }
    }

    /// The answer of an appliance, whatever it is.
    mutating func run() async throws(WatchpostError) -> PersonalAnswer {
        for (appliance, credential) in met {
            guard try await phone.holds(credential, at: appliance) else { throw .forgotten }
        }
        if let found = await phone.whereabouts.appliance(at: phone.now) { try await meet(found) }
        rule.isIdentified = appliance != nil
        var event = PersonalCall.Event.began
        while true {
            switch rule.handle(event) {
            case .identify: event = await identified()
            case .send: event = await sent(request)
            case .register: event = await registered()
            case .renewCredential: event = await renewed()
            case .wait(let seconds):
                do {
                    try await Task.sleep(nanoseconds: UInt64(seconds) * 1_000_000_000)
                } catch {
                    throw .cancelled
                }
                event = .waited
            case .finish(let reply): return try await answer(reply)
            case .fail(let reason):
                await phone.whereabouts.doubt()
                throw reason
            }
        }
    }

    private func answer(_ reply: HTTPReply) async throws(WatchpostError) -> PersonalAnswer {
        guard let appliance, let credential else { throw .notWatchpost(status: reply.status) }
        if reply.status == 401 { await phone.whereabouts.doubt() }
        return PersonalAnswer(
            reply: reply,
            appliance: appliance,
            credential: credential,
            asked: asked,
            answered: phone.now,
            isOfRegistration: isRegistering,
            times: times
        )
    }

    /// An appliance is there.
    private mutating func meet(_ found: String) async throws(WatchpostError) {
        guard destination == nil || destination == found else {
            throw .unreachable("another box answers at this address")
        }
        if met[found] == nil { met[found] = try await phone.credential(at: found) }
        (appliance, credential) = (found, met[found])
    }

    private mutating func identified() async -> PersonalCall.Event {
        do throws(WatchpostError) {
            let found = try await phone.identify()
            let isSame = found == appliance
            if !isSame { try await meet(found) }
            return .identified(isSame: isSame)
        } catch {
            return .failed(error)
        }
    }

    private mutating func renewed() async -> PersonalCall.Event {
        guard let appliance, let refused = credential else { return .failed(.cancelled) }
        do throws(WatchpostError) {
            let successor = try await phone.successor(of: refused, at: appliance)
            (credential, met[appliance]) = (successor, successor)
            return .renewed
        } catch {
            return .failed(error)
        }
    }

    private mutating func sent(_ request: PersonalRequest) async -> PersonalCall.Event {
        (asked, isRegistering) = (phone.now, request.isRegistration)
        times += 1
        return await attempt(request, PersonalCall.Event.answered)
    }

    private mutating func registered() async -> PersonalCall.Event {
        isRegistering = true
        do throws(WatchpostError) {
            return await attempt(try await phone.registration(), PersonalCall.Event.registered)
        } catch {
            return .failed(error)
        }
    }

    private func attempt(
        _ request: PersonalRequest,
        _ event: (HTTPReply) -> PersonalCall.Event
    ) async -> PersonalCall.Event {
        guard let appliance, let credential else { return .failed(.cancelled) }
        do throws(WatchpostError) {
            // Whoever was forgotten meanwhile comes back as nobody.
            guard try await phone.holds(credential, at: appliance) else { return .failed(.forgotten) }
            let reply = try await phone.send(request, as: credential)
            if request.isRegistration, (200..<300).contains(reply.status) {
                try await phone.registered(reply, as: credential, at: appliance)
                // If it cannot be noted, the one before is refused next time, and this one takes its place then.
                try? await phone.accept(credential, at: appliance)
            }
            return event(reply)
        } catch {
            return .failed(error)
        }
    }
}
