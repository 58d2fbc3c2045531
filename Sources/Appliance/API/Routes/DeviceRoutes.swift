import Core
import Push
import Serving
import SystemSupport
import WatchpostModel

/// Registering a device, reading and deleting it.
struct DeviceRoutes {
    let services: DeviceServices

    static let pattern = "/v1/devices/{id}"
    /// A registration with the longest push endpoint.
    private static let largestBody = 16_384

    var routes: [Route] {
        [
            Route(.put, DeviceRoutes.pattern, .newDevice, .body(DeviceRoutes.largestBody)) {
                request async throws(Problem) in try await put(request)
            },
            Route(.get, DeviceRoutes.pattern, .ownDevice, .bare) { request async throws(Problem) in
                let identity = try request.device()
                return try await services.reply(device: identity.id)
            },
            Route(.delete, DeviceRoutes.pattern, .ownDevice, .bare) { request async throws(Problem) in
                let identity = try request.device()
                try await services.delete(identity)
                return .noContent
            },
        ]
    }

    /// What is odd about the push address, or how a phone describes itself, never undoes the registration.
    private func put(_ request: CallRequest) async throws(Problem) -> Reply {
        let credential = try request.credential()
        let body = try request.json(DeviceRegistrationBody.self)
        let push = address(body.push)
        let registration = DeviceRegistration(
            install: credential.install,
            secretHash: SecretHash.of(credential.secret),
            profile: DeviceProfile(name: body.name, locale: body.locale, zone: body.timeZone),
            address: push.change,
            isLocal: request.client.isLocal,
            network: request.client.address.networkName,
            at: try services.wall()
        )
        try await countIfNew(credential, request)
        let version = services.gate.identities.version
        let outcome = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.put(registration, isSameSecret: SecretHash.areEqual)
        }
        let (record, isNew) = try DeviceRoutes.taken(outcome)
        services.gate.keep(.device(DeviceIdentity(record)), of: request, since: version)
        noteReach(push, isLocal: request.client.isLocal)
        return Reply(DeviceBody(record, refusal: push.refusal), status: isNew ? 201 : 200)
    }

    /// The device, and whether it is a new one.
    private static func taken(_ outcome: RegistrationOutcome) throws(Problem) -> (DeviceRecord, Bool) {
        switch outcome {
        case .registered(let record): return (record, true)
        case .renewed(let record): return (record, false)
        case .refused:
            throw Problem(
                .unauthorized,
                "this id belongs to another secret; make a new id and secret",
                code: .wrongSecret
            )
        case .full(let most):
            throw Problem(devicesFull: "\(most) devices are registered, which is the limit")
        case .networkFull(let most):
            throw Problem(
                devicesFull: "\(most) devices are registered from this network, which is the limit of one"
            )
        }
    }

    /// A phone that can be reached from now on may have map alerts that nobody waited for until now.
    private func noteReach(_ push: AddressWish, isLocal: Bool) {
        if push.change != .keep { services.outlets.alertsChanged() }
        guard let refusal = push.refusal, refusal.kind == .unknownService, let host = refusal.service else {
            return
        }
        services.unknownServices.note(host, isLocal: isLocal)
    }

    /// An app registers again at each start; only what is new counts against the hourly limit.
    private func countIfNew(_ credential: DeviceCredential, _ request: CallRequest) async throws(Problem) {
        guard request.caller == .stranger else { return }
        let known = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.identity(of: credential.install)
        }
        guard known == nil else { return }
        try services.gate.count(.registration, request)
        try await countOutside(request.client)
        try await services.gate.refuseRemoved(credential)
        try await services.gate.refuse(credential.install, asOtherThan: .device)
    }

    /// Everybody outside together, after whoever asks in vain has spent what its own network may.
    private func countOutside(_ client: Client) async throws(Problem) {
        guard !client.isLocal else { return }
        let network = client.address.networkName
        let isRationed = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.isRationed(network)
        }
        if isRationed { try services.gate.count(.registration, of: [.outside]) }
    }

    /// What is to become of the address; one that cannot be taken leaves what is stored, and the answer says why.
    private struct AddressWish {
        var change: AddressChange
        var refusal: PushAddressRefusal?
    }

    private func address(_ push: PushChangeBody?) -> AddressWish {
        guard let push else { return AddressWish(change: .keep) }
        guard case .set(let registration) = push else { return AddressWish(change: .remove) }
        do throws(PushAddressRefusal) {
            let address = try services.push.address(
                registration.kind,
                JSONBody.encode(registration),
                services.milliseconds()
            )
            return AddressWish(change: .set(address))
        } catch {
            return AddressWish(change: .keep, refusal: error)
        }
    }
}

extension DeviceServices {
    /// The answer that describes a device.
    func reply(device id: Int64) async throws(Problem) -> Reply {
        let store = store
        let record = try await disk.watch { () throws(SQLiteError) in try await store.device(id) }
        guard let record else {
            throw Problem(
                .unauthorized,
                "this device was just deleted; register it again",
                code: .unknownDevice
            )
        }
        return Reply(DeviceBody(record))
    }

    /// Deletes a device and everything that is only its own; one that is `revoked` by somebody else is told so.
    func delete(_ identity: DeviceIdentity, revoked: Bool = false) async throws(Problem) {
        let store = store
        let now = revoked ? try wall() : nil
        _ = try await disk.watch { () throws(SQLiteError) in
            guard let now else { return try await store.delete(identity.id) }
            return try await store.revoke(identity.id, at: now)
        }
        guard identity.isAdministrator else { return }
        pairing.revoked()
        await watching.tell()
    }
}

extension Problem {
    /// There is no place for another phone from outside.
    fileprivate init(devicesFull words: String) {
        self.init(
            .unavailable,
            "\(words); at home there may be a place left",
            code: .devicesFull,
            retryAfter: 3_600
        )
    }

    /// A value that the client sent and nobody can store.
    static func refusing<Value>(_ work: () throws(DeviceRefusal) -> Value) throws(Problem) -> Value {
        do throws(DeviceRefusal) {
            return try work()
        } catch {
            throw Problem(.badRequest, error.words)
        }
    }
}
