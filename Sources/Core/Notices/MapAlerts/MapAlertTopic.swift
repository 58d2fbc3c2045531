import WatchpostModel

/// A map that comes, or is on: its rows say everything, whatever is true of realms.
struct MapAlertTopic: NoticeTopic {
    static let aspect = "map"
    let aspects = [aspect]

    /// What a row carries.
    struct Content: Codable, Hashable, Sendable {
        /// The names of map and mode.
        let map: String
        let mode: String
        /// Seconds since 1970.
        let start: Int64
        let end: Int64
        /// Who says so, where no schedule does; nil in rows of earlier versions, too.
        let source: String?
    }

    /// What a row is about: both keys.
    static func subject(mode: String, code: String) -> String { "m:\(mode)/\(code)" }

    /// When the map is over, so is its news.
    func life(_ aspect: String, _ rules: NoticePolicy) -> Int64? { nil }

    func facts(of row: DueNotice, _ context: NoticeContext, _ db: borrowing Connection) throws(SQLiteError) {}

    func verdict(
        _ row: DueNotice,
        _ facts: Void,
        for phone: NoticePhone,
        _ rules: NoticePolicy,
        at now: UnixTime
    ) -> NoticeVerdict {
        guard let content = row.content(Content.self),
            let mode = row.subject.dropFirst(2).split(separator: "/", maxSplits: 1).first
        else { return .unknown }
        let words = phone.words
        let clock = phone.clock
        let begins = UnixTime(seconds: content.start)
        let text = words.map(
            content.map,
            mode: content.mode,
            minutes: begins > now ? (begins.since(now) + 59) / 60 : 0,
            from: clock.text(begins, now: now),
            to: clock.text(UnixTime(seconds: content.end), now: now),
            source: content.source
        )
        return .send(
            Notice(
                title: text.title,
                body: text.body,
                language: words.language,
                thread: "maps",
                collapseID: "m:\(mode)",
                link: "/app#maps",
                expiresAt: row.expiresAt
            )
        )
    }

    func title(of row: DueNotice, in words: NoticeWords, _ db: borrowing Connection) throws(SQLiteError)
        -> String
    {
        row.content(Content.self)?.map ?? String(row.subject.drop { $0 != "/" }.dropFirst())
    }
}

extension NoticeTopics {
    /// A map that was waited for.
    package static let mapAlerts: [any NoticeTopic] = [MapAlertTopic()]
}
