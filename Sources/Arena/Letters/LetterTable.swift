import Core
import WatchpostModel

/// Rows of letters.
enum LetterTable {
    /// Of one kind that wait; beyond that the oldest go.
    static let most: Int64 = 300

    /// One that waits for the same takes its place: whoever asks ten times gets one letter.
    ///
    /// Writes as much for an address that nobody has as for one that somebody has.
    static func ask(
        _ kind: LetterKind,
        _ subject: String,
        language: String?,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let (words, end) = (SQLiteValue.text(kind.rawValue), SQLiteValue.integer(now.seconds + kind.life))
        try db.execute(
            """
            INSERT INTO letters (kind, subject, language, due_at, expires_at, tries) VALUES (?1, ?2, ?3, ?4, ?5, 0)
            ON CONFLICT (kind, subject) WHERE leased_at IS NULL DO UPDATE SET language = ?3, expires_at = ?5
            """,
            words,
            .text(subject),
            .text(language),
            .integer(now.seconds),
            end
        )
        try db.execute(
            """
            DELETE FROM letters WHERE leased_at IS NULL AND kind = ?1 AND id <=
                (SELECT id FROM letters WHERE leased_at IS NULL AND kind = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """,
            words,
            .integer(most)
        )
    }

    /// It waits again, unless another one for the same does.
    static func putBack(_ letter: LeasedLetter, due: UnixTime, _ db: borrowing Connection) throws(SQLiteError)
    {
        try db.execute(
            """
            DELETE FROM letters WHERE id = ?1 AND EXISTS (SELECT 1 FROM letters AS other
                WHERE other.leased_at IS NULL AND other.kind = letters.kind AND other.subject = letters.subject)
            """,
            .integer(letter.id)
        )
        try db.execute(
            "UPDATE letters SET leased_at = NULL, due_at = ?2 WHERE id = ?1",
            .integer(letter.id),
            .integer(due.seconds)
        )
    }

    /// What waits for somebody who goes.
    static func forget(
        _ developer: Int64,
        _ address: DeveloperAddress?,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            "DELETE FROM letters WHERE (kind = 'confirmation' AND subject = ?1) OR (kind = 'recovery' AND subject = ?2)",
            .text("\(developer)"),
            .text(address?.folded)
        )
    }

    /// Those that nobody has any use for any more, and what was counted an hour ago.
    ///
    /// A clock that goes back makes neither last: what lies too far ahead goes as well.
    static func sweep(at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "DELETE FROM letters WHERE leased_at IS NULL AND (expires_at <= ?1 OR expires_at > ?1 + ?2)",
            .integer(now.seconds),
            .integer(2 * LetterKind.contact.life)
        )
        try db.execute(
            """
            DELETE FROM letters WHERE leased_at IS NULL AND kind = 'recovery' AND NOT EXISTS
                (SELECT 1 FROM developers WHERE folded = letters.subject AND confirmed_at IS NOT NULL)
            """
        )
        try db.execute(
            """
            DELETE FROM letters WHERE leased_at IS NULL AND kind = 'player' AND NOT EXISTS
                (SELECT 1 FROM players
                    WHERE email IS NOT NULL AND lower(email) = letters.subject AND merged_into IS NULL)
            """
        )
        try db.execute("DELETE FROM recovery_codes WHERE expires_at <= ?1", .integer(now.seconds))
        try db.execute(
            "DELETE FROM letters_sent WHERE at <= ?1 - 3600 OR at > ?1 + 60",
            .integer(now.seconds)
        )
    }

    /// Letters of the last hour: all of these kinds, or those to one address.
    static func sent(
        _ kind: LetterKind?,
        to address: [UInt8]? = nil,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Int64 {
        try db.first(
            "SELECT count(*) FROM letters_sent WHERE (?1 IS NULL OR kind = ?1) AND (?2 IS NULL OR address = ?2)",
            .text(kind?.rawValue),
            address.map { SQLiteValue.blob($0) } ?? .null
        ) { row throws(SQLiteError) in try row.integer(0) } ?? 0
    }
}
