package import Core

extension CallRequest {
    /// The device that asks; for routes whose access lets nobody else in.
    package func device() throws(Problem) -> DeviceIdentity {
        guard case .device(let identity) = caller else {
            throw Problem(.forbidden, "this path is for phones that registered")
        }
        return identity
    }

    /// The developer who asks; for routes whose access lets nobody else in.
    package func session() throws(Problem) -> SessionIdentity {
        guard case .developer(let identity) = caller else {
            throw Problem(.forbidden, "this path is for developers who signed in")
        }
        return identity
    }

    /// The credential that was sent, whether anybody is known by it or not.
    package func credential() throws(Problem) -> DeviceCredential {
        guard let credential = bearer.credential, credential.form == .client else {
            throw Problem.missingCredential(bearer, of: [.client])
        }
        return credential.parts
    }
}

/// What the gate is asked about a call.
extension Gate {
    /// Decides whether somebody may have what a route gives, and who it is.
    package func caller(_ request: CallRequest, for access: Access) async throws(Problem) -> Caller {
        try await caller(request.bearer, of: request.client, id: request.parameter("id"), for: access)
    }

    /// Counts an action that has a limit of its own, for all that its caller is counted by; `others`: for whom besides.
    package func count(
        _ action: AccessLimits.Action,
        _ request: CallRequest,
        beside others: [AccessLimits.Asker] = []
    ) throws(Problem) {
        try count(action, of: request.client, as: request.caller, beside: others)
    }

    /// Somebody was just stored: its next request need not ask the disk, and this one is taken off the address, if its kind
    /// is not counted there.
    ///
    /// `version` was read before it was stored.
    package func keep(_ caller: Caller, of request: CallRequest, since version: UInt64) {
        keep(caller, knownAs: request.caller, of: request.client, request.bearer, since: version)
    }
}
