package import Core
package import WatchpostModel

/// A store that knows callers of one kind by their credentials.
///
/// The gate asks it for credentials that its cache does not know, from the pools of calls, for strangers too: each question is
/// one indexed row, and refuses what is no ID of this kind before the disk is asked. It never compares secrets; the gate does so,
/// in the same time for those who exist and those who do not. Whoever changes or removes somebody tells `Gate.identities`
/// in the commit's `then`, so that no removed caller is let in once its removal was answered.
///
/// What it throws is the caller's answer: `unavailable` while the disk refuses, never `unauthorized`.
package protocol IdentitySource: Sendable {
    /// One source for each kind; where there are two, the first is asked about use.
    var kind: Caller.Kind { get }

    /// Who an ID is, by one indexed row; nil: nobody.
    func identity(of id: String) async throws(Problem) -> StoredIdentity?

    /// The hash of the secret of somebody who was removed and may be told so; nil: nobody of this ID was.
    func removedSecret(of id: String) async throws(Problem) -> [UInt8]?

    /// Somebody of whom it is not known that it ever came back (`Caller.isUsed`) asks for something; who it is from now on.
    ///
    /// A disk that refuses to keep that hinders nobody: the next request tries again.
    func noteUse(of caller: Caller) async -> Caller
}

/// What most stores do not care for.
extension IdentitySource {
    package func noteUse(of caller: Caller) async -> Caller { caller }
}

/// Somebody as a store has them.
package struct StoredIdentity: Sendable {
    package let caller: Caller
    /// SHA-256 of the secret.
    package let secretHash: [UInt8]

    package init(caller: Caller, secretHash: [UInt8]) {
        self.caller = caller
        self.secretHash = secretHash
    }
}

/// Phones and browsers, from `state.db`.
package struct DeviceIdentitySource: IdentitySource {
    package let store: DeviceStore
    package let disk: DiskErrorLog
    /// Nil before the clock is set: then nobody comes back.
    private let now: @Sendable () -> UnixTime?

    package let kind = Caller.Kind.device

    package init(store: DeviceStore, disk: DiskErrorLog, now: @escaping @Sendable () -> UnixTime?) {
        self.store = store
        self.disk = disk
        self.now = now
    }

    package func identity(of id: String) async throws(Problem) -> StoredIdentity? {
        let store = store
        let found = try await disk.watch { () throws(SQLiteError) in try await store.identity(of: id) }
        return found.map { StoredIdentity(caller: .device($0), secretHash: $0.secretHash) }
    }

    package func removedSecret(of id: String) async throws(Problem) -> [UInt8]? {
        let store = store
        return try await disk.watch { () throws(SQLiteError) in try await store.removedSecret(of: id) }
    }

    package func noteUse(of caller: Caller) async -> Caller {
        guard case .device(var identity) = caller, let now = now(), identity.returns(at: now) else {
            return caller
        }
        do throws(SQLiteError) {
            try await store.noteUse(of: identity.id, at: now)
            identity.isUsed = true
        } catch {}
        return .device(identity)
    }
}
