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

/// How far a feature has followed the log: kept in its file, in the transaction in which it applied the entry.
package struct PersonLogCursor: Hashable, Sendable {
    /// Of the state whose log it was: each restore and each new state begins another one.
    package let era: Int64
    /// The last entry that was applied; 0: none was.
    package let sequence: Int64

    package init(era: Int64, sequence: Int64) {
        self.era = era
        self.sequence = sequence
    }

    /// Of a file that never followed any.
    package static let none = PersonLogCursor(era: 0, sequence: 0)
}

/// What follows a cursor.
package enum PersonLogReading: Hashable, Sendable {
    /// `cursor`: after the last of them.
    case entries([PersonLogEntry], cursor: PersonLogCursor)
    /// Entries after the cursor are no longer there, or it is none of this state: compare everything, then go on from
    /// `newest`.
    ///
    /// Whom this state does not have, the feature detaches; whom it has is the same person as before, because numbers of
    /// different eras differ.
    case tooOld(newest: PersonLogCursor)
}

/// The table of what became of persons: written in the transaction in which it happens, numbered, and bounded.
///
/// Two databases never commit as one. A feature with a file of its own keeps the cursor of the last entry that it applied
/// in that file, in the same transaction: so that none is lost or applied twice. A restored or new state may lack what was
/// logged after its backup, and its log may have outgrown a cursor since: the era tells that apart.
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

    /// At most `most` entries after a cursor.
    static func entries(
        after cursor: PersonLogCursor,
        most: Int,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> PersonLogReading {
        let newest = try end(db)
        let first = try oldest(db) ?? newest.sequence + 1
        guard cursor.era == newest.era, cursor.sequence >= first - 1, cursor.sequence <= newest.sequence
        else { return .tooOld(newest: newest) }
        let entries = try db.rows(
            "SELECT sequence, kind, person, other FROM person_log WHERE sequence > ?1 ORDER BY sequence LIMIT ?2",
            .integer(cursor.sequence),
            .integer(Int64(most)),
            read: entry
        )
        let last = entries.last?.sequence ?? cursor.sequence
        return .entries(entries, cursor: PersonLogCursor(era: newest.era, sequence: last))
    }

    /// Which persons became which others, as far as the log is kept.
    package static func joins(_ db: borrowing Connection) throws(SQLiteError) -> PersonJoins {
        var joins = PersonJoins()
        try db.each(
            "SELECT person, other FROM person_log WHERE kind = 1 AND other IS NOT NULL ORDER BY sequence"
        ) { row throws(SQLiteError) in joins.others[try row.integer(0)] = try row.integer(1) }
        return joins
    }

    /// The last entry that there is.
    static func end(_ db: borrowing Connection) throws(SQLiteError) -> PersonLogCursor {
        PersonLogCursor(era: try era(db), sequence: try newest(db))
    }

    private static func era(_ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        try db.first("SELECT coalesce(max(era), 0) FROM person_numbers") { row throws(SQLiteError) in
            try row.integer(0)
        } ?? 0
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

/// Which persons became which others.
package struct PersonJoins: Hashable, Sendable {
    /// The last one that each became.
    var others: [Int64: Int64] = [:]

    /// Who a person is by now, perhaps over several others.
    package func heir(of person: Int64) -> Int64 {
        var (heir, seen): (Int64, Set<Int64>) = (person, [person])
        while let next = others[heir], seen.insert(next).inserted { heir = next }
        return heir
    }
}
