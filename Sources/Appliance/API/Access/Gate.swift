import Core

/// Lets requests in that prove who they are, as often as they may come.
struct Gate: Sendable {
    /// Who administers.
    enum Administrator: Sendable {
        case device(DeviceIdentity)
        /// Our own commands.
        case owner

        /// The owner is not counted.
        var isOwner: Bool {
            if case .owner = self { true } else { false }
        }
    }

    private let store: DeviceStore
    private let disk: DiskErrorLog
    private let ownerKey: OwnerKey?
    private let limits: Locked<AccessLimits>
    /// Whose credentials were found good lately.
    let callers = KnownCallers()
    /// Monotonic.
    private let now: @Sendable () -> Duration

    init(
        store: DeviceStore,
        disk: DiskErrorLog,
        ownerKey: OwnerKey?,
        limits: AccessLimits,
        now: @escaping @Sendable () -> Duration
    ) {
        self.store = store
        self.disk = disk
        self.ownerKey = ownerKey
        self.limits = Locked(limits)
        self.now = now
    }

    /// The device whose path and credential these are.
    ///
    /// Another device's path is refused before anything is looked up, so that the answer cannot tell whether that
    /// one exists; an unknown device and a wrong secret are one answer.
    func device(_ request: CallRequest) async throws(Problem) -> DeviceIdentity {
        try count(request)
        let credential = try credential(request)
        guard credential.install == request.parameter("id") else { throw Gate.foreign }
        return try await identify(credential, request)
    }

    /// The device whose credential this is, for paths that name none.
    func bearer(_ request: CallRequest) async throws(Problem) -> DeviceIdentity {
        try count(request)
        return try await identify(try credential(request), request)
    }

    /// A credential whose device may not exist yet: for registering.
    func newcomer(_ request: CallRequest) throws(Problem) -> DeviceCredential {
        try count(request)
        let credential = try credential(request)
        guard credential.install == request.parameter("id") else { throw Gate.foreign }
        return credential
    }

    /// A paired device, or the owner.
    func administrator(_ request: CallRequest) async throws(Problem) -> Administrator {
        if isOwner(request) { return .owner }
        let identity = try await bearer(request)
        guard identity.isAdministrator else {
            throw Problem(
                .forbidden,
                "this device was not paired with the appliance; ask for a pairing code first",
                code: .notPaired
            )
        }
        return .device(identity)
    }

    /// Whether the request carries the owner's key, from a program of this machine.
    func isOwner(_ request: CallRequest) -> Bool {
        guard request.client.isOnThisMachine, let ownerKey, let bearer = Gate.bearerText(request) else {
            return false
        }
        guard ownerKey.accepts(bearer) else { return false }
        callers.note(request.authorization)
        return true
    }

    /// Counts a action that has a limit of its own, for the address and for the device if there is one.
    func count(
        _ action: AccessLimits.Action,
        _ request: CallRequest,
        device: Int64? = nil
    ) throws(Problem) {
        let now = now()
        let address = AccessLimits.Asker.address(request.client.address.customer)
        let wait = limits.withLock { limits in
            limits.action(action, of: address, at: now)
                ?? device.flatMap { limits.action(action, of: .device($0), at: now) }
        }
        if let wait { throw Problem(tooEarlyBy: wait) }
    }

    /// Counts a request of an address.
    func count(_ request: CallRequest) throws(Problem) {
        let now = now()
        let address = AccessLimits.Asker.address(request.client.address.customer)
        let wait = limits.withLock { $0.request(of: address, at: now) }
        if let wait { throw Problem(tooEarlyBy: wait) }
    }
}

extension Gate {
    private static let foreign = Problem(.forbidden, "the credential is that of another device")

    private static func bearerText(_ request: CallRequest) -> Substring? {
        guard let field = request.authorization else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1].drop { $0 == " " }
    }

    private func credential(_ request: CallRequest) throws(Problem) -> DeviceCredential {
        guard let text = Gate.bearerText(request) else {
            throw Problem(.unauthorized, "send Authorization: Bearer ID.SECRET")
        }
        guard let credential = DeviceCredential(text) else {
            throw Problem(
                .unauthorized,
                "the credential is not ID.SECRET, 22 and 43 characters of base64url made by the device"
            )
        }
        return credential
    }

    private func identify(_ credential: DeviceCredential, _ request: CallRequest) async throws(Problem)
        -> DeviceIdentity
    {
        let hash = SecretHash.of(credential.secret)
        let store = store
        let found = try await disk.watch { () throws(SQLiteError) in
            try await store.identity(of: credential.install)
        }
        // An unknown device takes the same comparison, so that time tells nothing either.
        let isSame = SecretHash.areEqual(found?.secretHash ?? Gate.nobody, hash)
        guard let found, isSame else {
            if found == nil { try await refuseRemoved(credential) }
            throw Problem(
                .unauthorized,
                "no device has this credential; register it first",
                code: .unknownDevice
            )
        }
        callers.note(request.authorization)
        let now = now()
        let wait = limits.withLock { $0.request(of: .device(found.id), at: now) }
        if let wait { throw Problem(tooEarlyBy: wait) }
        return found
    }

    /// Tells a phone that an administrator removed it; whoever does not have its secret learns nothing.
    func refuseRemoved(_ credential: DeviceCredential) async throws(Problem) {
        let hash = SecretHash.of(credential.secret)
        let store = store
        let removed = try await disk.watch { () throws(SQLiteError) in
            try await store.removedSecret(of: credential.install)
        }
        guard SecretHash.areEqual(removed ?? Gate.nobody, hash) else { return }
        throw Problem(
            .unauthorized,
            "this device was removed by an administrator; make a new id and secret to begin anew",
            code: .deviceRemoved
        )
    }

    private static let nobody = [UInt8](repeating: 0, count: 32)
}

extension Problem {
    /// 503: the lists of all phones together are too long for this one to grow beyond `most`.
    init(listsFull most: Int) {
        self.init(
            .unavailable,
            "the lists of all phones take all the room that there is for them; more than \(most) are stored at home only",
            code: .listsFull,
            retryAfter: 3_600
        )
    }

    /// 429 with the whole seconds to wait.
    init(tooEarlyBy wait: Duration) {
        let seconds = Int(max(1, (wait.milliseconds + 999) / 1_000))
        self.init(
            .tooManyRequests,
            "too often; try again in \(seconds) s",
            code: .tooOften,
            retryAfter: seconds
        )
    }
}
