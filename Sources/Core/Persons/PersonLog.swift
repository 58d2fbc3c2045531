/// Something that happened to a person, as features with files of their own follow it.
package struct PersonLogEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The person and another one are one: the other one remains.
        case joined(into: Int64)
        /// A phone of the person became a person of its own.
        case parted(own: Int64)
        /// A phone of the person was removed; the person is still there, perhaps without phones.
        case phoneRemoved
        /// The person is gone.
        case ended
    }

    /// The number of the entry: rises by one, begins with 1.
    package let sequence: Int64
    package let person: Int64
    package let kind: Kind
}

/// What follows a cursor.
package enum PersonLogReading: Hashable, Sendable {
    case entries([PersonLogEntry])
    /// Entries after the cursor are no longer there, or the cursor is none of this file: compare everything, then go on
    /// from `newest`.
    case tooOld(newest: Int64)
}

/// The table of what became of persons: written in the transaction in which it happens, numbered, and bounded.
///
/// Two databases never commit as one. A feature with a file of its own keeps the number of the last entry that it applied
/// in that file, in the same transaction: so that none is lost or applied twice.
package struct PersonLog: Sendable {
    /// Entries that are kept.
    ///
    /// A feature follows within seconds; this is for one that was switched off.
    package static let usualLength = 10_000

    /// The newest entries that stay.
    let kept: Int
    /// How many more may gather before the oldest are removed: one delete for many inserts spares the card.
    private var slack: Int { max(kept / 10, 1) }

    func append(
        _ kind: PersonLogEntry.Kind,
        of person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let (number, other) = PersonLog.columns(kind)
        try db.execute(
            "INSERT INTO person_log (kind, person, other) VALUES (?1, ?2, ?3)",
            .integer(number),
            .integer(person),
            .integer(other)
        )
        let newest = db.lastInsertedRow
        guard let oldest = try PersonLog.oldest(db), newest - oldest >= Int64(kept + slack) else { return }
        try db.execute("DELETE FROM person_log WHERE sequence <= ?1", .integer(newest - Int64(kept)))
    }

    /// At most `most` entries after a cursor, which is the number of the last one that was applied; 0: none was.
    static func entries(
        after cursor: Int64,
        most: Int,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> PersonLogReading {
        let newest = try newest(db)
        let first = try oldest(db) ?? newest + 1
        guard cursor >= first - 1, cursor <= newest else { return .tooOld(newest: newest) }
        return .entries(
            try db.rows(
                "SELECT sequence, kind, person, other FROM person_log WHERE sequence > ?1 ORDER BY sequence LIMIT ?2",
                .integer(cursor),
                .integer(Int64(most)),
                read: entry
            )
        )
    }

    private static func entry(_ row: borrowing Row) throws(SQLiteError) -> PersonLogEntry {
        let other = try row.optionalInteger(3)
        let kind: PersonLogEntry.Kind? =
            switch try row.integer(1) {
            case 1: other.map { .joined(into: $0) }
            case 2: other.map { .parted(own: $0) }
            case 3: .phoneRemoved
            case 4: .ended
            default: nil
            }
        guard let kind else {
            throw SQLiteError(
                code: .mismatch,
                message: "an entry of persons makes no sense",
                path: "person_log"
            )
        }
        return PersonLogEntry(sequence: try row.integer(0), person: try row.integer(2), kind: kind)
    }

    private static func columns(_ kind: PersonLogEntry.Kind) -> (number: Int64, other: Int64?) {
        switch kind {
        case .joined(let other): (1, other)
        case .parted(let own): (2, own)
        case .phoneRemoved: (3, nil)
        case .ended: (4, nil)
        }
    }

    private static func oldest(_ db: borrowing Connection) throws(SQLiteError) -> Int64? {
        try db.first("SELECT sequence FROM person_log ORDER BY sequence LIMIT 1") {
            row throws(SQLiteError) in try row.integer(0)
        }
    }

    private static func newest(_ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        try db.first("SELECT sequence FROM person_log ORDER BY sequence DESC LIMIT 1") {
            row throws(SQLiteError) in try row.integer(0)
        } ?? 0
    }
}
