import Foundation
import WatchpostModel

/// A request below `/v1/devices/{id}`.
struct PersonalRequest: Sendable {
    let method: String
    /// What follows the id.
    let rest: String
    /// JSON.
    let body: Data?
    /// It is the PUT of the device.
    let isRegistration: Bool

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
}

/// Performs what ``PersonalCall`` says, for one request.
struct PersonalExchange {
    private let phone: Phone
    private let request: PersonalRequest
    /// Which appliance is believed to be there, and who this phone is to it.
    private var appliance: String?
    private var credential: PhoneCredential?
    /// Who this phone is to all that were met since the person asked: nobody new takes its place there when it is forgotten.
    private var met: [String: PhoneCredential] = [:]
    /// When the request was last sent.
    private var asked: Int64 = 0

    /// `before`: the answer that the request is made of, which is void once the phone is forgotten.
    init(phone: Phone, request: PersonalRequest, after before: PersonalAnswer? = nil) {
        self.phone = phone
        self.request = request
        if let before { met[before.appliance] = before.credential }
    }

    /// The answer of an appliance, whatever it is.
    mutating func run() async throws(WatchpostError) -> PersonalAnswer {
        for (appliance, credential) in met {
            guard try await phone.holds(credential, at: appliance) else { throw .forgotten }
        }
        if let found = await phone.whereabouts.appliance(at: phone.now) { try await meet(found) }
        var rule = PersonalCall(isRegistration: request.isRegistration, isIdentified: appliance != nil)
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
            case .finish(let reply):
                guard let appliance, let credential else { throw .notWatchpost(status: reply.status) }
                if reply.status == 401 { await phone.whereabouts.doubt() }
                return PersonalAnswer(
                    reply: reply,
                    appliance: appliance,
                    credential: credential,
                    asked: asked,
                    answered: phone.now
                )
            case .fail(let reason):
                await phone.whereabouts.doubt()
                throw reason
            }
        }
    }

    /// An appliance is there.
    private mutating func meet(_ found: String) async throws(WatchpostError) {
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
        asked = phone.now
        return await attempt(request, PersonalCall.Event.answered)
    }

    private func registered() async -> PersonalCall.Event {
        do throws(WatchpostError) {
            let profile = await phone.record().profile ?? PhoneProfile()
            let body = try phone.encode(profile.registration(nil))
            let registration = PersonalRequest("PUT", "", body: body, isRegistration: true)
            return await attempt(registration, PersonalCall.Event.registered)
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
                let device = try reply.body(DeviceBody.self)
                guard device.id == credential.id else { throw .notWatchpost(status: reply.status) }
                // If it cannot be noted, the one before is refused next time, and this one takes its place then.
                try? await phone.accept(credential, at: appliance)
            }
            return event(reply)
        } catch {
            return .failed(error)
        }
    }
}
