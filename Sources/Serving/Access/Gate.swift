package import Core
import SystemSupport

/// Lets requests in that prove who they are, as often as they may come.
///
/// The server asks it for every call, so that no handler decides who may do something: `read` says in which pool a request
/// waits, from its head alone, and `caller` who it is, when the body is there and its turn has come. Callable from any thread;
/// only `caller` may ask the disk, and for known callers it does not.
package struct Gate: Sendable {
    /// Who was found behind which credential lately.
    package let identities: KnownIdentities
    private let sources: Locked<[any IdentitySource]>
    private let ownerKey: OwnerKey?
    let limits: Locked<AccessLimits>
    /// Monotonic.
    let now: @Sendable () -> Duration

    /// `sources`: one for each kind of caller that has a store here; see `add`.
    package init(
        sources: [any IdentitySource] = [],
        identities: KnownIdentities = KnownIdentities(),
        ownerKey: OwnerKey? = nil,
        limits: AccessLimits = AccessLimits([:]),
        now: @escaping @Sendable () -> Duration
    ) {
        self.sources = Locked(sources)
        self.identities = identities
        self.ownerKey = ownerKey
        self.limits = Locked(limits)
        self.now = now
    }

    /// Further stores may be asked from now on, those of features that run.
    package func add(_ further: [any IdentitySource]) {
        sources.withLock { $0 += further }
    }

    /// What the Authorization field of a request says by itself, without asking the disk; for the pool as well.
    package func read(_ authorization: String?, from client: Client) -> Bearer {
        guard let text = Bearer.text(authorization) else { return Bearer() }
        var bearer = Bearer(isThere: true)
        if client.isOnThisMachine, let ownerKey, ownerKey.accepts(text) {
            bearer.isOwner = true
        } else if let credential = Credential(text) {
            let hash = credential.hash
            bearer.credential = credential
            bearer.hash = hash
            bearer.known = identities.find(hash, at: now())
        }
        return bearer
    }

    /// Decides whether somebody may have what a route gives, and who it is.
    ///
    /// Nothing else decides that.
    /// Another one's path is refused before anything is looked up, so that the answer cannot tell whether that one exists;
    /// an unknown ID and a wrong secret are one answer. `id`: whose path it is, empty for a path of nobody.
    package func caller(
        _ bearer: Bearer,
        of client: Client,
        id: String,
        for access: Access
    ) async throws(Problem) -> Caller {
        guard access != .anybody else { return .stranger }
        if access == .homeOrAdministrator {
            return try await caller(bearer, of: client, id: id, for: Gate.meant(bearer, client))
        }
        // Whoever is removed from here on must not be kept again.
        let version = identities.version
        if bearer.isOwner, access.kinds.contains(.owner) { return .owner }
        if access.isAtHome, !client.isLocal { throw Gate.notAtHome }
        let known = known(bearer, access)
        if known?.kind.isCountedByAddress ?? true { try count(.request, of: [.address(client.counted)]) }
        guard !access.forms.isEmpty else { return .stranger }
        guard let credential = bearer.credential, access.forms.contains(credential.form) else {
            throw Problem.missingCredential(bearer, of: access.forms)
        }
        guard !access.isOwnPath || credential.parts.install == id else {
            throw Gate.foreign
        }
        if access.registers {
            if let known { try countRequest(of: known, from: client) }
            return known ?? .stranger
        }
        let caller: Caller
        if let known {
            identities.hits.add()
            caller = known
        } else {
            caller = try await identify(credential, bearer, client, access)
        }
        try countRequest(of: caller, from: client)
        guard !access.administers || caller.administers else { throw Gate.notPaired }
        return caller.isUsed ? caller : await noteUse(of: caller, bearer, since: version)
    }

    /// Which of both is asked of somebody where those at home may do a part of what administrators may.
    private static func meant(_ bearer: Bearer, _ client: Client) -> Access {
        guard client.isLocal else { return .administrator }
        return bearer.isThere ? .deviceOrOwner : .home
    }

    /// Somebody who only registered until now came back: what it has is no longer the first to make room.
    private func noteUse(of caller: Caller, _ bearer: Bearer, since version: UInt64) async -> Caller {
        let source = sources.withLock { $0 }.first { $0.kind == caller.kind }
        guard let noted = await source?.noteUse(of: caller), noted != caller else { return caller }
        if let key = bearer.hash { identities.keep(noted, key, since: version, at: now()) }
        return noted
    }

    /// Refuses the credential of a device that an administrator removed; whoever does not have its secret learns nothing.
    package func refuseRemoved(_ credential: DeviceCredential) async throws(Problem) {
        for source in sources.withLock({ $0 }) where source.kind.form == .client {
            try await Gate.refuseRemoved(credential, by: source)
        }
    }

    /// Refuses to register somebody by an ID that one of another kind has, whose credential looks the same: nobody could say
    /// which of the two asks.
    ///
    /// A store that cannot be asked keeps nobody out.
    package func refuse(_ id: String, asOtherThan kind: Caller.Kind) async throws(Problem) {
        for source in sources.withLock({ $0 }) where source.kind != kind && source.kind.form == kind.form {
            var isThere = false
            do throws(Problem) {
                isThere = try await source.identity(of: id) != nil
            } catch {
                continue
            }
            if isThere { throw Gate.otherKind }
        }
    }

    /// The caller of one of the access's kinds whom the cache knows now: the call may have waited since its head was read.
    private func known(_ bearer: Bearer, _ access: Access) -> Caller? {
        guard let hash = bearer.hash, case .fresh(let caller) = identities.find(hash, at: now()),
            access.kinds.contains(caller.kind)
        else { return nil }
        return caller
    }

    /// Asks the stores of the kinds that the route serves, by one indexed row each.
    private func identify(
        _ credential: Credential,
        _ bearer: Bearer,
        _ client: Client,
        _ access: Access
    ) async throws(Problem) -> Caller {
        identities.misses.add()
        let version = identities.version
        let hash = SecretHash.of(credential.parts.secret)
        let asked = sources.withLock { $0 }
            .filter { access.kinds.contains($0.kind) && $0.kind.form == credential.form }
        var isThere = false
        for source in asked {
            let found = try await source.identity(of: credential.parts.install)
            // An unknown one takes the same comparison, so that time tells nothing either.
            let isSame = SecretHash.areEqual(found?.secretHash ?? Gate.nobody, hash)
            guard let found, isSame else {
                isThere = isThere || found != nil
                continue
            }
            if let key = bearer.hash { identities.keep(found.caller, key, since: version, at: now()) }
            if !found.caller.kind.isCountedByAddress {
                giveBack(.request, .address(client.counted))
            }
            return found.caller
        }
        if !isThere { for source in asked { try await Gate.refuseRemoved(credential.parts, by: source) } }
        switch credential.form {
        case .client: throw Gate.unknown
        case .session: throw Gate.signedOut
        case .server: throw Gate.noServer
        }
    }

    private static func refuseRemoved(
        _ credential: DeviceCredential,
        by source: any IdentitySource
    ) async throws(Problem) {
        let removed = try await source.removedSecret(of: credential.install)
        guard SecretHash.areEqual(removed ?? nobody, SecretHash.of(credential.secret)) else { return }
        throw Gate.removed
    }
}

