package import WatchpostModel

/// What phones ask for beside their notices.
extension NoticeStore {
    /// How notices reach a device.
    package func pushState(of device: Int64) async throws(SQLiteError) -> PushState {
        try await database.read("push state") { db throws(SQLiteError) in
            try DeviceTable.record(device, db)?.push ?? .none
        }
    }

    /// An address is dead, unless it was named again meanwhile.
    package func disable(_ address: DeviceAddress, reason: String) async throws(SQLiteError) {
        try await database.write("disable address") { db throws(SQLiteError) in
            try AddressColumns.disable(
                address.key,
                address.registeredAtMilliseconds,
                reason: reason,
                db
            )
        }
    }

    /// Everything that was sent to a device so far is read.
    package func read(device: Int64, at now: UnixTime) async throws(SQLiteError) {
        try await database.write("notices are read") { db throws(SQLiteError) in
            try db.execute(
                "UPDATE devices SET read_at = ?2 WHERE id = ?1 AND read_at <> ?2",
                .integer(device),
                .integer(now.seconds)
            )
        }
    }

    /// How many things a device was told of and has not read.
    package func unread(device: Int64) async throws(SQLiteError) -> Int {
        try await database.read("unread notices") { db throws(SQLiteError) in
            Int(
                try db.first(
                    "\(OutboxSQL.unread) AND o.device = ?1",
                    .integer(device)
                ) { row throws(SQLiteError) in try row.integer(0) } ?? 0
            )
        }
    }
}
