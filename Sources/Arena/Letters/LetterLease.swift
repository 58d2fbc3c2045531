import Core
import WatchpostModel

/// Which letter leaves next, and what is noted of it before it does.
struct LetterLease {
    let terms: LetterStore.Terms
    let now: UnixTime

    /// That are looked at in one go.
    private static let most: Int64 = 50

    /// A row that waits.
    private struct Waiting {
        let id: Int64
        let kind: LetterKind
        let subject: String
        let language: String?
        let dueAt: UnixTime
        let tries: Int64
    }

    /// To whom one goes.
    private struct Target {
        let recipient: String
        var developer: Int64?
        var players: [LeasedLetter.Player] = []
        var message: ContactMessage?
    }

    private enum Verdict {
        case leaves, waits, isDropped
    }

    func next(_ db: borrowing Connection) throws(SQLiteError) -> LetterStore.Next {
        try LetterTable.sweep(at: now, db)
        var wait: Int64?
        for row in try waiting(db) {
            let left = row.dueAt.since(now)
            // A clock that was ahead makes none wait for days.
            if left > 0, left <= LetterPause.longest {
                wait = min(wait ?? left, left)
                continue
            }
            guard let target = try target(of: row, db) else {
                try drop(row, db)
                continue
            }
            switch try verdict(on: row, target, db) {
            case .leaves: return .letter(try lease(row, target, db))
            case .waits: wait = min(wait ?? 60, 60)
            case .isDropped: try drop(row, db)
            }
        }
        return wait.map { .wait($0) } ?? .nothing
    }

    private func waiting(_ db: borrowing Connection) throws(SQLiteError) -> [Waiting] {
        var found: [Waiting] = []
        for kind in LetterKind.allCases.sorted(by: { $0.rank < $1.rank }) {
            found += try db.rows(
                """
                SELECT id, subject, language, due_at, tries FROM letters
                WHERE leased_at IS NULL AND kind = ?1 ORDER BY due_at, id LIMIT ?2
                """,
                .text(kind.rawValue),
                .integer(LetterLease.most)
            ) { row throws(SQLiteError) in
                Waiting(
                    id: try row.integer(0),
                    kind: kind,
                    subject: try row.text(1),
                    language: try row.optionalText(2),
                    dueAt: try row.instant(3),
                    tries: try row.number(4)
                )
            }
        }
        return found
    }

    /// Nil: nobody is to have it any more.
    private func target(of row: Waiting, _ db: borrowing Connection) throws(SQLiteError) -> Target? {
        switch row.kind {
        case .recovery:
            return try developer(
                "SELECT id, email FROM developers WHERE folded = ?1 AND confirmed_at IS NOT NULL",
                row,
                db
            )
        case .player: return try players(of: row, db)
        case .confirmation:
            return try developer(
                "SELECT id, email FROM developers WHERE id = CAST(?1 AS INTEGER) AND confirmed_at IS NULL",
                row,
                db
            )
        case .contact:
            guard let owner = terms.owner, let id = Int64(row.subject),
                let message = try ContactTable.message(id, db)
            else { return nil }
            return Target(recipient: owner, message: message)
        }
    }

    private func developer(
        _ sql: String,
        _ row: Waiting,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Target? {
        try db.first(sql, .text(row.subject)) { found throws(SQLiteError) in
            Target(recipient: try found.text(1), developer: try found.integer(0))
        }
    }

    /// Who was there first comes first: later ones with the same address, whoever made them, keep none of these from coming back.
    private func players(of row: Waiting, _ db: borrowing Connection) throws(SQLiteError) -> Target? {
        let found = try db.rows(
            """
            SELECT id, code, name, email FROM players WHERE email IS NOT NULL AND lower(email) = ?1
                AND merged_into IS NULL ORDER BY id LIMIT ?2
            """,
            .text(row.subject),
            .integer(Int64(terms.players.count))
        ) { row throws(SQLiteError) in
            let player = LeasedLetter.Player(
                id: try row.integer(0),
                code: try row.text(1),
                name: try row.text(2)
            )
            return (player: player, email: try row.text(3))
        }
        return found.first.map { Target(recipient: $0.email, players: found.map(\.player)) }
    }

    private func verdict(on row: Waiting, _ target: Target, _ db: borrowing Connection) throws(SQLiteError)
        -> Verdict
    {
        let address = LetterLease.mark(target)
        if try LetterTable.sent(row.kind, to: address, db) >= row.kind.mostOfAddress {
            return row.kind.isDroppedWhenMany ? .isDropped : .waits
        }
        guard try LetterTable.sent(nil, db) < Int64(terms.most),
            try LetterTable.sent(row.kind, db) < row.kind.share(of: terms.most)
        else { return .waits }
        return .leaves
    }

    private func lease(_ row: Waiting, _ target: Target, _ db: borrowing Connection) throws(SQLiteError)
        -> LeasedLetter
    {
        try db.execute(
            "UPDATE letters SET leased_at = ?2, tries = tries + 1 WHERE id = ?1",
            .integer(row.id),
            .integer(now.seconds)
        )
        try db.execute(
            "INSERT INTO letters_sent (letter, kind, address, at) VALUES (?1, ?2, ?3, ?4)",
            .integer(row.id),
            .text(row.kind.rawValue),
            .blob(LetterLease.mark(target)),
            .integer(now.seconds)
        )
        if row.kind == .confirmation, let developer = target.developer {
            try db.execute(
                "UPDATE developers SET confirm_hash = ?2, confirm_until = ?3 WHERE id = ?1",
                .integer(developer),
                .blob(terms.confirmation),
                .integer(now.seconds + LetterKind.confirmation.life)
            )
        }
        for (player, hash) in zip(target.players, terms.players) {
            try PlayerJoin.Code.mail(hash, to: player.id, until: now.advanced(by: row.kind.life), db)
        }
        return LeasedLetter(
            id: row.id,
            kind: row.kind,
            recipient: target.recipient,
            language: row.language,
            developer: target.developer,
            players: target.players,
            message: target.message,
            tries: row.tries + 1
        )
    }

    private func drop(_ row: Waiting, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute("DELETE FROM letters WHERE id = ?1", .integer(row.id))
    }

    /// What an address is counted by for an hour, FNV-1a of 64 bits, because no address is to stay after its owner.
    private static func mark(_ target: Target) -> [UInt8] {
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in target.recipient.lowercased().utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    }
}
