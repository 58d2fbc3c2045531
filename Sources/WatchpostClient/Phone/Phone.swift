package import Foundation
public import WatchpostModel

/// This installation of the app, as the appliance knows it: it registers, and holds watch lists, map alerts and liked maps.
///
/// Its credential is made here at the first need and kept in the shared folder, one for the app and its widgets, and one
/// for each appliance that they meet. A phone that its appliance has forgotten registers again by itself, and then does
/// what was asked.
public struct Phone: Sendable, Installation {
    let transport: any HTTPTransport
    let store: PhoneStore
    let files = FileQueue()
    let whereabouts = Whereabouts()
    /// Where the appliance is asked: for times without a connection the lists are found by it.
    let address: String
    private let clock: @Sendable () -> Date

    package init(
        transport: any HTTPTransport,
        address: String,
        folder: URL,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.transport = transport
        self.address = address
        self.clock = clock
        store = PhoneStore(folder: folder)
    }

    /// The id by which the appliance at this address knows this installation; it stays until the phone is forgotten.
    ///
    /// Once the appliance was met it needs no connection.
    public var id: String {
        get async throws(WatchpostError) {
            if let met = await met() { return try await credential(at: met).id }
            return try await credential(at: identify()).id
        }
    }

    /// Registers, at each start of the app, and whenever its push token, language or zone changes.
    ///
    /// - Parameters:
    ///   - profile: what the phone says about itself; it is kept for registrations that become needed later.
    ///   - push: where notices go; nil: what the appliance has stays.
    /// - Returns: the device as the appliance has it; `pushRefused` says why the push address was not taken, which undoes nothing else.
    /// - Throws: `removed` when an administrator removed it, else why it did not work.
    @discardableResult
    public func register(
        _ profile: PhoneProfile = PhoneProfile(),
        push: PushChangeBody? = nil
    ) async throws(WatchpostError) -> DeviceBody {
        try await change { $0.profile = profile }
        let body = try encode(profile.registration(push))
        let answer = try await call(PersonalRequest("PUT", "", body: body, isRegistration: true))
        return try answer.reply.body(DeviceBody.self)
    }

    /// The device as the appliance has it.
    public func device() async throws(WatchpostError) -> DeviceBody {
        try await call(PersonalRequest("GET", "")).reply.body(DeviceBody.self)
    }

    /// Takes this phone off the appliance, and forgets its credential and lists here.
    ///
    /// Nothing is forgotten here before that very appliance has said that it does not know the phone any more. What
    /// the phone is at other appliances stays.
    public func forget() async throws(WatchpostError) {
        let appliance = try await identify()
        guard let credential = try await knownCredential(at: appliance) else {
            return try await change { $0.forget(appliance) }
        }
        // Not by `call`, which would register it first if it is gone already.
        let reply = try await send(PersonalRequest("DELETE", ""), as: credential)
        guard reply.status == 204 || reply.endsCredential else { throw reply.refusal }
        try await forget(credential, at: appliance)
        await whereabouts.forget()
    }

    /// Forgets here alone who this phone is at the appliance that was last met at this address: its credential and lists.
    ///
    /// For an appliance that is gone for good, or for signing out without a connection. One that is still there keeps
    /// what it has, and knows the phone no more; ``forget()`` is the polite way. A call that is under way meanwhile throws
    /// `forgotten` before it sends anything more.
    public func forgetHere() async throws(WatchpostError) {
        guard let appliance = await met() else { return }
        if let credential = try await knownCredential(at: appliance) {
            try await forget(credential, at: appliance)
        } else {
            try await change { $0.forget(appliance) }
        }
        await whereabouts.forget()
    }

    /// Says that this device may be on another network now: before the next request the appliance is asked which it is.
    ///
    /// For apps that follow the connection (`NWPathMonitor`); without it a change shows by a lost request, or after a
    /// minute.
    public func connectionChanged() async {
        await whereabouts.doubt()
    }

    /// A personal request, with all that it may take; `before`: the answer that it is made of.
    func call(
        _ request: PersonalRequest,
        after before: PersonalAnswer? = nil
    ) async throws(WatchpostError) -> PersonalAnswer {
        var exchange = PersonalExchange(phone: self, request: request, after: before)
        return try await exchange.run()
    }

    func registration() async throws(WatchpostError) -> PersonalRequest {
        let profile = await record().profile ?? PhoneProfile()
        return PersonalRequest("PUT", "", body: try encode(profile.registration(nil)), isRegistration: true)
    }

    func registered(
        _ reply: HTTPReply,
        as credential: PhoneCredential,
        at appliance: String
    ) throws(WatchpostError) {
        guard try reply.body(DeviceBody.self).id == credential.id else {
            throw .notWatchpost(status: reply.status)
        }
    }

    /// Sends a request of this phone's own.
    func send(
        _ request: PersonalRequest,
        as credential: PhoneCredential
    ) async throws(WatchpostError) -> HTTPReply {
        let path = "/v1/devices/\(credential.id)\(request.rest)"
        return try await transport.send(
            HTTPRequest(request.method, path, body: request.body, bearer: credential.text)
        )
    }

    /// Milliseconds since 1970.
    var now: Int64 { clock().milliseconds }
}

/// Which appliance this process has found at the address, for all copies of a ``Phone``.
///
/// It is believed for a minute: an app stays in memory for days, and is carried to other networks, where another box may
/// answer at the same address.
actor Whereabouts {
    /// In milliseconds.
    static let longest: Int64 = 60_000
    /// The one that was found last, however long ago.
    private(set) var last: String?
    /// When, by this device's clock; nil: since then something happened that makes it doubtful.
    private var foundAt: Int64?

    /// The appliance, if it has said so a moment ago; a clock that was set back is a doubt.
    func appliance(at now: Int64) -> String? {
        guard let foundAt, (0..<Whereabouts.longest).contains(now - foundAt) else { return nil }
        return last
    }

    func found(_ appliance: String, at now: Int64) {
        (last, foundAt) = (appliance, now)
    }

    /// The connection may be another one.
    func doubt() {
        foundAt = nil
    }

    func forget() {
        (last, foundAt) = (nil, nil)
    }
}

extension HTTPReply {
    /// The appliance says that it does not know the phone, or that it was removed.
    fileprivate var endsCredential: Bool {
        status == 401 && ["unknown-device", "device-removed"].contains(problem?.code)
    }
}
