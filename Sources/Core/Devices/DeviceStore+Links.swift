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

    /// Moves every device of the joining device's person to the person who made the code, and joins their lists.
    ///
    /// A device that never had map alerts or quiet hours begins with those of the one that made the code: the same person has
    /// moved to another address, to the Home Screen or to a new phone.
    package func join(
        _ device: Int64,
        codeHash: [UInt8],
        at now: UnixTime
    ) async throws(SQLiteError) -> JoinOutcome {
        try await database.write("join devices") { db throws(SQLiteError) in
            guard let joining = try DeviceTable.person(of: device, db) else { return .noCode }
            guard let code = try LinkCode.find(codeHash, at: now, db) else { return .noCode }
            if let user = code.usedBy { return user == device ? try joined(device, db) : .noCode }
            if code.person != joining {
                if try PersonTable.isAdministrator(joining, db) { return .administratorJoins }
                let merge = PersonMerge(from: joining, into: code.person)
                guard try merge.mergeLists(db) else { return .tooManyRealms }
                try merge.moveDevices(db)
            }
            if let maker = code.madeBy, maker != device {
                try AlertTable.begin(device, like: maker, db)
            }
            try code.use(by: device, db)
            return try joined(device, db)
        }
    }

    private func joined(_ device: Int64, _ db: borrowing Connection) throws(SQLiteError) -> JoinOutcome {
        guard let record = try DeviceTable.record(device, db) else { return .noCode }
        return .joined(record)
    }
}

/// What joining came to.
package enum JoinOutcome: Hashable, Sendable {
    case joined(DeviceRecord)
    /// No such code, expired, or used by another device.
    case noCode
    /// Both lists of some region hold more realms together than a list takes.
    case tooManyRealms
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

/// Two persons turn out to be one.
private struct PersonMerge {
    let from: Int64
    let into: Int64

    /// Each region's list becomes the union; false, with nothing written, when one would be too long.
    ///
    /// Where both have a list its version is newer than either, so that a list written from before is refused. Every phone
    /// sees in the union what is down there at the moment, and hears when that is up again.
    func mergeLists(_ db: borrowing Connection) throws(SQLiteError) -> Bool {
        var merged: [(list: WatchList, theirs: WatchList?, ours: WatchList?)] = []
        let regions = Set(try WatchTable.regions(of: from, db)).union(try WatchTable.regions(of: into, db))
        for region in regions.sorted() {
            let theirs = try WatchTable.list(region, of: from, db)
            let ours = try WatchTable.list(region, of: into, db)
            let list = union(theirs, ours, in: region)
            guard list.realms.count <= WatchList.mostRealms else { return false }
            merged.append((list, theirs, ours))
        }
        for (list, theirs, ours) in merged {
            if theirs != nil { try WatchTable.put(list, replacing: ours?.realms ?? [], of: into, db) }
            try DeliveredStateTable.changed(list, from: ours ?? .empty(list.region), of: into, db)
            try DeliveredStateTable.changed(list, from: theirs ?? .empty(list.region), of: from, db)
        }
        return true
    }

    private func union(_ theirs: WatchList?, _ ours: WatchList?, in region: Region) -> WatchList {
        guard let theirs, var list = ours else { return ours ?? theirs ?? .empty(region) }
        list.version = max(list.version, theirs.version) + 1
        list.kinds.formUnion(theirs.kinds)
        list.realms = Set(list.realms).union(theirs.realms).sorted()
        return list
    }

    func moveDevices(_ db: borrowing Connection) throws(SQLiteError) {
        try WishTable.copy(from: from, to: into, db)
        try db.execute("UPDATE devices SET person = ?2 WHERE person = ?1", .integer(from), .integer(into))
        try PersonTable.removeIfDeserted(from, db)
    }
}
