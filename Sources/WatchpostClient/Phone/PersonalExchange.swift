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
    /// When the request was last sent.
    private var asked: Int64 = 0

    init(phone: Phone, request: PersonalRequest) {
        self.phone = phone
        self.request = request
    }

    /// The answer of an appliance, whatever it is.
    mutating func run() async throws(WatchpostError) -> PersonalAnswer {
        if let found = await phone.whereabouts.appliance(at: phone.now) {
            (appliance, credential) = (found, try await phone.credential(at: found))
        }
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

    private mutating func identified() async -> PersonalCall.Event {
        do throws(WatchpostError) {
            let found = try await phone.identify()
            let isSame = found == appliance
            if !isSame { (appliance, credential) = (found, try await phone.credential(at: found)) }
            return .identified(isSame: isSame)
        } catch {
            return .failed(error)
        }
    }

    private mutating func renewed() async -> PersonalCall.Event {
        guard let appliance, let refused = credential else { return .failed(.cancelled) }
        do throws(WatchpostError) {
            credential = try await phone.successor(of: refused, at: appliance)
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
            if request.isRegistration, try await !phone.holds(credential, at: appliance) {
                return .failed(.cancelled)
            }
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
