import Core
import WatchpostModel

/// Whether the address of an account is its developer's.
extension DeveloperStore {
    /// Confirms the address by the code of the newest letter; nil: it is not that, or too old.
    ///
    /// `hash`: its SHA-256.
    func confirm(
        _ id: Int64,
        by hash: [UInt8],
        at now: UnixTime
    ) async throws(SQLiteError) -> Developer? {
        try await database.write("confirm address") { db throws(SQLiteError) -> Developer? in
            try db.execute(
                """
                UPDATE developers SET confirmed_at = ?3, confirm_hash = NULL, confirm_until = NULL,
                    version = version + 1, updated_at = ?3
                WHERE id = ?1 AND confirm_hash = ?2 AND confirm_until > ?3 AND confirmed_at IS NULL
                """,
                .integer(id),
                .blob(hash),
                .integer(now.seconds)
            )
            guard db.changes > 0 else { return nil }
            try AuditTable.note(.addressConfirmed, of: id, at: now, db)
            return try DeveloperTable.developer(id, db)
        }
    }
}
