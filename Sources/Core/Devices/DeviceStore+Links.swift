package import WatchpostModel

/// Linking: devices of one person share its watch lists.
extension DeviceStore {
    /// How long a code joins, in seconds.
    package static let linkLifetime: Int64 = 600

    /// Keeps the hash of a code that a device made for its person; an earlier code of the same person no longer counts.
    package func addLinkCode(
        hash: [UInt8],
        device: Int64? = nil,
        person: Int64,
        at now: UnixTime
    ) async throws(SQLiteError) -> UnixTime {
        let expiry = now.advanced(by: DeviceStore.linkLifetime)
        try await database.write("store link code") { db throws(SQLiteError) in
            try db.execute(
                "DELETE FROM link_codes WHERE person = ?1 OR expires_at <= ?2",
                .integer(person),
                .integer(now.seconds)
            )
            try db.execute(
                "INSERT OR REPLACE INTO link_codes (hash, person, expires_at, made_by) VALUES (?1, ?2, ?3, ?4)",
                .blob(hash),
                .integer(person),
                .integer(expiry.seconds),
                .integer(device)
            )
        }
        return expiry
    }

    /// Moves every device of the joining device's person to the person who made the code, and joins what both have.
    ///
    /// A device that never had map alerts or quiet hours begins with those of the one that made the code: the same person has
    /// moved to another address, to the Home Screen or to a new phone.
    package func join(
        _ device: Int64,
        codeHash: [UInt8],
        at now: UnixTime
    ) async throws(SQLiteError) -> JoinOutcome {
        let (lifecycle, identities) = (persons.lifecycle, persons.identities)
        return try await database.write("join devices") { db throws(SQLiteError) in
            let joining = try DeviceTable.person(of: device, db)
            return (joining, try DeviceStore.join(device, of: joining, codeHash, lifecycle, at: now, db))
        } then: { joining, outcome in
            // The other devices of the joining one's person moved as well; all of them were known as that person's.
            if case .joined = outcome, let joining { identities(.person(joining)) }
        }.1
    }

    private static func join(
        _ device: Int64,
        of joining: Int64?,
        _ codeHash: [UInt8],
        _ lifecycle: PersonLifecycle,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> JoinOutcome {
        guard let joining else { return .noCode }
        guard let code = try LinkCode.find(codeHash, at: now, db) else { return .noCode }
        if let user = code.usedBy { return user == device ? try joined(device, db) : .noCode }
        if code.person != joining {
            if try PersonTable.isAdministrator(joining, db) { return .administratorJoins }
            let join = PersonJoin(person: joining, other: code.person)
            if let obstacle = try lifecycle.join(join, db) { return .obstacle(obstacle) }
        }
        if let maker = code.madeBy, maker != device {
            try lifecycle.begin(device, like: maker, db)
        }
        try code.use(by: device, db)
        return try joined(device, db)
    }

    /// The devices that share a person's lists, in the order of their registration.
    package func linked(to person: Int64) async throws(SQLiteError) -> [DeviceRecord] {
        try await database.read("list linked devices") { db throws(SQLiteError) in
            try DeviceTable.records(of: person, db)
        }
    }

    /// A device of the person goes its own way, with a copy of lists and wishes; false when it is none of theirs.
    ///
    /// It administers nothing afterwards. Codes of the person end: who leaves may have made one. The only device of a person
    /// has nobody to leave. Where the quota is used up, the copy begins with a share of each list only, unless
    /// `isTrusted`: leaving must always be possible, and must not be a way to fill the card.
    package func leave(
        _ install: String,
        person: Int64,
        isTrusted: Bool = false,
        at now: UnixTime
    ) async throws(SQLiteError) -> Bool {
        let (lifecycle, identities) = (persons.lifecycle, persons.identities)
        return try await database.write("unlink device") { db throws(SQLiteError) in
            guard let device = try DeviceTable.identity(install, db), device.person == person else {
                return false
            }
            guard try DeviceTable.record(device.id, db).map({ $0.linkedDevices > 1 }) ?? false else {
                return true
            }
            try lifecycle.part(device.id, from: person, isTrusted: isTrusted, at: now, db)
            return true
        } then: { _ in
            identities(.person(person))
        }
    }

    private static func joined(_ device: Int64, _ db: borrowing Connection) throws(SQLiteError) -> JoinOutcome
    {
        guard let record = try DeviceTable.record(device, db) else { return .noCode }
        return .joined(record)
    }
}

/// What joining came to.
package enum JoinOutcome: Hashable, Sendable {
    case joined(DeviceRecord)
    /// No such code, expired, or used by another device.
    case noCode
    /// What some feature keeps of both cannot become one; nothing was changed.
    case obstacle(JoinObstacle)
    /// An administrator would hand the appliance to whoever made the code: it has to make the code itself.
    case administratorJoins
}

/// A stored code.
private struct LinkCode {
    let hash: [UInt8]
    let person: Int64
    /// The device that joined with it; it may ask again when the answer was lost.
    let usedBy: Int64?
    /// Nil for a code of an earlier release.
    let madeBy: Int64?

    static func find(
        _ hash: [UInt8],
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> LinkCode? {
        let found: [LinkCode] = try db.rows(
            "SELECT person, used_by, made_by FROM link_codes WHERE hash = ?1 AND expires_at > ?2",
            .blob(hash),
            .integer(now.seconds)
        ) { row throws(SQLiteError) in
            LinkCode(
                hash: hash,
                person: try row.integer(0),
                usedBy: try row.optionalInteger(1),
                madeBy: try row.optionalInteger(2)
            )
        }
        return found.first
    }

    func use(by device: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE link_codes SET used_by = ?2 WHERE hash = ?1",
            .blob(hash),
            .integer(device)
        )
    }
}