/// Limits.
extension Gate {
    /// Counts an action that has a limit of its own, for all that a caller is counted by; `others`: for whom besides.
    package func count(
        _ action: AccessLimits.Action,
        of client: Client,
        as caller: Caller,
        beside others: [AccessLimits.Asker] = []
    ) throws(Problem) {
        let places = caller.kind.isCountedByAddress ? [.address(client.counted)] + client.strangers : []
        let own = places + caller.askers
        try count(action, of: own + others.filter { !own.contains($0) })
    }

    /// Counts an action for whom a feature names: the key of a game, say, before one of its installations is known.
    package func count(
        _ action: AccessLimits.Action,
        of askers: [AccessLimits.Asker],
        times: Int = 1
    ) throws(Problem) {
        let now = now()
        let wait = limits.withLock { limits -> Duration? in
            for asker in askers {
                if let wait = limits.take(action, of: asker, times: times, at: now) { return wait }
            }
            return nil
        }
        if let wait { throw Problem(tooEarlyBy: wait) }
    }

    /// Counts what anybody may try who is known: by itself, and from outside by its network.
    package func countTry(_ action: AccessLimits.Action, of caller: Caller, from client: Client)
        throws(Problem)
    {
        try count(action, of: caller.askers + client.strangers)
    }

    /// It was none that has to be counted.
    package func forgiveTry(_ action: AccessLimits.Action, of caller: Caller, from client: Client) {
        for asker in caller.askers + client.strangers { giveBack(action, asker) }
    }

    private func giveBack(_ action: AccessLimits.Action, _ asker: AccessLimits.Asker) {
        limits.withLock { $0.giveBack(action, of: asker) }
    }
}

/// Registering: the one case in which a credential is new.
extension Gate {
    /// Somebody was just stored: its next request need not ask the disk, and this one is taken off the address, if its kind
    /// is not counted there.
    ///
    /// `asked`: who it was when the gate let it in. `version` was read before it was stored.
    package func keep(
        _ caller: Caller,
        knownAs asked: Caller,
        of client: Client,
        _ bearer: Bearer,
        since version: UInt64
    ) {
        if asked == .stranger, !caller.kind.isCountedByAddress {
            giveBack(.request, .address(client.counted))
        }
        guard let hash = bearer.hash else { return }
        identities.keep(caller, hash, since: version, at: now())
    }
}

extension Client {
    /// What limits count it by.
    fileprivate var counted: ClientAddress { address.customer }

    /// Its network, if it comes from outside and somebody said its address: at home nobody is counted with neighbours.
    ///
    /// Everybody outside together is counted by whoever names that alone: what all share, a few can spend.
    var strangers: [AccessLimits.Asker] {
        isLocal ? [] : address.network.map { [.network($0)] } ?? []
    }
}
