import Core
import WatchpostModel

/// Coming in, and staying.
extension DeveloperStore {
    /// Somebody who wants an account.
    struct NewAccount: Sendable {
        var address: DeveloperAddress
        var profile: DeveloperProfile
        /// The hash.
        var password: String
        /// SHA-256 of what was said; nil: none was.
        var invitation: [UInt8]?
        /// SHA-256 each.
        var recoveryCodes: [[UInt8]]
        var session: NewSession

        init(
            address: DeveloperAddress,
            profile: DeveloperProfile,
            password: String,
            invitation: [UInt8]?,
            recoveryCodes: [[UInt8]],
            session: NewSession
        ) {
            (self.address, self.profile, self.password) = (address, profile, password)
            (self.invitation, self.recoveryCodes, self.session) = (invitation, recoveryCodes, session)
        }
    }

    enum Registration: Hashable, Sendable {
        case registered(Developer)
        /// The owner takes nobody new.
        case closed
        /// An invitation is asked for, and none was said, or one that counts no more.
        case notInvited
        /// Somebody has the address: whoever was invited may know.
        case taken
        case full(Int)
    }

    /// Whether somebody may register now; nil: yes.
    ///
    /// Asked before a password is hashed, and again when the account is made.
    func refusal(
        of address: DeveloperAddress,
        invitation: [UInt8]?,
        at now: UnixTime
    ) async throws(SQLiteError) -> Registration? {
        let (policy, most) = (policy, most)
        return try await database.read("check registration") { db throws(SQLiteError) -> Registration? in
            try DeveloperStore.refusal(address, invitation, policy, most, now, db)
        }
    }

    func register(_ new: NewAccount, at now: UnixTime) async throws(SQLiteError) -> Registration {
        let (policy, most) = (policy, most)
        return try await database.write("register developer") { db throws(SQLiteError) -> Registration in
            if let refusal = try DeveloperStore.refusal(new.address, new.invitation, policy, most, now, db) {
                return refusal
            }
            let id = try DeveloperTable.insert(new.address, new.profile, password: new.password, at: now, db)
            if let hash = new.invitation { try InvitationTable.use(hash, by: id, at: now, db) }
            try DeveloperTable.setRecoveryCodes(new.recoveryCodes, of: id, db)
            _ = try SessionTable.begin(new.session, of: id, at: now, db)
            try AuditTable.note(.registered, of: id, at: now, db)
            return try DeveloperTable.developer(id, db).map { .registered($0) } ?? .closed
        }
    }

    private static func refusal(
        _ address: DeveloperAddress,
        _ invitation: [UInt8]?,
        _ policy: RegistrationPolicy,
        _ most: Int,
        _ now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Registration? {
        switch policy {
        case .closed: return .closed
        case .open: break
        case .invitation:
            guard let invitation, try InvitationTable.isOpen(invitation, at: now, db) else {
                return .notInvited
            }
        }
        if try DeveloperTable.row(address, db) != nil { return .taken }
        return try DeveloperTable.count(db) < most ? nil : .full(most)
    }

    /// What somebody is told who wants to sign in.
    enum SignIn: Hashable, Sendable {
        /// So many seconds, and whoever asks is told the same.
        case wait(Int64)
        /// The password may be checked; nil: nobody has the address, which nobody is told.
        case check(Account?)
    }

    /// Counts a try, before the password is looked at: nobody guesses many at once.
    ///
    /// `hash`: SHA-256 of the address as it is compared.
    func beginSignIn(
        _ address: DeveloperAddress,
        _ hash: [UInt8],
        from places: [LoginLock.Place],
        at now: UnixTime
    ) async throws(SQLiteError) -> SignIn {
        try await database.write("try password") { db throws(SQLiteError) -> SignIn in
            var locks: [LoginLock] = []
            for place in places { locks.append(try LoginLockTable.find(hash, place, at: now, db)) }
            if let wait = locks.compactMap({ $0.wait(at: now) }).max() { return .wait(wait) }
            try LoginLockTable.sweep(at: now, db)
            for var lock in locks {
                lock.count(at: now)
                try LoginLockTable.put(lock, hash, db)
            }
            guard let id = try DeveloperTable.row(address, db) else { return .check(nil) }
            return .check(try DeveloperTable.password(id, db).map { Account(id: id, password: $0) })
        }
    }

    /// The password was right: begins a session, and forgets wrong ones from there; nil: it is another one by now.
    func signIn(
        _ account: Account,
        _ hash: [UInt8],
        from places: [LoginLock.Place],
        session: NewSession,
        at now: UnixTime,
        then: @escaping SessionsEnded
    ) async throws(SQLiteError) -> Developer? {
        try await database.write("sign in") { db throws(SQLiteError) -> (Developer?, [Int64]) in
            guard try DeveloperTable.password(account.id, db) == account.password else { return (nil, []) }
            try LoginLockTable.forget(hash, places, db)
            let ended = try SessionTable.begin(session, of: account.id, at: now, db)
            try AuditTable.note(.signedIn, of: account.id, at: now, db)
            return (try DeveloperTable.developer(account.id, db), ended)
        } then: { _, ended in
            then(ended)
        }.0
    }

    /// Who a session is; nil: there is none, or it is over.
    func session(_ session: String, at now: UnixTime?) async throws(SQLiteError) -> DeveloperSession? {
        let found = try await database.read("read session") { db throws(SQLiteError) in
            try SessionTable.session(session, db)
        }
        guard let found, !found.isOver(at: now) else { return nil }
        return found
    }

    /// It was used.
    func noteUse(of session: Int64, at now: UnixTime) async throws(SQLiteError) {
        try await database.write("note session") { db throws(SQLiteError) in
            try SessionTable.noteUse(session, at: now, db)
        }
    }

    /// Those that are not over, the newest first.
    func sessions(of developer: Int64, at now: UnixTime?) async throws(SQLiteError)
        -> [DeveloperSession]
    {
        try await database.read("list sessions") { db throws(SQLiteError) in
            try SessionTable.sessions(of: developer, db).filter { !$0.isOver(at: now) }
        }
    }

    /// Ends all sessions of a developer but one (its row).
    func endSessions(
        of developer: Int64,
        except kept: Int64,
        at now: UnixTime,
        then: @escaping SessionsEnded
    ) async throws(SQLiteError) {
        _ = try await database.write("end sessions") { db throws(SQLiteError) -> [Int64] in
            let ended = try SessionTable.endAll(of: developer, except: kept, db)
            if !ended.isEmpty { try AuditTable.note(.sessionsEnded, of: developer, at: now, db) }
            return ended
        } then: {
            then($0)
        }
    }

    /// Ends one; false: the developer has none of this name.
    func endSession(
        _ session: String,
        of developer: Int64,
        at now: UnixTime,
        then: @escaping SessionsEnded
    ) async throws(SQLiteError) -> Bool {
        let ended = try await database.write("end session") { db throws(SQLiteError) -> [Int64] in
            guard let found = try SessionTable.session(session, db), found.developer == developer else {
                return []
            }
            try SessionTable.end(found.id, db)
            try AuditTable.note(.sessionsEnded, of: developer, at: now, db)
            return [found.id]
        } then: {
            then($0)
        }
        return !ended.isEmpty
    }
}
