import WatchpostModel

/// A row of the outbox as lists show it, before one without words has its title.
struct StoredNotice {
    private let record: NoticeRecord
    private let row: DueNotice
    private let locale: String
    private let hasTitle: Bool

    /// The columns that `init` reads, of the outbox `o`.
    static let select = """
        SELECT \(DueNotice.columns), d.install, d.channel, d.locale, o.title, o.body, o.link, o.state, o.reason
        FROM outbox o JOIN devices d ON d.id = o.device
        """

    init(_ row: borrowing Row) throws(SQLiteError) {
        self.row = try DueNotice(row)
        let title = try row.optionalText(13)
        locale = try row.text(12)
        hasTitle = title != nil
        record = NoticeRecord(
            id: self.row.id,
            install: try row.text(10),
            channel: try row.optionalText(11) ?? "",
            at: self.row.at,
            title: title ?? self.row.subject,
            body: try row.optionalText(14) ?? "",
            link: try row.optionalText(15) ?? "/app",
            state: OutboxState(rawValue: try row.integer(16)) ?? .pending,
            reason: try row.optionalText(17),
            attempts: self.row.attempts
        )
    }

    /// What never left has no words yet: its topic names it by what it would have been about.
    static func records(_ stored: [StoredNotice], _ topics: NoticeTopics, _ db: borrowing Connection)
        throws(SQLiteError) -> [NoticeRecord]
    {
        var records: [NoticeRecord] = []
        for notice in stored {
            var record = notice.record
            if !notice.hasTitle, let topic = topics[notice.row.aspect] {
                let words = topics.languages.words(for: notice.locale)
                record.title = try topic.title(of: notice.row, in: words, db)
            }
            records.append(record)
        }
        return records
    }
}
