import Core
import Serving
import SystemSupport
import WatchpostModel

/// Developers who are signed in, as callers.
struct DeveloperSessions: IdentitySource {
    let arena: ArenaService
    /// Nil before the clock is set: then no session is over.
    let now: @Sendable () -> UnixTime?
    let kind = Caller.Kind.developer

    func identity(of id: String) async throws(Problem) -> StoredIdentity? {
        let now = now()
        let found = try await arena.use { stores throws(SQLiteError) in
            try await stores.developers.session(id, at: now)
        }
        guard let found else { return nil }
        let isNoted = now.map { $0.since(found.seenAt) < SessionLife.noted } ?? true
        let identity = SessionIdentity(id: found.id, developer: found.developer, isNoted: isNoted)
        return StoredIdentity(caller: .developer(identity), secretHash: found.secretHash)
    }

    func removedSecret(of id: String) async throws(Problem) -> [UInt8]? { nil }

    func noteUse(of caller: Caller) async -> Caller {
        guard case .developer(var identity) = caller, let now = now() else { return caller }
        let session = identity.id
        do throws(Problem) {
            try await arena.use { stores throws(SQLiteError) in
                try await stores.developers.noteUse(of: session, at: now)
            }
            identity.isNoted = true
        } catch {}
        return .developer(identity)
    }
}

/// The credential of a session that begins.
struct SessionCredential: Sendable {
    /// What the developer is given, once.
    let text: String
    let session: NewSession

    init(name: String?) {
        let (id, secret) = (RandomSource.base64URL(22), RandomSource.base64URL(43))
        text = "session.\(id).\(secret)"
        session = NewSession(session: id, secretHash: SecretHash.of(Array(secret.utf8)), name: name)
    }
}

extension LoginLock.Place {
    /// What counts a try of somebody.
    static func places(of client: Client) -> [LoginLock.Place] {
        guard !client.isLocal else { return [.home] }
        return [.network(client.address.networkName ?? client.address.customer.description), .outside]
    }
}
