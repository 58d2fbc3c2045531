/// How far the lists of phones that nobody vouches for may let `state.db` grow.
///
/// Each list is bounded, but not the product of all of them: nine thousand phones of one stranger with the longest lists
/// would take 7 GB of the card. A family's ten phones take less than one MB, ten thousand phones with twenty realms each
/// some thirty.
package struct StorageQuota: Hashable, Sendable {
    /// From so many bytes on, lists grow to `share` only, except for phones at home and administrators.
    package static let usualBytes: Int64 = 64 << 20
    /// Realms, wishes and alerts that everybody has a place for.
    package static let share = 10

    let bytes: Int64

    package init(bytes: Int64 = StorageQuota.usualBytes) {
        self.bytes = bytes
    }

    /// How long a list may become that would be longer than before: `most`, or `share` where the quota is used up.
    func limit(of most: Int, isTrusted: Bool, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        if isTrusted { return most }
        return try isUsedUp(db) ? min(most, StorageQuota.share) : most
    }

    /// By the pages that hold something; asking costs no search.
    private func isUsedUp(_ db: borrowing Connection) throws(SQLiteError) -> Bool {
        let pages = try number("page_count", db) - number("freelist_count", db)
        return try pages * number("page_size", db) >= bytes
    }

    private func number(_ pragma: String, _ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        let found = try db.first("PRAGMA \(pragma)") { row throws(SQLiteError) in try row.integer(0) }
        return found ?? 0
    }
}
