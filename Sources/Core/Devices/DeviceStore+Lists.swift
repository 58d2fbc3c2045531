package import WatchpostModel

/// Watch lists and alerts, each under the version rule: a change says which version it replaces.
extension DeviceStore {
    /// The person's list of a region, empty when it was never stored.
    package func watchList(_ region: Region, of person: Int64) async throws(SQLiteError) -> WatchList {
        try await database.read("read watch list") { db throws(SQLiteError) in
            try WatchTable.list(region, of: person, db) ?? .empty(region)
        }
    }

    /// Replaces the list whose version `list` carries.
    ///
    /// The same content again is no change whatever its version: an answer may have been lost. A person who was deleted
    /// meanwhile has no list to replace.
    ///
    /// `isTrusted`: somebody at home or an administrator, for whom there is always room.
    package func put(
        _ list: WatchList,
        of person: Int64,
        isTrusted: Bool = false
    ) async throws(SQLiteError) -> VersionedOutcome<WatchList> {
        let (quota, followers) = (quota, followers)
        return try await database.write("store watch list") { db throws(SQLiteError) in
            guard try PersonTable.exists(person, db) else { return .conflict(.empty(list.region)) }
            let stored = try WatchTable.list(list.region, of: person, db)
            let current = stored ?? .empty(list.region)
            if stored != nil && current.hasContent(of: list) { return .unchanged(current) }
            guard current.version == list.version else { return .conflict(current) }
            if list.size > current.size {
                let limit = try quota.limit(of: WatchList.mostRealms, isTrusted: isTrusted, db)
                guard list.realms.count <= limit else { return .full(limit) }
            }
            var next = list
            next.version += 1
            try WatchTable.put(next, replacing: current.realms, of: person, db)
            for follower in followers { try follower.changed(next, from: current, of: person, db) }
            return .stored(next)
        }
    }

    /// A device's alerts; nil when the device is gone.
    package func alerts(of device: Int64) async throws(SQLiteError) -> AlertList? {
        try await database.read("read alerts") { db throws(SQLiteError) in try AlertTable.list(device, db) }
    }

    /// Replaces the alerts whose version `list` carries, by the rule of watch lists; nil when the device is gone.
    package func put(
        _ list: AlertList,
        ofDevice device: Int64,
        isTrusted: Bool = false
    ) async throws(SQLiteError) -> VersionedOutcome<AlertList>? {
        let quota = quota
        let outcomes = try await database.write("store alerts") { db throws(SQLiteError) in
            guard let current = try AlertTable.list(device, db) else {
                return [VersionedOutcome<AlertList>]()
            }
            if current.version > 0 && current.hasContent(of: list) { return [.unchanged(current)] }
            guard current.version == list.version else { return [.conflict(current)] }
            if list.maps.count > current.maps.count {
                let limit = try quota.limit(of: AlertList.mostMaps, isTrusted: isTrusted, db)
                guard list.maps.count <= limit else { return [.full(limit)] }
            }
            var next = list
            next.version += 1
            try AlertTable.put(next, of: device, db)
            return [.stored(next)]
        }
        return outcomes.first
    }

    /// What the administrators watch, by region: the lamp “everything I watch”.
    package func administratorsRealms() async throws(SQLiteError) -> [Region: [String]] {
        // First the rows, then the groups: Swift 6.0.3 aborts on a closure that changes what it captured from a row.
        let rows = try await database.read("read administrators' realms") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT DISTINCT region, realm FROM persons JOIN watched_realms ON person = persons.id
                WHERE administrator = 1 ORDER BY region, realm
                """
            ) { row throws(SQLiteError) in (name: try row.text(0), realm: try row.text(1)) }
        }
        var found: [Region: [String]] = [:]
        for row in rows {
            if let region = Region(rawValue: row.name) { found[region, default: []].append(row.realm) }
        }
        return found
    }
}
