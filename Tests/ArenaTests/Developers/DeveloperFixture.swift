import Core
import Testing
import WatchpostModel

@testable import Arena

/// Developers of an arena in memory; passwords stand for their own hashes.
struct DeveloperFixture {
    static let noon = ArenaFixture.noon

    let arena: ArenaFixture
    let developers: DeveloperStore
    let invitations: InvitationStore

    init(_ policy: RegistrationPolicy = .open, most: Int = 10, file: DatabaseFile = .memory) async throws {
        arena = try await ArenaFixture(file: file)
        developers = DeveloperStore(database: arena.database, policy: policy, most: most)
        invitations = InvitationStore(database: arena.database)
    }

    static func hash(_ number: Int) -> [UInt8] {
        let digits = Array("\(number)".utf8)
        return digits + [UInt8](repeating: 0, count: 32 - digits.count)
    }

    static func session(_ number: Int, name: String? = nil) -> NewSession {
        let text = "AAAAAAAAAAAAAAAAAAAAAA\(number)".suffix(22)
        return NewSession(session: String(text), secretHash: hash(number), name: name)
    }

    static func address(_ name: String) throws -> DeveloperAddress {
        try #require(DeveloperAddress("\(name)@example.org"))
    }

    /// Registers somebody, whose first session has the number and whose recovery codes are the eight from ten times it on.
    func register(
        _ name: String,
        _ number: Int,
        invitation: [UInt8]? = nil,
        at now: UnixTime = noon
    ) async throws -> DeveloperStore.Registration {
        try await developers.register(
            DeveloperStore.NewAccount(
                address: try Self.address(name),
                profile: try DeveloperProfile(firstName: "Ola", lastName: "Nowak", company: nil),
                password: "$y$\(name)",
                invitation: invitation,
                recoveryCodes: (0..<8).map { Self.hash(10 * number + $0) },
                session: Self.session(number)
            ),
            at: now
        )
    }

    /// The developer whom that makes.
    func developer(_ name: String, _ number: Int) async throws -> Developer {
        guard case .registered(let developer) = try await register(name, number) else {
            throw SQLiteError(code: .error, message: "not registered", path: "")
        }
        return developer
    }

    func account(_ name: String) async throws -> DeveloperStore.Account {
        try #require(try await developers.account(of: try Self.address(name)))
    }

    /// Numbers of the sessions of a developer, newest first.
    func sessions(_ id: Int64, at now: UnixTime = noon) async throws -> [Int] {
        try await developers.sessions(of: id, at: now).compactMap { session in
            Int(session.session.drop { $0 == "A" })
        }
    }
}
