import Core
import WatchpostModel

/// What a feature to come brings along, and nothing that stands knows of: two play, and one is told what the other did.
struct SampleTopic: NoticeTopic {
    let aspects = ["duel"]

    /// What a row carries.
    struct Content: Codable {
        let rival: String
        let score: Int
    }

    /// Null: there is no such duel.
    static let table = "CREATE TABLE duels (code TEXT PRIMARY KEY, running INTEGER NOT NULL, heard TEXT)"

    func life(_ aspect: String, _ rules: NoticePolicy) -> Int64? { rules.stateLife }

    /// Whether the duel runs.
    func facts(of row: DueNotice, _ context: NoticeContext, _ db: borrowing Connection) throws(SQLiteError)
        -> Bool
    {
        try db.first("SELECT running FROM duels WHERE code = ?1", .text(row.subject)) {
            row throws(SQLiteError) in try row.flag(0)
        } ?? false
    }

    func verdict(
        _ row: DueNotice,
        _ isRunning: Bool,
        for phone: NoticePhone,
        _ rules: NoticePolicy,
        at now: UnixTime
    ) -> NoticeVerdict {
        guard isRunning, let content = row.content(Content.self) else { return .drop("the duel is over") }
        let isPolish = phone.locale.hasPrefix("pl")
        return .send(
            Notice(
                title: isPolish ? "\(content.rival) prowadzi" : "\(content.rival) is ahead",
                body: "\(content.score)",
                language: isPolish ? "pl" : "en",
                thread: "duels",
                collapseID: row.subject,
                link: "/app#duels/\(row.subject)",
                expiresAt: row.expiresAt
            )
        )
    }

    func title(of row: DueNotice, in words: NoticeWords, _ db: borrowing Connection) throws(SQLiteError)
        -> String
    {
        "duel with \(row.content(Content.self)?.rival ?? "somebody")"
    }

    func accepted(_ id: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        try hear("accepted", id, db)
    }

    func doubted(_ id: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        try hear("doubted", id, db)
    }

    private func hear(_ word: String, _ id: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE duels SET heard = ?1 WHERE code = (SELECT subject FROM outbox WHERE id = ?2)",
            .text(word),
            .integer(id)
        )
    }

    /// The other one scored: stored with its notice in one transaction.
    static func score(
        _ score: Int,
        in code: String,
        against person: Int64,
        _ database: Database,
        at now: UnixTime
    ) async throws(SQLiteError) {
        let notice = NewNotice(
            subject: code,
            aspect: "duel",
            word: "ahead",
            payload: NewNotice.payload(Content(rival: "Ann", score: score)),
            place: "duel \(code)",
            at: now,
            expiresAt: now.advanced(by: 3_600)
        )
        try await database.write("score") { db throws(SQLiteError) in
            try db.execute("INSERT OR IGNORE INTO duels (code, running) VALUES (?1, 1)", .text(code))
            _ = try notice.put(.person(person), db)
        }
    }
}
