import Core
import WatchpostModel

/// Developers, their sessions and their ways back in `arena.db`; what a call returned is durable.
///
/// Passwords come and go as hashes. Whoever checked one hands its hash back: what was changed meanwhile is not changed by it.
struct DeveloperStore: Sendable {
    let database: Database
    /// The owner's settings.
    let policy: RegistrationPolicy
    let most: Int

    /// Told which sessions (their rows) ended, after the commit: see `Database.write`.
    typealias SessionsEnded = @Sendable ([Int64]) -> Void

    init(database: Database, policy: RegistrationPolicy, most: Int) {
        (self.database, self.policy, self.most) = (database, policy, most)
    }

    /// An account as its password is checked.
    struct Account: Hashable, Sendable {
        /// The row of the developer.
        let id: Int64
        /// The hash.
        let password: String
    }

    func developer(_ id: Int64) async throws(SQLiteError) -> Developer? {
        try await database.read("read developer") { db throws(SQLiteError) in
            try DeveloperTable.developer(id, db)
        }
    }

    func account(_ id: Int64) async throws(SQLiteError) -> Account? {
        try await database.read("read account") { db throws(SQLiteError) in
            try DeveloperTable.password(id, db).map { Account(id: id, password: $0) }
        }
    }

    /// The account of an address; nil: nobody has it.
    func account(of address: DeveloperAddress) async throws(SQLiteError) -> Account? {
        try await database.read("read account") { db throws(SQLiteError) in
            guard let id = try DeveloperTable.row(address, db) else { return nil }
            return try DeveloperTable.password(id, db).map { Account(id: id, password: $0) }
        }
    }

    /// What became of accounts, the newest first.
    func acts(of developer: Int64) async throws(SQLiteError) -> [AccountAct] {
        try await database.read("read acts") { db throws(SQLiteError) in
            try AuditTable.acts(of: developer, db)
        }
    }

    /// What a developer changes about itself; what is nil stays.
    struct Change: Hashable, Sendable {
        var profile: DeveloperProfile?
        /// With the account whose password was said for it.
        var address: DeveloperAddress?

        init(profile: DeveloperProfile?, address: DeveloperAddress?) {
            (self.profile, self.address) = (profile, address)
        }
    }

    enum Changing: Hashable, Sendable {
        case changed(Developer)
        /// It is like that already.
        case unchanged(Developer)
        /// Another change came first.
        case conflict(Developer)
        /// Somebody else has the address.
        case taken
        case gone
    }

    /// Changes the developer whose version is this.
    func change(
        _ id: Int64,
        _ change: Change,
        version: Int64,
        at now: UnixTime
    ) async throws(SQLiteError) -> Changing {
        try await database.write("change developer") { db throws(SQLiteError) -> Changing in
            guard let developer = try DeveloperTable.developer(id, db) else { return .gone }
            let profile = change.profile ?? developer.profile
            let address = change.address ?? developer.address
            if profile == developer.profile && address == developer.address { return .unchanged(developer) }
            guard developer.version == version else { return .conflict(developer) }
            if let owner = try DeveloperTable.row(address, db), owner != id { return .taken }
            try DeveloperTable.update(id, address, profile, at: now, db)
            if address != developer.address { try AuditTable.note(.addressChanged, of: id, at: now, db) }
            return try DeveloperTable.developer(id, db).map { .changed($0) } ?? .gone
        }
    }

    /// Gives the account another password and ends all its sessions but the one that begins; nil: its password is another
    /// one by now, or it is gone.
    func setPassword(
        _ password: String,
        of account: Account,
        session: NewSession,
        at now: UnixTime,
        then: @escaping SessionsEnded
    ) async throws(SQLiteError) -> Developer? {
        try await database.write("change password") { db throws(SQLiteError) -> (Developer?, [Int64]) in
            guard try DeveloperTable.password(account.id, db) == account.password else { return (nil, []) }
            let ended = try DeveloperStore.replace(
                password,
                of: account.id,
                .passwordChanged,
                session,
                now,
                db
            )
            return (try DeveloperTable.developer(account.id, db), ended)
        } then: { _, ended in
            then(ended)
        }.0
    }

    /// By which somebody comes back who lost the password.
    enum Proof: Hashable, Sendable {
        /// The SHA-256 of a recovery code.
        case code([UInt8])
        /// It was said what the appliance's own display shows.
        case presence
        /// It was said what a letter to this developer's confirmed address says.
        case mail(Int64)
    }

    /// Gives the account of an address another password, as above; nil: nobody has it, or the code is none of its own.
    func recover(
        _ address: DeveloperAddress,
        by proof: Proof,
        password: String,
        session: NewSession,
        at now: UnixTime,
        then: @escaping SessionsEnded
    ) async throws(SQLiteError) -> Developer? {
        try await database.write("recover account") { db throws(SQLiteError) -> (Developer?, [Int64]) in
            guard let id = try DeveloperTable.row(address, db) else { return (nil, []) }
            guard let act = try DeveloperStore.act(of: proof, on: id, db) else { return (nil, []) }
            let ended = try DeveloperStore.replace(password, of: id, act, session, now, db)
            return (try DeveloperTable.developer(id, db), ended)
        } then: { _, ended in
            then(ended)
        }.0
    }

    /// What a proof comes to; nil: it is none of this developer's.
    private static func act(of proof: Proof, on id: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> AccountAct?
    {
        switch proof {
        case .presence: return .recoveredByDisplay
        case .code(let hash):
            return try DeveloperTable.useRecoveryCode(hash, of: id, db) ? .recoveredByCode : nil
        case .mail(let developer):
            guard developer == id, try DeveloperTable.isConfirmed(id, db) else { return nil }
            return .recoveredByMail
        }
    }

    private static func replace(
        _ password: String,
        of id: Int64,
        _ act: AccountAct,
        _ session: NewSession,
        _ now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [Int64] {
        try DeveloperTable.setPassword(password, of: id, at: now, db)
        let ended = try SessionTable.endAll(of: id, db)
        _ = try SessionTable.begin(session, of: id, at: now, db)
        try AuditTable.note(act, of: id, at: now, db)
        return ended
    }

    /// Keeps the hashes of codes by which a developer comes back; earlier ones no longer count.
    ///
    /// False: the password is another one by now, or the account is gone.
    func setRecoveryCodes(
        _ hashes: [[UInt8]],
        of account: Account,
        at now: UnixTime
    ) async throws(SQLiteError) -> Bool {
        try await database.write("store recovery codes") { db throws(SQLiteError) -> Bool in
            guard try DeveloperTable.password(account.id, db) == account.password else { return false }
            try DeveloperTable.setRecoveryCodes(hashes, of: account.id, db)
            try AuditTable.note(.codesMade, of: account.id, at: now, db)
            return true
        }
    }
}
