package import Foundation
public import WatchpostModel

/// This installation of the app, as the appliance knows it: it registers, and holds watch lists and map alerts.
///
/// Its credential is made here at the first need and kept in the shared folder, one for the app and its widgets. A
/// phone that the appliance has forgotten registers anew by itself, and then does what was asked.
public struct Phone: Sendable {
    private let transport: any HTTPTransport
    let store: PhoneStore
    let files = FileQueue()

    package init(transport: any HTTPTransport, folder: URL) {
        self.transport = transport
        store = PhoneStore(folder: folder)
    }

    /// The id by which the appliance knows this installation; it stays until the phone is forgotten.
    public var id: String {
        get async throws(WatchpostError) { try await credential().id }
    }

    /// Registers, at each start of the app, and whenever its push token, language or zone changes.
    ///
    /// - Parameters:
    ///   - profile: what the phone says about itself; it is kept for registrations that become needed later.
    ///   - push: where notices go; nil: what the appliance has stays.
    /// - Returns: the device as the appliance has it.
    /// - Throws: `removed` when an administrator removed it, else why it did not work.
    @discardableResult
    public func register(
        _ profile: PhoneProfile = PhoneProfile(),
        push: PushChangeBody? = nil
    ) async throws(WatchpostError) -> DeviceBody {
        try await change { $0.profile = profile }
        let body = try encode(profile.registration(push))
        let reply = try await call("PUT", "", body: body, isRegistration: true)
        return try reply.body(DeviceBody.self)
    }

    /// The device as the appliance has it.
    public func device() async throws(WatchpostError) -> DeviceBody {
        try await call("GET", "").body(DeviceBody.self)
    }

    /// Takes this phone off the appliance, and forgets its credential and lists here.
    public func forget() async throws(WatchpostError) {
        let credential = try await credential()
        // Not by `call`, which would register it first if it is gone already.
        let reply = try await send("DELETE", "", body: nil, as: credential)
        guard reply.status == 204 || reply.status == 401 else { throw reply.refusal }
        let outcome = await files.run { [store] () -> Result<Void, WatchpostError> in
            do throws(WatchpostError) { return .success(try store.forget(credential)) } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    /// A personal request; `rest` is what follows `/v1/devices/{id}`.
    func call(
        _ method: String,
        _ rest: String,
        body: Data? = nil,
        isRegistration: Bool = false
    ) async throws(WatchpostError) -> HTTPReply {
        var rule = PersonalCall(isRegistration: isRegistration)
        var credential = try await credential()
        var event = PersonalCall.Event.began
        while true {
            switch rule.handle(event) {
            case .send:
                event = await attempt(method, rest, body, credential, PersonalCall.Event.answered)
            case .register:
                let profile = await files.run { [store] in store.record().profile } ?? PhoneProfile()
                let registration = try encode(profile.registration(nil))
                event = await attempt("PUT", "", registration, credential, PersonalCall.Event.registered)
            case .renewCredential:
                credential = try await self.credential(insteadOf: credential)
                event = .renewed
            case .wait(let seconds):
                do {
                    try await Task.sleep(nanoseconds: UInt64(seconds) * 1_000_000_000)
                } catch {
                    throw .cancelled
                }
                event = .waited
            case .finish(let reply): return reply
            case .fail(let reason): throw reason
            }
        }
    }

    private func attempt(
        _ method: String,
        _ rest: String,
        _ body: Data?,
        _ credential: PhoneCredential,
        _ event: (HTTPReply) -> PersonalCall.Event
    ) async -> PersonalCall.Event {
        do { return event(try await send(method, rest, body: body, as: credential)) } catch {
            return .failed(error)
        }
    }

    private func send(
        _ method: String,
        _ rest: String,
        body: Data?,
        as credential: PhoneCredential
    ) async throws(WatchpostError) -> HTTPReply {
        try await transport.send(
            HTTPRequest(method, "/v1/devices/\(credential.id)\(rest)", body: body, bearer: credential.text)
        )
    }
}
